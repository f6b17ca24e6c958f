"""Tables as heat maps: one, its sines beside its cosines, or two tables and their difference."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._check_arguments import typed_repr, whole_number
from pe_lesson._check_tensors import real_table
from pe_lesson._words import say, value_error
from pe_lesson.plots._draw import colour_map, counted
from pe_lesson.plots._style import INK, SIGNED, new_panels, on_cpu

MOST_PAIRS = 64  # of one panel: 4 pixels each


def heat_map(table: Tensor | np.ndarray, title: str = "") -> Figure:
    """A table of encodings: one row per position, colour from -1 to 1; up to four sines and cosines are named.

    If all columns fit, each is a whole number of pixels wide, and so for rows: otherwise a wide table would
    show waves that are not in it.

    Args:
        table: ``(max_length, d_model)``, a tensor or an array.
        title: text above the map.
    """
    values = real_table("table", table).numpy()
    rows, columns = values.shape
    width, height = _whole_pixels(540, columns), _whole_pixels(270, rows)
    figure, (axes, bar) = new_panels(6.7, (height + 90) / 100, 1, 2)
    figure.colorbar(_map(axes, values), cax=bar, label=say("value"))
    axes.set(xlabel=say("column"), ylabel=say("position"))
    named = values.tolist()[0] in ([0, 1], [0, 1, 0, 1])  # sines and cosines of position 0
    for c in range(columns if named else 0):
        name = say("cosine of pair {i}", i=c // 2) if c % 2 else say("sine of pair {i}", i=c // 2)
        axes.text(c, -0.02 * rows - 0.5, name, ha="center", va="bottom", fontsize=9.5, gid=f"name-{c}")
    axes.set_title(title, pad=16 if named else None)
    figure.set_layout_engine("none")  # a layout engine would choose the width
    _place(figure, axes, 56, width, height)
    _place(figure, bar, 56 + width + 16, 14, height)
    last = (columns - 1) // 2 * 2
    other = f", column {last} from {_ends(values[:, last])}" if last else ""
    figure.alt = (
        f"A heat map of {counted(rows, 'position')} and {counted(columns, 'column')}. "
        f"Column 0 goes from {_ends(values[:, 0])}{other}."
    )
    return figure


@on_cpu
def sines_and_cosines(table: Tensor | np.ndarray, omega: Tensor) -> Figure:
    """The even columns of a table beside the odd ones; of many pairs every second, third, … so that stripes stay wide.

    Args:
        table: ``(max_length, d_model)``, at most 100 rows, sines in the even columns.
        omega: the frequency of each pair, ``(d_model / 2,)``.
    """
    values = real_table("table", table).numpy()
    if values.shape[1] != 2 * len(omega) or len(values) > 100:
        raise value_error(
            "table must be at most 100 rows with two columns per frequency, got {shape} and {count}",
            shape=values.shape, count=len(omega),
        )  # fmt: skip
    step = math.ceil(len(omega) / MOST_PAIRS)
    waves = 2 * math.pi / omega[::step]
    wide, high = MOST_PAIRS * 4 // len(waves), 300 // len(values)
    width, height = wide * len(waves), high * len(values)
    figure, (sines, cosines, bar) = new_panels(6.7, (height + 100) / 100, 1, 3)
    figure.set_layout_engine("none")
    ticks = [round(share * len(waves)) for share in (0, 0.25, 0.5, 0.75)]
    for panel, left, first, name in ((sines, 52, 0, say("sines")), (cosines, 332, 1, say("cosines"))):
        image = _map(panel, values[:, first :: 2 * step])
        _place(figure, panel, left, width, height)
        panel.set_title(name, fontweight="bold")
        panel.set_xlabel(say("positions until the wave repeats"))
        panel.set_xticks(ticks, [f"{wave:,.0f}" for wave in waves[ticks].tolist()])
    sines.set_ylabel(say("position"))
    cosines.set_yticks([])
    _place(figure, bar, 602, 12, height)
    figure.colorbar(image, cax=bar, ticks=[-1, 0, 1])
    last = 2 * step * (len(waves) - 1)
    figure.alt = (
        f"Two heat maps of {counted(len(values), 'position')}, sines and cosines of {counted(len(waves), 'pair')}. "
        f"The first pair's wave repeats after about {waves[0]:,.0f} positions, that of the last after "
        f"{waves[-1]:,.0f}: its sines go from {_ends(values[:, last])}, its cosines from "
        f"{_ends(values[:, last + 1])}."
    )
    return figure


def two_tables(
    first: Tensor | np.ndarray, second: Tensor | np.ndarray, names: tuple[str, str], start: int = 0
) -> Figure:
    """Two tables as heat maps on one scale, and the second minus the first; two rows that became equal are framed.

    Args:
        first: ``(rows, d_model)``.
        second: of the same shape.
        names: a title for each.
        start: position of the first row.
    """
    one, other = real_table("first", first).numpy(), real_table("second", second).numpy()
    start = whole_number("start", start, minimum=0)
    if isinstance(names, str) or not hasattr(names, "__len__") or len(names) != 2:
        raise value_error('names must be two titles such as ("one", "two"), got {names}', names=typed_repr(names))
    if one.shape != other.shape:
        raise value_error("the tables must have one shape, got {one} and {other}", one=one.shape, other=other.shape)
    figure, axes = new_panels(6.7, 3.6, 1, 3, sharey=True)
    merged = [k for k in range(1, len(one)) if (other[k] == other[k - 1]).all() and (one[k] != one[k - 1]).any()]
    for panel, table, title in zip(axes, (one, other, other - one), (*names, say("difference")), strict=True):
        image = _map(panel, table, start)
        panel.set(title=title, xlabel=say("column"))
        if merged:
            corner, width = (-0.5, start + merged[0] - 1.5), one.shape[1]
            panel.add_patch(Rectangle(corner, width, 2, fill=False, edgecolor=INK, linewidth=2, zorder=3))
    axes[0].set_ylabel(say("position"))
    figure.colorbar(image, ax=axes, label=say("value"))
    pairs = [f"{start + k - 1} and {start + k}" for k in merged]
    figure.alt = (
        f"Two heat maps of positions {start} to {start + len(one) - 1}, {names[0]} and {names[1]}, and their "
        f"difference, at most {abs(other - one).max():.2f}. " + (
            f"In the second, rows {pairs[0]} are one; so are {len(pairs) - 1} more pairs." if pairs else ""
        )
    ).strip()  # fmt: skip
    return figure


def _map(axes: Axes, values: np.ndarray, start: int = 0) -> AxesImage:
    """Draw a table whose first row is position ``start``, on the scale of all encodings."""
    rows, columns = values.shape
    extent = (-0.5, columns - 0.5, start + rows - 0.5, start - 0.5)
    return colour_map(axes, values, SIGNED, vmin=-1, vmax=1, aspect="auto", extent=extent)


def _place(figure: Figure, axes: Axes, left: int, width: int, height: int) -> None:
    """Put the axes 50 pixels above the figure's bottom, all in whole pixels."""
    across, up = figure.get_size_inches() * 100
    axes.set_position((left / across, 50 / up, width / across, height / up))


def _whole_pixels(room: int, count: int) -> int:
    """The largest multiple of ``count`` in ``room`` pixels; ``room`` if there is less than a pixel for each."""
    return room if count > room else room // count * count


def _ends(values: np.ndarray) -> str:
    return f"{values.min():.2f} to {values.max():.2f}"
