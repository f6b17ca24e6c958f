"""Pairs of columns as dials: the point (cosine, sine) turns by its frequency a position."""

import math

import numpy as np
from matplotlib.figure import Figure

from pe_lesson.encoding import frequencies
from pe_lesson.plots._style import BLUE, GREY, INK, PALE, RED, new_figure


def dials(position: int, offset: int = 0, d_model: int = 8, n: float = 10_000.0) -> Figure:
    """One dial a pair of columns: the row at ``position`` and the same row moved on by ``offset``.

    The point of a pair stands at (cosine, sine), so its angle is position · frequency.

    Args:
        position: the row.
        offset: by how many positions it is moved; back if negative, 0 for none.
        d_model: width of the table, even; four dials a line.
        n: base of the wavelengths.
    """
    omega = frequencies(d_model, n).tolist()
    lines, columns = math.ceil(len(omega) / 4), min(len(omega), 4)
    figure, grid = new_figure(2.2 * columns, 2.7 * lines, lines, columns, squeeze=False)
    for pair, axes in enumerate(grid.flat):
        if pair >= len(omega):
            axes.axis("off")
            continue
        _circle(axes)
        angle, turn = position * omega[pair], offset * omega[pair]
        _hand(axes, angle, BLUE)
        if offset:
            _hand(axes, angle + turn, RED)
            _turn(axes, angle, turn)
        axes.set_title(f"pair {pair}: ω = {omega[pair]:.4g}", fontsize=10)
        shown, where = (angle + turn, position + offset) if offset else (angle, position)
        words = f"row {where}: sin {math.sin(shown):.2f}, cos {math.cos(shown):.2f}"
        axes.set_xlabel(words, fontsize=9, color=RED if offset else BLUE)
    moved = f", turned by T({offset}) to position {position + offset}" if offset else ""
    figure.suptitle(f"position {position}{moved}", fontsize=11)
    return figure


def sine_alone() -> Figure:
    """Two positions of equal sine and opposite next sine (pair 0: one radian a position)."""
    figure, (left, right) = new_figure(8.0, 2.8, columns=2, width_ratios=(1, 2.2))
    _circle(left)
    k = np.linspace(0, 24, 400)
    right.plot(k, np.sin(k), color=GREY, lw=1)
    right.plot(range(25), np.sin(range(25)), ".", color=GREY)
    for position, colour, above in ((0, BLUE, 1), (22, RED, -1)):
        _hand(left, position, colour)
        _arrow(left, 1.0, position + 0.12, position + 1, colour)
        right.plot([position, position + 1], np.sin([position, position + 1]), "o", color=colour, zorder=3)
        right.annotate(
            "", (position + 1, math.sin(position + 1)), (position, math.sin(position)),
            arrowprops={"arrowstyle": "->", "color": colour, "lw": 2},
        )  # fmt: skip
        words = f"{position} → {position + 1}:\n{math.sin(position):.2f} → {math.sin(position + 1):.2f}"
        right.annotate(words, (position + 0.5, 1.25 * above), ha="center", va="center", color=colour)
    left.set_title("equal height, opposite ways", fontsize=10)
    right.set(xlabel="position", ylabel="sine", xlim=(-2.6, 26.5), ylim=(-1.65, 1.65))
    return figure


def _circle(axes) -> None:
    around = np.linspace(0, 2 * math.pi, 200)
    axes.fill(np.cos(around), np.sin(around), color=PALE, zorder=0)
    axes.axhline(0, color="white", lw=1.5, zorder=1)
    axes.axvline(0, color="white", lw=1.5, zorder=1)
    axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal", xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_visible(False)
    axes.text(1.04, -0.13, "cos", fontsize=8, color=GREY, ha="center", va="top")
    axes.text(0, 1.04, "sin", fontsize=8, color=GREY, ha="center")


def _hand(axes, angle: float, colour: str) -> None:
    x, y = math.cos(angle), math.sin(angle)
    axes.plot([0, x], [0, y], color=colour, lw=2, zorder=2)
    axes.plot(x, y, "o", color=colour, ms=7, zorder=3)


def _turn(axes, angle: float, turn: float) -> None:
    """The way from one hand to the other; one that goes round more than once is drawn as a spiral."""
    way = angle + turn * np.linspace(0, 1, 400)
    radius = 0.35 + 0.3 * np.linspace(0, 1, 400) * min(1, abs(turn) / (2 * math.pi))
    x, y = radius * np.cos(way), radius * np.sin(way)
    axes.plot(x, y, color=INK, lw=1, zorder=4)
    if abs(turn) > 0.2:
        back = max(0, 400 - math.ceil(400 * 0.15 / abs(turn)))
        look = {"arrowstyle": "->", "color": INK, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (x[-1], y[-1]), (x[back], y[back]), arrowprops=look)
    axes.text(0, -1.16, f"turns {turn:.4g} rad", fontsize=8, color=INK, ha="center", va="center")


def _arrow(axes, radius: float, start: float, stop: float, colour: str) -> None:
    way = np.linspace(start, stop, 40)
    axes.plot(radius * np.cos(way), radius * np.sin(way), color=colour, lw=2)
    tip, back = (radius * np.array([math.cos(a), math.sin(a)]) for a in (way[-1], way[-4]))
    axes.annotate("", tip, back, arrowprops={"arrowstyle": "->", "color": colour, "lw": 2})
