"""An encoding of a grid, drawn as a map: lesson 13."""

from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._arguments import whole_number
from pe_lesson._tensors import real_tensor
from pe_lesson.plots._style import RED, SEQUENTIAL, new_figure, on_cpu, whole_ticks


@on_cpu
def grid_similarity(grid: Tensor, row: int, column: int) -> Figure:
    """How similar every cell of a grid is to one cell, which a cross marks.

    Args:
        grid: ``(height, width, d_model)``.
        row: of the cell that all are compared with.
        column: its column.
    """
    grid = real_tensor("grid", grid).double()
    if grid.dim() != 3 or 0 in grid.shape:
        raise ValueError(f"grid must have shape (height, width, d_model), got {tuple(grid.shape)}")
    row, column = _below("row", row, grid.size(0)), _below("column", column, grid.size(1))
    one = grid[row, column]
    alike = (grid @ one / one.square().sum()).numpy()
    figure, axes = new_figure(4.4, 3.4)
    image = axes.imshow(alike, cmap=SEQUENTIAL, vmin=min(0, alike.min()), vmax=1, interpolation="nearest")
    axes.plot(column, row, "x", color=RED, ms=8, mew=2)
    axes.set(xlabel="column of the grid", ylabel="row of the grid")
    whole_ticks(axes)
    figure.colorbar(image, ax=axes, label=f"similarity to row {row}, column {column}")
    return figure


def _below(name: str, value: int, end: int) -> int:
    """Return ``value`` as an int; TypeError or ValueError unless it is an int from 0 to ``end - 1``."""
    if whole_number(name, value, minimum=0) >= end:
        raise ValueError(f"{name} must be 0 to {end - 1}, got {value}")
    return int(value)
