"""The finished Transformer module: embeddings + encoding, then dropout."""

import torch
from torch import Tensor, nn

from pe_lesson._arguments import check_positions, check_rows, positive_number, probability, whole_number
from pe_lesson.checks import check_fits
from pe_lesson.encoding.table import sinusoidal_by_rotation


class PositionalEncoding(nn.Module):
    """Add the sinusoidal table to embeddings, then apply dropout.

    The table is a buffer: it moves with ``.to(device)``, stands in the ``state_dict`` and is not
    trained. Source of the formula: Vaswani et al. (2017), section 3.5; the layout
    ``(1, max_length, d_model)`` is that of the PyTorch examples, batch first.

    Args:
        d_model: width of the embeddings.
        dropout: probability of setting an entry of the sum to zero while training.
        max_length: number of positions in the table.
        n: base of the wavelengths.
        device: where the table lies; torch's default if None.
        dtype: floating type of the table; torch's default if None.

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``dropout`` is outside [0, 1], ``n`` is no
            finite number > 0, ``dtype`` is not floating, ``device`` is not usable.
    """

    pe: Tensor

    def __init__(
        self,
        d_model: int,
        dropout: float = 0.1,
        max_length: int = 5000,
        n: float = 10_000.0,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        self.d_model = whole_number("d_model", d_model)
        self.max_length = whole_number("max_length", max_length)
        self.n = positive_number("n", n)
        # in place on the fresh sum: the caller's embeddings are not touched, and a copy is saved
        self.dropout = nn.Dropout(p=probability("dropout", dropout), inplace=True)
        self.register_buffer("pe", self._table(dtype=dtype, device=device))

    def forward(self, x: Tensor, positions: Tensor | None = None) -> Tensor:
        """Add row k of the table to every token at position k, then apply dropout.

        Args:
            x: embeddings ``(..., seq_length, d_model)``, floating; any number of batch dimensions.
            positions: the row of each token, int64 ``(seq_length,)``, ``(1, seq_length)`` or ``(batch, seq_length)``,
                where batch is the first dimension of ``x``; 0, 1, 2, … if None.

        Returns:
            A new tensor of the shape and dtype of ``x``.

        Raises:
            TypeError: ``x`` is not a dense floating tensor, ``positions`` no int64 tensor.
            ValueError: ``x`` has fewer than two dimensions, another width than ``d_model``, or (without
                ``positions``) more than ``max_length`` tokens; ``positions`` have another shape, or a number
                that is no row of the table; one of them lies on another device.
        """
        check_rows(x, "embeddings", self.d_model, "d_model", self.pe.device)
        if positions is None:
            check_fits(x, self.max_length, type(self).__name__)
            rows = self.pe[0, : x.size(-2)]
        else:
            positions = check_positions(positions, x, self.pe.device, rows=self.max_length)
            rows = nn.functional.embedding(positions, self.pe[0])
        return self.dropout((x + rows).to(x.dtype))

    def extra_repr(self) -> str:
        return f"d_model={self.d_model}, max_length={self.max_length}, n={self.n:g}"

    def _table(self, *, dtype: torch.dtype | None, device: torch.device | str | None) -> Tensor:
        table = sinusoidal_by_rotation(self.max_length, self.d_model, self.n, dtype=dtype, device=device)
        return table.unsqueeze(0)

    def _load_from_state_dict(self, state_dict, prefix, metadata, strict, missing, unexpected, errors) -> None:
        """Take a checkpoint whose rows equal ours and keep our table; refuse any other in one line."""
        saved = state_dict.get(prefix + "pe")
        if saved is not None:
            kept = self._table(dtype=self.pe.dtype, device="cpu")
            trouble = self._difference(saved, kept)
            if trouble:
                errors.append(f"{prefix}pe of the checkpoint {trouble}")
            # a new dict: the caller's checkpoint stays as it is
            state_dict = {**state_dict, prefix + "pe": self.pe if trouble else kept.to(saved.device)}
        super()._load_from_state_dict(state_dict, prefix, metadata, strict, missing, unexpected, errors)

    def _difference(self, saved: object, kept: Tensor) -> str | None:
        """What keeps a saved table from being this module's, up to its length; None if nothing does."""
        if not isinstance(saved, Tensor):
            return f"is a {type(saved).__name__}, not a tensor"
        if not saved.is_floating_point():
            return f"is {saved.dtype}, not floating"
        if saved.dim() != 3 or saved.size(0) != 1 or saved.size(2) != self.d_model:
            wanted = f"(1, any length, {self.d_model})"
            return f"has shape {tuple(saved.shape)}, not {wanted}; build PositionalEncoding to match"
        if saved.is_meta:
            return "has no values (meta device); save it from a real device"
        shared = min(saved.size(1), self.max_length)
        ours, theirs = kept[0, :shared].double(), saved[0, :shared].to("cpu", torch.float64)
        # equal up to the rounding of either type and, at later positions, of a table made from float32 phases
        rounding = 4 * max(torch.finfo(dtype).eps for dtype in (saved.dtype, kept.dtype))
        drift = torch.finfo(torch.float32).eps
        allowed = rounding + torch.arange(shared, dtype=torch.float64, device="cpu") * drift
        gap = (ours - theirs).abs().amax(dim=1)
        if not (gap <= allowed).all():
            k = int((~(gap <= allowed)).nonzero()[0])
            return f"differs from this module's from row {k} on, by {gap[k]:.2g}; build PositionalEncoding with its n"
        return None
