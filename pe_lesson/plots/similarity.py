"""How fast each pair rotates, and how similar two positions are."""

import math
from collections.abc import Sequence

import numpy as np
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson._check_tensors import real_table
from pe_lesson._words import say, value_error
from pe_lesson.encoding.table import frequencies
from pe_lesson.plots._draw import MIDDLE, Point, beside, colour_map, spread_apart, whole_ticks
from pe_lesson.plots._style import ASKS, GREY, INK, PLACE_TEXT, RESULT, check_several, new_figure, on_cpu

LONGEST = 4096  # rows; a matrix of all pairs of them takes 128 MiB
ACROSS = ("axes fraction", "data")  # of a place: part of the width, and height in the data
LINES = ((INK, "-"), (INK, "--"), (GREY, "-"), (GREY, ":"), (INK, "-."), (GREY, "--"))


def wavelengths(d_model: int, n: float = 10_000.0) -> Figure:
    """The wavelength of each pair of columns; for a base above 1 and an even width they stay below n·2π."""
    length = 2 * math.pi / frequencies(d_model, n)
    figure, axes = new_figure(5.6, 3.0)
    axes.semilogy(range(len(length)), length, "o", ms=4, color=PLACE_TEXT, zorder=3)
    last, slowest = len(length) - 1, float(length[-1])
    levels = [(2 * math.pi, say("2π, pair 0"))]
    if n > 1 and d_model % 2 == 0:
        levels.append((n * 2 * math.pi, say("n · 2π, one pair beyond the last")))
    for level, name in levels:
        axes.axhline(level, color=GREY, ls="--", lw=1)
        beside(axes, name, (0.3, level), (0, 3), color=GREY, xycoords=ACROSS, ha="center")
    axes.plot(last, slowest, "o", ms=9, mfc="none", mec=ASKS, mew=2, zorder=4)
    words = f"{slowest:,.0f}" if 100 <= slowest < 1e12 else f"{slowest:.3g}"
    label = say("pair {pair}:\n{length} positions", pair=last, length=words)
    _point_at(axes, label, (last, slowest), (0.97, 0.35))
    lowest, highest = sorted((2 * math.pi, n * 2 * math.pi))
    margin = max(1.5, (highest / lowest) ** 0.14)  # of n = 1, where both are one, too
    axes.set_ylim(lowest / margin, highest * margin)
    axes.minorticks_off()
    whole_ticks(axes, y=False)
    axes.set(
        xlabel=say("pair i, for d_model = {d_model} and n = {n}", d_model=d_model, n=f"{n:,g}"),
        ylabel=say("wavelength in positions"),
    )
    figure.alt = (
        f"The wavelength of each of {len(length)} pairs on a logarithmic scale: {length[0]:.1f} positions for pair 0, "
        f"{words} for pair {last}" + (f", below n · 2π = {n * 2 * math.pi:,.0f}." if len(levels) > 1 else ".")
    )
    return figure


def similarity_to(table: Tensor | np.ndarray, position: int) -> Figure:
    """The dot product of every row with one row, divided by that row's dot product with itself.

    Args:
        table: ``(max_length, d_model)``.
        position: the row that all are compared with.
    """
    rows, position = real_table("table", table).double(), whole_number("position", position, minimum=0)
    if position >= len(rows):
        raise value_error(
            "position must be a row of the table, 0 to {last}, got {position}", last=len(rows) - 1, position=position
        )
    share = rows @ rows[position] / rows[position].square().sum()
    figure, axes = new_figure(5.8, 2.9)
    axes.plot(share, color=RESULT, lw=1.5)
    axes.plot(position, 1, "o", color=ASKS)
    beside(axes, say("row {position}", position=position), (position, 1), (6, -3), color=ASKS)
    figure.alt = (
        f"The similarity of {len(rows)} rows to row {position}: 1 at the row itself, {share[0]:.2f} at row 0, "
        f"{share[-1]:.2f} at row {len(rows) - 1}"
    )
    rising = (share[position + 1 :] > share[position:-1]).nonzero()
    if len(rising):
        first = position + int(rising[0])
        point = (first + 1, float(share[first + 1]))
        axes.plot(*point, "o", color=INK, ms=5, zorder=3)
        label = say("first rise: position {first} to {next}", first=first, next=first + 1)
        _point_at(axes, label, point, (0.98, 0.76))
        falls = "falls at first, and " if rising[0] else ""  # of an odd width the next row may be larger
        figure.alt += f". To the right it {falls}rises from position {first} to {first + 1}"
    figure.alt += "."
    axes.set_ylim(min(0.0, float(share.min()) - 0.05), 1.1)
    whole_ticks(axes, y=False)
    axes.set(xlabel=say("position"), ylabel=say("similarity to row {position}", position=position))
    axes.grid(alpha=0.25)
    return figure


