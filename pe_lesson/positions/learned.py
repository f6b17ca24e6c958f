"""A learned table of positions: lesson 10."""

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import floating_type, whole_number
from pe_lesson._check_positions import rows_of_tokens


class Learned(nn.Module):
    """A row of free numbers per position, trained like an embedding and added like the sinusoidal table.

    Source: Gehring et al., "Convolutional Sequence to Sequence Learning" (2017), section 3.1; also
    Devlin et al. (2018), BERT. There is no row beyond ``max_length``.

    Args:
        max_length: number of rows.
        d_model: width of the embeddings.
        dtype: floating type of the table; torch's default if None.

    Example:
        >>> learned = Learned(max_length=10, d_model=4)
        >>> learned(torch.zeros(2, 6, 4)).shape
        torch.Size([2, 6, 4])
    """

    def __init__(self, max_length: int, d_model: int, dtype: torch.dtype | None = None) -> None:
        super().__init__()
        self.max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
        self.table = nn.Embedding(self.max_length, d_model, dtype=floating_type(dtype))

    def forward(self, x: Tensor, positions: Tensor | None = None) -> Tensor:
        """Add row k to every token at position k; ``(..., length, d_model)`` in and out.

        Args:
            x: embeddings.
            positions: int64 ``(length,)``, ``(1, length)`` or ``(batch, length)``; 0, 1, 2, … if None.

        Raises:
            ValueError: there is no row for a position.
        """
        return (x + rows_of_tokens(self.table.weight, x, positions, type(self).__name__)).to(x.dtype)
