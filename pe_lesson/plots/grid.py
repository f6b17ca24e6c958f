"""Encodings of a grid, drawn as maps: lesson 13."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._arguments import whole_number
from pe_lesson._tensors import real_tensor
from pe_lesson.plots._style import (
    DIVERGING,
    RED,
    SEQUENTIAL,
    check_several,
    new_figure,
    new_panels,
    on_cpu,
    whole_ticks,
)


@on_cpu
def grid_columns(grid: Tensor, columns: Sequence[int]) -> Figure:
    """Single columns of a two-dimensional table, each as a map over the grid, colour from -1 to 1.

    Args:
        grid: ``(height, width, d_model)``.
        columns: which columns of the table, one to six.
    """
    grid = _grid(grid)
    check_several("columns", columns, 6, "[0, 4]")
    figure, panels = new_panels(2.1 * len(columns) + 1, 2.6, 1, len(columns))
    for axes, column in zip(panels, columns, strict=True):
        values = grid[..., _below("columns", column, grid.size(-1))].numpy()
        image = axes.imshow(values, cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest")
        axes.set_title(f"column {column} of the table")
        _name(axes)
    figure.colorbar(image, ax=panels, label="value", shrink=0.85)
    return figure


@on_cpu
def grid_similarity(grid: Tensor, row: int, column: int) -> Figure:
    """How similar every cell of a grid is to one cell, which a cross marks.

    Args:
        grid: ``(height, width, d_model)``.
        row: of the cell that all are compared with.
        column: its column.
    """
    grid = _grid(grid)
    row, column = _below("row", row, grid.size(0)), _below("column", column, grid.size(1))
    one = grid[row, column]
    alike = (grid @ one / one.square().sum()).numpy()
    figure, axes = new_figure(4.4, 3.4)
    image = axes.imshow(alike, cmap=SEQUENTIAL, vmin=min(0, alike.min()), vmax=1, interpolation="nearest")
    axes.plot(column, row, "x", color=RED, ms=8, mew=2)
    _name(axes)
    figure.colorbar(image, ax=axes, label=f"similarity to row {row}, column {column}")
    return figure


def _name(axes: Axes) -> None:
    axes.set(xlabel="column of the grid", ylabel="row of the grid")
    whole_ticks(axes)


def _grid(grid: object) -> Tensor:
    """As float64 on the CPU; TypeError unless it holds real numbers, ValueError unless ``(height, width, d_model)``."""
    values = real_tensor("grid", grid).double()
    if values.dim() != 3 or 0 in values.shape:
        raise ValueError(f"grid must have shape (height, width, d_model), got {tuple(values.shape)}")
    return values


def _below(name: str, value: int, end: int) -> int:
    """Return ``value`` as an int; TypeError or ValueError unless it is an int from 0 to ``end - 1``."""
    if whole_number(name, value, minimum=0) >= end:
        raise ValueError(f"{name} must be 0 to {end - 1}, got {value}")
    return int(value)