def similarity_matrix(table: Tensor | np.ndarray) -> Figure:
    """The similarity of every row with every row, on a scale that starts at 0 or below; one diagonal is marked.

    Args:
        table: ``(max_length, d_model)``, 4096 rows at most.
    """
    rows = torch.nn.functional.normalize(real_table("table", table).double(), dim=1)
    if len(rows) > LONGEST:
        raise value_error(
            "table must have {longest} rows at most, got {count}; take some of them: table[:{longest}]",
            longest=LONGEST, count=len(rows),
        )  # fmt: skip
    figure, axes = new_figure(4.4, 3.5)
    alike, distance, last = (rows @ rows.T).numpy(), len(rows) // 4, len(rows) - 1
    image = colour_map(axes, alike, vmin=min(0, alike.min()), vmax=1)
    axes.plot([0, last - distance], [distance, last], color=INK, lw=2, ls="--")
    words = say("{distance} apart: {similarity}", distance=distance, similarity=f"{alike[distance, 0]:.2f}")
    middle = (last - distance) / 2
    beside(axes, words, (middle, middle + distance), (-7, -7), color=INK, weight="bold", rotation=-45, **MIDDLE)
    axes.set(xlabel=say("position"), ylabel=say("position"))
    figure.colorbar(image, ax=axes, label=say("similarity"))
    figure.alt = (
        f"The similarity of {len(rows)} rows with each other: 1 on the diagonal, {alike[0, last]:.2f} in the other "
        f"corners. A dashed line marks the rows {distance} apart, {alike[distance, 0]:.2f} at its beginning, "
        f"{alike[last, last - distance]:.2f} at its end."
    )
    return figure


@on_cpu
def effect_of_n(bases: Sequence[float], d_model: int = 128, max_distance: int = 60) -> Figure:
    """Similarity over distance, one line for each ``n``.

    Args:
        bases: values of n, six at most.
        d_model: width of the table, even.
        max_distance: the largest distance between two positions.
    """
    check_several("bases", bases, len(LINES), "[100, 10_000]")
    max_distance = whole_number("max_distance", max_distance)
    figure, axes = new_figure(6.2, 2.9)
    distance = torch.arange(max_distance + 1, dtype=torch.float64).unsqueeze(1)
    # sin a · sin b + cos a · cos b = cos(a - b), so the distance alone decides
    lines = {n: torch.cos(distance * frequencies(d_model, n)).mean(dim=1) for n in bases}
    rising = sorted(lines.items(), key=lambda line: line[1][-1].item())
    heights = spread_apart([alike[-1].item() for _, alike in rising], 0.1)
    for (n, alike), height, (colour, style) in zip(rising, heights, LINES, strict=False):
        axes.plot(alike, color=colour, ls=style, lw=1.8)
        axes.annotate(f" n = {n:,.12g}", (1, height), xycoords=ACROSS, color=colour, va="center")
    axes.axhline(0, color=GREY, lw=0.8)
    axes.set(xlabel=say("distance between two positions"), ylabel=say("similarity"), xlim=(0, max_distance))
    ends = ", ".join(f"{alike[-1]:.2f} for n = {n:,.12g}" for n, alike in lines.items())
    figure.alt = f"Similarity over distance, one line per n. At distance {max_distance}: {ends}."
    return figure


def _point_at(axes: Axes, words: str, point: Point, where: Point) -> None:
    """Write words at ``where``, a fraction of the axes, and draw an arrow from them to ``point``."""
    arrow = {"arrowstyle": "->", "color": INK}
    axes.annotate(words, point, where, textcoords="axes fraction", ha="right", va="center", color=INK, arrowprops=arrow)
