"""Tables as heat maps, one or two side by side."""

import numpy as np
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._arguments import shown, whole_number
from pe_lesson._tensors import real_table
from pe_lesson.plots._style import DIVERGING, name_axes, new_figure, new_panels, whole_ticks


def heat_map(table: Tensor | np.ndarray, title: str = "") -> Figure:
    """A table of encodings: one row per position, colour from -1 to 1.

    Each column is a whole number of pixels wide where they all fit, each row too: else a wide table
    shows waves that are not in it.

    Args:
        table: ``(max_length, d_model)``, a tensor or an array.
        title: text above the map.
    """
    values = real_table("table", table).numpy()
    figure, axes = new_figure(7.5, 3.6)
    image = axes.imshow(values, cmap=DIVERGING, vmin=-1, vmax=1, aspect="auto", interpolation="nearest")
    name_axes(axes)
    whole_ticks(axes)
    axes.set_title(title)
    bar = figure.add_axes((0, 0, 0.1, 0.1))
    figure.colorbar(image, cax=bar, label="value")
    figure.set_layout_engine("none")  # a layout engine would choose the width
    width, height = (_whole_pixels(room, count) for room, count in zip((560, 270), values.T.shape, strict=True))
    for panel, left, wide in ((axes, 60, width), (bar, 60 + width + 24, 16)):
        panel.set_position((left / 750, 50 / 360, wide / 750, height / 360))
    return figure


def _whole_pixels(room: int, count: int) -> int:
    """The largest multiple of ``count`` in ``room`` pixels; all the room if not even one pixel each fits."""
    return room if count > room else room // count * count


def two_tables(
    first: Tensor | np.ndarray, second: Tensor | np.ndarray, names: tuple[str, str], start: int = 0
) -> Figure:
    """Two tables as heat maps on one scale from -1 to 1, and beside them the second minus the first.

    Args:
        first: ``(rows, d_model)``.
        second: of the same shape.
        names: a title for each.
        start: position of the first row.
    """
    one, other = real_table("first", first), real_table("second", second)
    start = whole_number("start", start, minimum=0)
    if isinstance(names, str) or not hasattr(names, "__len__") or len(names) != 2:
        raise ValueError(f'names must be two titles such as ("one", "two"), got {shown(names)}')
    if one.shape != other.shape:
        raise ValueError(f"the tables must have one shape, got {tuple(one.shape)} and {tuple(other.shape)}")
    figure, axes = new_panels(9.6, 3.6, 1, 3, sharey=True)
    rows, width = one.shape
    for panel, table, title in zip(axes, (one, other, other - one), (*names, "difference"), strict=True):
        image = panel.imshow(
            table.numpy(), cmap=DIVERGING, vmin=-1, vmax=1, aspect="auto", interpolation="nearest",
            extent=(-0.5, width - 0.5, start + rows - 0.5, start - 0.5),
        )  # fmt: skip
        name_axes(panel, y="position" if panel is axes[0] else "")
        whole_ticks(panel)
        panel.set_title(title)
    figure.colorbar(image, ax=axes, label="value")
    return figure
