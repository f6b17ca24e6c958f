"""The finished Transformer module: embeddings + encoding, then dropout."""

from typing import Any

import torch
from torch import Tensor, nn

from pe_lesson._arguments import positive_number, probability, whole_number
from pe_lesson._tensors import check_positions, check_rows
from pe_lesson.checks import check_fits
from pe_lesson.encoding.checkpoint import accept
from pe_lesson.encoding.rotation import sinusoidal_by_rotation


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
        self.dropout = nn.Dropout(p=probability("dropout", dropout))
        table = sinusoidal_by_rotation(self.max_length, self.d_model, self.n, dtype=dtype, device=device)
        self.register_buffer("pe", table.unsqueeze(0))

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

    def _load_from_state_dict(self, state_dict: dict, prefix: str, *rest: Any) -> None:
        """Torch's own hook: a checkpoint must hold the same rows, in any number; see ``checkpoint.py``."""
        super()._load_from_state_dict(accept(self, state_dict, prefix, errors=rest[-1]), prefix, *rest)
