"""The finished Transformer module: embeddings + encoding, then dropout."""

from typing import Any

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import positive_number, probability, whole_number
from pe_lesson._check_positions import rows_of_tokens
from pe_lesson.encoding.checkpoint import why_refused
from pe_lesson.encoding.rotation import sinusoidal_by_rotation


class PositionalEncoding(nn.Module):
    """Add the sinusoidal table to embeddings, then apply dropout.

    The table is a buffer: it moves with ``.to(device)``, is part of the ``state_dict`` and is not
    trained. Source of the formula: Vaswani et al. (2017), section 3.5; the layout
    ``(1, max_length, d_model)``, batch first, is that of The Annotated Transformer.

    Args:
        d_model: width of the embeddings.
        dropout: probability of setting an entry of the sum to zero while training.
        max_length: number of positions in the table.
        n: base of the wavelengths.
        device: where the table is; torch's default if None.
        dtype: floating type of the table; torch's default if None.

    Example:
        >>> module = PositionalEncoding(d_model=4, dropout=0.0, max_length=10)
        >>> module(torch.zeros(1, 3, 4))[0, 1]  # row 1 of the table
        tensor([0.8415, 0.5403, 0.0100, 0.9999])
        >>> module(torch.zeros(1, 3, 4), positions=torch.tensor([0, 0, 1]))[0, 1]
        tensor([0., 1., 0., 1.])
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
            ValueError: there is no row for a token: too long a sequence without ``positions``, or too large a position.
        """
        rows = rows_of_tokens(self.pe[0], x, positions, type(self).__name__)
        result: Tensor = self.dropout((x + rows).to(x.dtype))
        return result

    def extra_repr(self) -> str:
        """What ``print(module)`` shows in the brackets."""
        return f"d_model={self.d_model}, max_length={self.max_length}, n={self.n:g}"

    def _load_from_state_dict(self, state_dict: dict[str, Any], prefix: str, *rest: Any) -> None:
        """Torch calls this to load a checkpoint: refuse one with other rows, and keep the module's own table."""
        key = prefix + "pe"
        if key in state_dict:
            # made anew, since .half() may have rounded this one, and on the meta device there is none
            size = self.max_length, self.d_model, self.n
            table = sinusoidal_by_rotation(*size, dtype=self.pe.dtype, device="cpu").unsqueeze(0)
            if trouble := why_refused(key, state_dict[key], table):
                rest[-1].append(trouble)  # torch's list of errors
            state_dict = {**state_dict, key: table}
        super()._load_from_state_dict(state_dict, prefix, *rest)
