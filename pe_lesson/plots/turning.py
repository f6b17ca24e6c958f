"""Pairs of columns as dials: the point (cosine, sine) rotates by the pair's frequency per position."""

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from pe_lesson._arguments import whole_number
from pe_lesson.encoding.table import frequencies
from pe_lesson.plots._style import BLUE, GREY, INK, PALE, RED, new_figure, new_panels


def dials(position: int, offset: int = 0, d_model: int = 8, n: float = 10_000.0) -> Figure:
    """One dial per pair of columns: the row at ``position`` and the same row moved on by ``offset``.

    The point of a pair is at (cosine, sine), so its angle is position · frequency.

    Args:
        position: the row.
        offset: by how many positions it is moved; back if negative, 0 for none.
        d_model: width of the table, even; four dials per line.
        n: base of the wavelengths.
    """
    position = whole_number("position", position, minimum=None)
    offset = whole_number("offset", offset, minimum=None)
    omega = frequencies(d_model, n).tolist()
    lines, columns = math.ceil(len(omega) / 4), min(len(omega), 4)
    # one pair of axes for all: quick enough for a slider
    figure, axes = new_figure(max(4.4, 2.2 * columns), 0.4 + 2.5 * lines)
    axes.set(xlim=(-1.3, 2.8 * columns - 1.5), ylim=(-1.6 - 3.3 * (lines - 1), 1.55), aspect="equal")
    axes.axis("off")
    for pair, frequency in enumerate(omega):
        centre = (2.8 * (pair % 4), -3.3 * (pair // 4))
        angle, rotation = position * frequency, offset * frequency
        _circle(axes, centre)
        _hand(axes, centre, angle, BLUE)
        if offset:
            _hand(axes, centre, angle + rotation, RED)
            _arc(axes, centre, angle, rotation)
        _write(axes, centre, (0, 1.38), f"pair {pair}: ω = {frequency:.4g}", size=10, colour=INK)
        words = f"row {position + offset}: sin {math.sin(angle + rotation):.2f}, cos {math.cos(angle + rotation):.2f}"
        _write(axes, centre, (0, -1.42), words, size=9, colour=RED if offset else BLUE)
    moved = f", turned by T({offset}) to position {position + offset}" if offset else ""
    axes.set_title(f"position {position}{moved}", fontsize=11)
    return figure


def sine_alone() -> Figure:
    """Two positions of equal sine and opposite next sine (pair 0: one radian per position)."""
    figure, (left, right) = new_panels(8.0, 2.8, 1, 2, width_ratios=(1, 2.2))
    left.set(xlim=(-1.3, 1.3), ylim=(-1.2, 1.6), aspect="equal")
    left.axis("off")
    _circle(left, (0, 0))
    k = np.linspace(0, 24, 400)
    right.plot(k, np.sin(k), color=GREY, lw=1)
    right.plot(range(25), np.sin(range(25)), ".", color=GREY)
    for position, colour, above in ((0, BLUE, 1), (22, RED, -1)):
        _hand(left, (0, 0), position, colour)
        _way(left, (0, 0), 1.0, np.linspace(position + 0.12, position + 1, 60), colour, 2)
        right.plot([position, position + 1], np.sin([position, position + 1]), "o", color=colour, zorder=3)
        right.annotate(
            "", (position + 1, math.sin(position + 1)), (position, math.sin(position)),
            arrowprops={"arrowstyle": "->", "color": colour, "lw": 2},
        )  # fmt: skip
        words = f"{position} → {position + 1}:\n{math.sin(position):.2f} → {math.sin(position + 1):.2f}"
        right.annotate(words, (position + 0.5, 1.25 * above), ha="center", va="center", color=colour)
    _write(left, (0, 0), (0, 1.45), "equal height, opposite ways", size=10, colour=INK)
    right.set(xlabel="position", ylabel="sine", xlim=(-2.6, 26.5), ylim=(-1.65, 1.65))
    return figure


def _circle(axes: Axes, centre: tuple[float, float]) -> None:
    axes.add_patch(Circle(centre, 1, color=PALE, linewidth=0, zorder=0))
    x, y = centre
    for line in (([x - 1, x + 1], [y, y]), ([x, x], [y - 1, y + 1])):
        axes.plot(*line, color="white", lw=1.5, zorder=1)
    _write(axes, centre, (1.06, -0.2), "cos", size=8, colour=GREY)
    _write(axes, centre, (0, 1.1), "sin", size=8, colour=GREY)


def _hand(axes: Axes, centre: tuple[float, float], angle: float, colour: str) -> None:
    x, y = centre
    tip = (x + math.cos(angle), y + math.sin(angle))
    axes.plot([x, tip[0]], [y, tip[1]], color=colour, lw=2, marker="o", markevery=[1], ms=7, zorder=2)


def _arc(axes: Axes, centre: tuple[float, float], angle: float, rotation: float) -> None:
    """The arc from one hand to the other, drawn as a spiral if it is longer than one round."""
    share = np.linspace(0, 1, 400)
    _way(axes, centre, 0.35 + 0.3 * share * min(1, abs(rotation) / (2 * math.pi)), angle + rotation * share, INK, 1)
    _write(axes, centre, (0, -1.16), f"turns {rotation:.4g} rad", size=8, colour=INK)


def _way(axes: Axes, centre: tuple[float, float], radius: Any, angles: np.ndarray, colour: str, width: float) -> None:
    """A curve given by radius and angle, with an arrowhead unless it is too short for one."""
    x, y = centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)
    axes.plot(x, y, color=colour, lw=width, zorder=4)
    way = abs(angles[-1] - angles[0])
    if way > 0.2:
        before = max(0, len(x) - math.ceil(len(x) * 0.15 / way))
        look = {"arrowstyle": "->", "color": colour, "lw": width, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (x[-1], y[-1]), (x[before], y[before]), arrowprops=look)


def _write(
    axes: Axes, centre: tuple[float, float], where: tuple[float, float], words: str, *, size: float, colour: str
) -> None:
    axes.text(centre[0] + where[0], centre[1] + where[1], words, fontsize=size, color=colour, ha="center", va="center")
