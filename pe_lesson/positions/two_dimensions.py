"""Positions in two dimensions: half of the columns for the row of a grid, half for its column."""

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate

from pe_lesson._check_arguments import typed_repr, whole_number
from pe_lesson._check_tensors import check_floating, check_heads
from pe_lesson._words import value_error
from pe_lesson.encoding.shift import shift_matrix
from pe_lesson.encoding.table import sinusoidal
from pe_lesson.positions.rotary import Rotary


def sinusoidal_grid(
    height: int, width: int, d_model: int, n: float = 10_000.0, *, dtype: torch.dtype | None = None
) -> Tensor:
    """The sinusoidal table in two dimensions: ``d_model / 2`` columns encode the row, the others the column.

    Both halves are the table of lesson 05 with its own frequencies.
    Source: the two-dimensional form in Carion et al., "End-to-End Object Detection with Transformers" (2020).

    Args:
        height: number of rows.
        width: number of columns.
        d_model: width of the embeddings, divisible by 4.
        n: base of the wavelengths.
        dtype: floating type of the table; torch's default if None.

    Returns:
        ``(height, width, d_model)``.

    Example:
        >>> sinusoidal_grid(2, 3, 4)[1, 2]  # sin 1, cos 1, sin 2, cos 2
        tensor([ 0.8415,  0.5403,  0.9093, -0.4161])
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
        ``(d_model, d_model)``, block-diagonal: lesson 07's matrix for the rows, then the one for the columns.

    Example:
        >>> grid = sinusoidal_grid(4, 5, 8)
        >>> torch.allclose(grid[1, 2] @ grid_shift(2, 1, 8), grid[3, 3], atol=1e-6)
        True
    """
    half = _half("d_model", d_model)
    rows, columns = whole_number("rows", rows, minimum=None), whole_number("columns", columns, minimum=None)
    blocks = [shift_matrix(offset, half, n, dtype=dtype) for offset in (rows, columns)]
    matrix: Tensor = torch.block_diag(*blocks)  # type: ignore[no-untyped-call,unused-ignore]
    return matrix


class AxialRotary(nn.Module):
    """Axial RoPE: half of the columns of a query or key rotate by its row in the grid, half by its column.

    Source: Heo et al., "Rotary Position Embedding for Vision Transformer" (2024), section 3.2.

    Args:
        d_head: width of a query or key, divisible by 4.
        n: base of the wavelengths.

    Example:
        >>> x, rows, columns = torch.randn(6, 8), torch.arange(6) // 3, torch.arange(6) % 3
        >>> AxialRotary(8)(x, rows, columns).shape
        torch.Size([6, 8])
    """

    def __init__(self, d_head: int, n: float = 10_000.0) -> None:
        super().__init__()
        self.rotary = Rotary(_half("d_head", d_head), n)

    def forward(self, x: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        """Rotate the first half by the row, the second by the column; ``(..., length, d_head)`` in and out.

        Args:
            x: queries or keys, ``(batch, heads, length, d_head)`` or fewer dimensions.
            rows: the row of each token, ints or float64, in a shape that ``Rotary`` takes.
            columns: the column of each token.
        """
        half = 2 * len(self.rotary.frequencies)
        check_heads(x, 2 * half)
        return torch.cat([self.rotary(x[..., :half], rows), self.rotary(x[..., half:], columns)], dim=-1)


def resize_grid(grid: Tensor, height: int, width: int, mode: str = "bicubic") -> Tensor:
    """Interpolate a grid of encodings to another number of rows and columns.

    New row r is at ``(r + 0.5) * old / new - 0.5`` of the old rows, so the grid is squeezed, not continued.
    Source: Dosovitskiy et al., "An Image is Worth 16x16 Words" (2020), section 3.2: '2D interpolation'.

    Args:
        grid: ``(old height, old width, d_model)``, floating.
        height: number of rows of the new grid.
        width: number of columns.
        mode: of ``torch.nn.functional.interpolate``, "bicubic" or "bilinear".

    Returns:
        ``(height, width, d_model)``.

    Example:
        >>> resize_grid(sinusoidal_grid(14, 14, 8), 16, 20).shape
        torch.Size([16, 20, 8])
    """
    check_floating("grid", grid)
    if grid.dim() != 3 or 0 in grid.shape:
        raise value_error("grid must have shape (height, width, d_model), got {shape}", shape=tuple(grid.shape))
    if mode not in ("bicubic", "bilinear"):
        raise value_error("mode must be 'bicubic' or 'bilinear', got {mode}", mode=typed_repr(mode))
    size = whole_number("height", height), whole_number("width", width)
    channels_first = grid.movedim(-1, 0).unsqueeze(0)  # (1, d_model, old height, old width)
    return interpolate(channels_first, size=size, mode=mode, align_corners=False)[0].movedim(0, -1)


def _half(name: str, size: object) -> int:
    """Half of a width that two axes share; ValueError unless it divides into pairs for both."""
    number = whole_number(name, size)
    if number % 4:
        raise value_error(
            "{name} must be divisible by 4, got {number}; each axis needs whole pairs of columns",
            name=name, number=number,
        )  # fmt: skip
    return number // 2
