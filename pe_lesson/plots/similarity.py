"""How fast each pair rotates, and how similar two positions are."""

import math
from collections.abc import Sequence

import numpy as np
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._arguments import whole_number
from pe_lesson._tensors import real_table
from pe_lesson.encoding.table import frequencies
from pe_lesson.plots._style import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SEQUENTIAL,
    SKY,
    check_several,
    new_figure,
    on_cpu,
    whole_ticks,
)

COLOURS = (SKY, GREEN, BLUE, RED, PURPLE, ORANGE)
LONGEST = 4096  # rows; a matrix of all pairs of them takes 128 MiB
STYLES = ("-", "--", "-", ":", "-.", "--")


def wavelengths(d_model: int, n: float = 10_000.0) -> Figure:
    """The wavelength of each pair of columns, between 2π and n·2π."""
    length = 2 * math.pi / frequencies(d_model, n)
    figure, axes = new_figure(5.6, 3.0)
    axes.semilogy(range(len(length)), length, "o", ms=4, color=BLUE, zorder=3)
    for level, name in ((2 * math.pi, "2π, pair 0"), (n * 2 * math.pi, "n · 2π, one pair beyond the last")):
        axes.axhline(level, color=GREY, ls="--", lw=1)
        axes.annotate(
            name, (0.3, level), (0, 3), xycoords=("axes fraction", "data"), textcoords="offset points",
            color=GREY, ha="center",
        )  # fmt: skip
    last, longest = len(length) - 1, float(length[-1])
    axes.plot(last, longest, "o", ms=8, mfc="none", mec=RED, zorder=4)
    words = f"{longest:,.0f}" if longest < 1e12 else f"{longest:.3g}"
    _point_at(axes, f"the longest:\n{words} positions", (last, longest), (0.97, 0.35))
    lowest, highest = sorted((2 * math.pi, n * 2 * math.pi))
    margin = max(1.5, (highest / lowest) ** 0.14)  # of n = 1, where both are one, too
    axes.set_ylim(lowest / margin, highest * margin)
    axes.minorticks_off()
    whole_ticks(axes, y=False)
    axes.set(xlabel="pair i", ylabel="wavelength in positions", title=f"d_model = {d_model}, n = {n:,g}")
    return figure


def similarity_to(table: Tensor | np.ndarray, position: int) -> Figure:
    """The dot product of every row with one row, as a share of that row's with itself.

    Args:
        table: ``(max_length, d_model)``.
        position: the row that all are compared with.
    """
    rows, position = real_table("table", table).double(), whole_number("position", position, minimum=0)
    if position >= len(rows):
        raise ValueError(f"position must be a row of the table, 0 to {len(rows) - 1}, got {position}")
    share = rows @ rows[position] / rows[position].square().sum()
    figure, axes = new_figure(5.8, 2.9)
    axes.plot(share, color=BLUE, lw=1.5)
    axes.plot(position, 1, "o", color=BLUE)
    rising = (share[position + 1 :] > share[position:-1]).nonzero()
    if len(rising):
        first = position + int(rising[0])
        axes.plot([first, first + 1], share[first : first + 2], "o-", color=RED, ms=5, zorder=3)
        _point_at(
            axes, f"first rise:\nposition {first} to {first + 1}", (first + 1, float(share[first + 1])), (0.97, 0.85)
        )
    axes.set_ylim(min(0.0, float(share.min()) - 0.05), 1.08)
    whole_ticks(axes, y=False)
    axes.set(xlabel="position", ylabel=f"similarity to row {position}")
    axes.grid(alpha=0.25)
    return figure


def similarity_matrix(table: Tensor | np.ndarray) -> Figure:
    """The similarity of every row with every row, 1 on the diagonal, on a scale that starts at 0 or below.

    Args:
        table: ``(max_length, d_model)``, 4096 rows at most.
    """
    rows = torch.nn.functional.normalize(real_table("table", table).double(), dim=1)
    if len(rows) > LONGEST:
        raise ValueError(
            f"table must have {LONGEST} rows at most, got {len(rows)}; take some of them: table[:{LONGEST}]"
        )
    figure, axes = new_figure(3.6, 2.9)
    alike = (rows @ rows.T).numpy()
    image = axes.imshow(alike, cmap=SEQUENTIAL, vmin=min(0, alike.min()), vmax=1, interpolation="nearest")
    whole_ticks(axes)
    axes.set(xlabel="position", ylabel="position")
    figure.colorbar(image, ax=axes, label="similarity")
    return figure


@on_cpu
def effect_of_n(bases: Sequence[float], d_model: int = 128, max_distance: int = 60) -> Figure:
    """How similarity falls with distance, one line for each ``n``.

    Args:
        bases: values of n, six at most.
        d_model: width of the table, even.
        max_distance: the largest distance between two positions.
    """
    check_several("bases", bases, len(COLOURS), "[100, 10_000]")
    max_distance = whole_number("max_distance", max_distance)
    figure, axes = new_figure(5.8, 2.9)
    distance = torch.arange(max_distance + 1, dtype=torch.float64).unsqueeze(1)
    for n, colour, style in zip(bases, COLOURS, STYLES, strict=False):
        # sin a · sin b + cos a · cos b = cos(a - b), so the distance alone decides
        alike = torch.cos(distance * frequencies(d_model, n)).mean(dim=1)
        axes.plot(alike, color=colour, ls=style, lw=1.8, label=f"n = {n:,.12g}")
    axes.axhline(0, color=GREY, lw=0.8)
    axes.set(xlabel="distance between two positions", ylabel="similarity", xlim=(0, max_distance))
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def _point_at(axes: Axes, words: str, point: tuple[float, float], where: tuple[float, float]) -> None:
    """Words at ``where``, a fraction of the axes, and an arrow from them to ``point``."""
    arrow = {"arrowstyle": "->", "color": RED}
    axes.annotate(words, point, where, textcoords="axes fraction", ha="right", va="center", color=RED, arrowprops=arrow)
