"""An encoding of a grid, drawn as a map: lesson 13."""

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson._check_tensors import real_tensor
from pe_lesson._words import say, value_error
from pe_lesson.plots._draw import colour_map
from pe_lesson.plots._style import ASKS, new_figure, on_cpu


@on_cpu
def grid_similarity(grid: Tensor, row: int, column: int) -> Figure:
    """How similar every cell of a grid is to one cell, which a cross marks; its row and its column are framed.

    Args:
        grid: ``(height, width, d_model)``.
        row: of the cell that all are compared with.
        column: its column.
    """
    grid = real_tensor("grid", grid).double()
    if grid.dim() != 3 or 0 in grid.shape:
        raise value_error("grid must have shape (height, width, d_model), got {shape}", shape=tuple(grid.shape))
    row, column = _below("row", row, grid.size(0)), _below("column", column, grid.size(1))
    one = grid[row, column]
    alike = grid @ one / one.square().sum()
    figure, axes = new_figure(4.4, 3.4)
    image = colour_map(axes, alike.numpy(), vmax=1)
    axes.plot(column, row, "x", color=ASKS, ms=8, mew=2)
    height, width = alike.shape
    for corner, wide, high in (((-0.5, row - 0.5), width, 1), ((column - 0.5, -0.5), 1, height)):
        axes.add_patch(Rectangle(corner, wide, high, fill=False, edgecolor=ASKS, linewidth=2.2))
    axes.set(xlabel=say("column of the grid"), ylabel=say("row of the grid"))
    figure.colorbar(image, ax=axes, label=say("similarity to row {row}, column {column}", row=row, column=column))
    figure.alt = (
        f"Similarity of {height} times {width} places to row {row}, column {column}: in this row at least "
        f"{alike[row].min():.2f}, in this column at least {alike[:, column].min():.2f}, anywhere {alike.min():.2f}."
    )
    return figure


def _below(name: str, value: int, end: int) -> int:
    """``value`` as an int; TypeError or ValueError unless it is an int from 0 to ``end - 1``."""
    if whole_number(name, value, minimum=0) >= end:
        raise value_error("{name} must be 0 to {last}, got {value}", name=name, last=end - 1, value=value)
    return int(value)
