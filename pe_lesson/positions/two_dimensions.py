"""Positions in two dimensions: half of the columns for the row of a grid, half for its column."""

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate

from pe_lesson._arguments import one_line_if_memory_ends, shown, whole_number
from pe_lesson._tensors import check_rows
from pe_lesson.encoding.shift import shift_matrix
from pe_lesson.encoding.table import sinusoidal
from pe_lesson.positions.rotary import Rotary


@one_line_if_memory_ends
def sinusoidal_grid(
    height: int, width: int, d_model: int, n: float = 10_000.0, *, dtype: torch.dtype | None = None
) -> Tensor:
    """The sinusoidal table in two dimensions: ``d_model / 2`` columns encode the row, the others the column.

    Both halves are the table of lesson 05 with its own frequencies.
    Source: the two-dimensional form in Carion et al., "End-to-End Object Detection with Transformers" (2020).

    Args:
        height: how many rows the grid has.
        width: how many columns.
        d_model: width of the embeddings, divisible by 4.
        n: base of the wavelengths.
        dtype: floating type of the table; torch's default if None.

    Returns:
        ``(height, width, d_model)``.

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``d_model`` is not divisible by 4, ``n`` no finite
            number > 0, ``dtype`` not floating.
        MemoryError: there is no room for such a table.
    """
    half = _half("d_model", d_model)
    height, width = whole_number("height", height), whole_number("width", width)
    by_row = sinusoidal(height, half, n, dtype=dtype)[:, None].expand(height, width, half)
    by_column = sinusoidal(width, half, n, dtype=dtype).expand(height, width, half)
    return torch.cat([by_row, by_column], dim=-1)


def grid_shift(
    rows: int, columns: int, d_model: int, n: float = 10_000.0, *, dtype: torch.dtype | None = None
) -> Tensor:
    """The matrix T with ``grid[r + rows, c + columns] == grid[r, c] @ T`` for every row r and column c.

    Args:
        rows: how many rows to move on; back if negative.
        columns: the same for columns.
        d_model: width of the table, divisible by 4.
        n: base of the wavelengths.
        dtype: floating type of the result; torch's default if None.

    Returns:
        ``(d_model, d_model)``: lesson 07's matrix for the rows, and the one for the columns below it.

    Raises:
        TypeError, ValueError: an offset is no int, or the others are not as in ``sinusoidal_grid``.
    """
    half = _half("d_model", d_model)
    rows, columns = whole_number("rows", rows, minimum=None), whole_number("columns", columns, minimum=None)
    return torch.block_diag(*(shift_matrix(offset, half, n, dtype=dtype) for offset in (rows, columns)))


class AxialRotary(nn.Module):
    """Axial RoPE: half of the columns of a query or key turn by its row in the grid, half by its column.

    Source: Heo et al., "Rotary Position Embedding for Vision Transformer" (2024), section 3.2.

    Args:
        d_head: width of a query or key, divisible by 4.
        n: base of the wavelengths.

    Raises:
        TypeError, ValueError: ``d_head`` is not divisible by 4, ``n`` no finite number > 0.
    """

    def __init__(self, d_head: int, n: float = 10_000.0) -> None:
        super().__init__()
        self.turn = Rotary(_half("d_head", d_head), n)

    def forward(self, x: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        """Turn the first half by the row, the second by the column; ``(..., length, d_head)`` in and out.

        Args:
            x: queries or keys, ``(batch, heads, length, d_head)`` or fewer dimensions.
            rows: the row of each token, ints or float64, in a shape that ``Rotary`` takes.
            columns: the column of each token.

        Raises:
            TypeError, ValueError: ``x`` is no such tensor, ``rows`` or ``columns`` are no such positions.
        """
        half = 2 * len(self.turn.frequencies)
        check_rows(x, "queries and keys", 2 * half, "d_head")
        return torch.cat([self.turn(x[..., :half], rows), self.turn(x[..., half:], columns)], dim=-1)


def resize_grid(grid: Tensor, height: int, width: int, mode: str = "bicubic") -> Tensor:
    """A grid of encodings for another number of rows and columns, from the entries of the old one between them.

    New row r stands at ``(r + 0.5) * old / new - 0.5`` of the old rows, so the grid is squeezed, not continued.
    Source: Dosovitskiy et al., "An Image is Worth 16x16 Words" (2020), section 3.2: '2D interpolation'.

    Args:
        grid: ``(old height, old width, d_model)``, floating.
        height: how many rows the new one has.
        width: how many columns.
        mode: how ``torch.nn.functional.interpolate`` computes entries in between, "bicubic" or "bilinear".

    Returns:
        ``(height, width, d_model)``.

    Raises:
        TypeError, ValueError: ``grid`` is no such tensor, a size is no int >= 1, ``mode`` is another one.
    """
    if not isinstance(grid, Tensor) or not grid.is_floating_point():
        raise TypeError(
            f"grid must be a floating tensor, got {grid.dtype if isinstance(grid, Tensor) else shown(grid)}"
        )
    if grid.dim() != 3 or 0 in grid.shape:
        raise ValueError(f"grid must have shape (height, width, d_model), got {tuple(grid.shape)}")
    if mode not in ("bicubic", "bilinear"):
        raise ValueError(f"mode must be 'bicubic' or 'bilinear', got {shown(mode)}")
    size = whole_number("height", height), whole_number("width", width)
    channels_first = grid.movedim(-1, 0).unsqueeze(0)  # (1, d_model, old height, old width)
    return interpolate(channels_first, size=size, mode=mode, align_corners=False)[0].movedim(0, -1)


def _half(name: str, size: object) -> int:
    """Half of a width that two axes share; ValueError unless it divides into pairs for both."""
    number = whole_number(name, size)
    if number % 4:
        raise ValueError(f"{name} must be divisible by 4, got {number}; each axis needs whole pairs of columns")
    return number // 2
