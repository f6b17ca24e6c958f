"""Two dimensions: each half of the columns against the one-dimensional form, resizing against entries by hand."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import shift_matrix, sinusoidal
from pe_lesson.positions.rotary import Rotary
from pe_lesson.positions.two_dimensions import AxialRotary, grid_shift, resize_grid, sinusoidal_grid
from tests.support.bad_input import refusal

WIDTHS = st.sampled_from([4, 8, 12, 32])
BASES = st.floats(1.5, 1e6)
MOVES = st.integers(-20, 20)


@given(height=st.integers(1, 9), width=st.integers(1, 9), d_model=WIDTHS, n=BASES)
def test_half_of_the_columns_encode_the_row_and_half_the_column(height, width, d_model, n):
    grid = sinusoidal_grid(height, width, d_model, n, dtype=torch.float64)
    line = sinusoidal(9, d_model // 2, n, dtype=torch.float64)
    assert grid.shape == (height, width, d_model)
    for r in range(height):
        for c in range(width):
            assert torch.equal(grid[r, c], torch.cat([line[r], line[c]]))


@given(rows=MOVES, columns=MOVES, d_model=WIDTHS, n=BASES)
def test_each_half_is_moved_by_the_shift_of_lesson_07(rows, columns, d_model, n):
    matrix = grid_shift(rows, columns, d_model, n, dtype=torch.float64)
    half = d_model // 2
    assert torch.equal(matrix[:half, :half], shift_matrix(rows, half, n, dtype=torch.float64))
    assert torch.equal(matrix[half:, half:], shift_matrix(columns, half, n, dtype=torch.float64))
    assert not matrix[:half, half:].any()
    assert not matrix[half:, :half].any()


def test_each_direction_rotates_its_own_half():
    x, rows, columns = torch.randn(2, 3, 5, 8), torch.arange(5), torch.tensor([3, 1, 4, 1, 5])
    rotated = AxialRotary(8, 100)(x, rows, columns)
    assert torch.equal(rotated[..., :4], Rotary(4, 100)(x[..., :4], rows))
    assert torch.equal(rotated[..., 4:], Rotary(4, 100)(x[..., 4:], columns))
    batched = AxialRotary(8, 100)(x, rows.expand(2, 5), columns.expand(2, 5))
    assert torch.equal(batched, rotated)
    assert rotated.dtype == x.dtype


def test_resizing_to_the_same_size_changes_nothing():
    grid = torch.randn(3, 4, 5, dtype=torch.float64)
    for mode in ("bicubic", "bilinear"):
        assert torch.allclose(resize_grid(grid, 3, 4, mode), grid)
    assert torch.equal(resize_grid(grid, 6, 8), resize_grid(grid, 6, 8, "bicubic"))


def test_a_resized_ramp_stands_at_the_squeezed_positions():
    ramp = torch.arange(14, dtype=torch.float64).view(14, 1, 1).expand(14, 14, 2)
    resized = resize_grid(ramp, 24, 28, "bilinear")
    assert resized.shape == (24, 28, 2)
    wanted = ((torch.arange(24) + 0.5) * 14 / 24 - 0.5).clamp(0, 13).double()
    assert torch.allclose(resized[:, 0, 0], wanted)
    assert torch.allclose(resized[:, 27, 1], wanted)


def test_what_does_not_fit_is_refused_in_one_line():
    for bad, error in ((6, ValueError), (0, ValueError), (4.0, TypeError)):
        refusal(lambda bad=bad: sinusoidal_grid(2, 2, bad), error, "d_model must be")
        refusal(lambda bad=bad: grid_shift(1, 1, bad), error, "d_model must be")
        refusal(lambda bad=bad: AxialRotary(bad), error, "d_head must be")
    refusal(lambda: sinusoidal_grid(0, 2, 4), ValueError, "height", 0)
    refusal(lambda: sinusoidal_grid(2, 2.5, 4), TypeError, "width", 2.5)
    refusal(lambda: grid_shift(1.5, 0, 4), TypeError, "rows", 1.5)
    refusal(lambda: grid_shift(0, "1", 4), TypeError, "columns")
    grid = sinusoidal_grid(2, 2, 4)
    refusal(lambda: resize_grid(grid, 0, 4), ValueError, "height", 0)
    refusal(lambda: resize_grid(grid, 4, 4, "area"), ValueError, "mode", "area")
    refusal(lambda: resize_grid(grid[0], 4, 4), ValueError, "(height, width, d_model)", "(2, 4)")
    refusal(lambda: resize_grid(grid[:0], 4, 4), ValueError, "(height, width, d_model)", "(0, 2, 4)")
    for bad in (None, grid.long()):
        refusal(lambda bad=bad: resize_grid(bad, 4, 4), TypeError, "grid must be a floating tensor")
    turn, x, k = AxialRotary(8), torch.randn(5, 8), torch.arange(5)
    refusal(lambda: turn(x[:, :4], k, k), ValueError, "d_head")
    refusal(lambda: turn(x, k[:4], k), ValueError, "positions must have shape")
    refusal(lambda: turn(x, k, k.float()), TypeError, "positions")
