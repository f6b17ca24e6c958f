"""Pairs of columns as dials: the point (cosine, sine) rotates by the pair's frequency per position."""

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle
from torch import Tensor

from pe_lesson._arguments import whole_number
from pe_lesson._words import marked, say
from pe_lesson.encoding.table import frequencies
from pe_lesson.plots._style import GREY, INK, PALE, PLACE_TEXT, new_figure, new_panels


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
    alt = []
    for pair, frequency in enumerate(omega):
        centre = (2.8 * (pair % 4), -3.3 * (pair // 4))
        angle, rotation = position * frequency, offset * frequency
        _circle(axes, centre)
        if offset:
            _hand(axes, centre, angle, GREY, "s")
            _arc(axes, centre, angle, rotation)
        _hand(axes, centre, angle + rotation, PLACE_TEXT)
        title = say("pair {pair}: ω = {frequency}", pair=pair, frequency=f"{frequency:.4g}")
        _write(axes, centre, (0, 1.38), title, size=10, colour=INK)
        entries = f"sin {math.sin(angle + rotation):.2f}, cos {math.cos(angle + rotation):.2f}"
        words = say("row {row}: {entries}", row=position + offset, entries=entries)
        _write(axes, centre, (0, -1.42), words, size=9.5, colour=PLACE_TEXT)
        alt.append(f"pair {pair}, {frequency:.4g} radians per position, {entries}")
    moved = f", turned by T({offset}) to position {position + offset}" if offset else ""
    turned = marked("position {position}, turned by T({offset}) to position {end}")
    title = turned if offset else marked("position {position}")
    axes.set_title(say(title, position=position, offset=offset, end=position + offset), fontsize=11)
    more = f"; and {len(alt) - 8} slower ones" if len(alt) > 8 else ""
    figure.alt = f"A dial per pair, position {position}{moved}. Row {position + offset}: {'; '.join(alt[:8])}{more}."
    return figure


def sine_alone() -> Figure:
    """Two positions of equal sine and opposite next sine (pair 0: one radian per position)."""
    figure, (left, right) = new_panels(6.7, 2.6, 1, 2, width_ratios=(1, 2))
    left.set(xlim=(-1.3, 1.3), ylim=(-1.2, 1.6), aspect="equal")
    left.axis("off")
    _circle(left, (0, 0))
    k = np.linspace(0, 24, 400)
    right.plot(k, np.sin(k), color=GREY, lw=1)
    right.plot(range(25), np.sin(range(25)), ".", color=GREY)
    alt = []
    for position, colour, above, mark in ((0, PLACE_TEXT, 1, "o"), (22, INK, -1, "s")):
        now, then = math.sin(position), math.sin(position + 1)
        _hand(left, (0, 0), position, colour, mark)
        _way(left, (0, 0), 1.0, np.linspace(position + 0.12, position + 1, 60), colour, 2)
        right.plot([position, position + 1], [now, then], mark, color=colour, zorder=3)
        look = {"arrowstyle": "->", "color": colour, "lw": 2}
        right.annotate("", (position + 1, then), (position, now), arrowprops=look)
        words = f"{position} → {position + 1}:\n{now:.2f} → {then:.2f}"
        right.annotate(words, (position + 0.5, 1.25 * above), ha="center", va="center", color=colour)
        alt.append(f"from position {position} to {position + 1} it goes from {now:.2f} to {then:.2f}")
    _write(left, (0, 0), (0, 1.45), say("equal height, opposite ways"), size=10, colour=INK)
    right.set(xlabel=say("position"), ylabel=say("sine"), xlim=(-4, 28), ylim=(-1.65, 1.65))
    figure.alt = f"Two hands at one height, one on its way up, one on its way down. The sine: {', '.join(alt)}."
    return figure


def hand_to_row(rows: Tensor, follow: int = 1) -> Figure:
    """The first pair: hands at positions 0, 1, …, and rows (sine, cosine) of a table; row ``follow`` is framed."""
    figure, axes = new_figure(6.4, 2.9)
    axes.set(xlim=(-1.6, 4.4), ylim=(-1.15, 1.45), aspect="equal")
    axes.axis("off")
    _circle(axes, (0, 0))
    for k, (sine, cosine) in enumerate(rows.tolist()):
        own, y = k == follow, 0.85 - 0.45 * k
        _hand(axes, (0, 0), math.atan2(sine, cosine), PLACE_TEXT if own else GREY)
        _write(axes, (0, 0), (1.2 * cosine, 1.2 * sine), str(k), size=10.5, colour=PLACE_TEXT if own else INK)
        if own:
            axes.plot([cosine, cosine, 0], [0, sine, sine], ":", color=PLACE_TEXT, lw=1.8, zorder=3)
            _write(axes, (0, 0), (cosine + 0.2, sine / 2), f"{sine:.2f}", size=10, colour=PLACE_TEXT)
            _write(axes, (0, 0), (cosine / 2, sine - 0.1), f"{cosine:.2f}", size=10, colour=PLACE_TEXT)
            axes.add_patch(Rectangle((2.05, y - 0.2), 2.1, 0.4, fill=False, edgecolor=PLACE_TEXT, linewidth=2))
        for x, words in ((1.8, str(k)), (2.6, f"{sine:.2f}"), (3.6, f"{cosine:.2f}")):
            _write(axes, (x, y), (0, 0), words, size=11, colour=PLACE_TEXT if own else INK)
    for x, words in ((1.8, say("position")), (2.6, say("sine\n(up)")), (3.6, say("cosine\n(right)"))):
        _write(axes, (x, 1.25), (0, 0), words, size=10, colour=GREY)
    up, right = rows[follow].tolist()
    figure.alt = (
        f"A dial with hands for positions 0 to {len(rows) - 1}. The hand of position {follow} reaches {up:.2f} up and "
        f"{right:.2f} to the right; row {follow} of the table is {up:.2f}, {right:.2f}."
    )
    return figure


def _circle(axes: Axes, centre: tuple[float, float]) -> None:
    axes.add_patch(Circle(centre, 1, color=PALE, linewidth=0, zorder=0))
    x, y = centre
    for line in (([x - 1, x + 1], [y, y]), ([x, x], [y - 1, y + 1])):
        axes.plot(*line, color="white", lw=1.5, zorder=1)
    _write(axes, centre, (1.1, -0.2), "cos", size=9.5, colour=GREY)
    _write(axes, centre, (0, 1.12), "sin", size=9.5, colour=GREY)


def _hand(axes: Axes, centre: tuple[float, float], angle: float, colour: str, mark: str = "o") -> None:
    x, y = centre
    tip = (x + math.cos(angle), y + math.sin(angle))
    axes.plot([x, tip[0]], [y, tip[1]], color=colour, lw=2, marker=mark, markevery=[1], ms=7, zorder=2)


def _arc(axes: Axes, centre: tuple[float, float], angle: float, rotation: float) -> None:
    """Draw the arc from one hand to the other, drawn as a spiral if it is longer than one round."""
    share = np.linspace(0, 1, 400)
    _way(axes, centre, 0.35 + 0.3 * share * min(1, abs(rotation) / (2 * math.pi)), angle + rotation * share, INK, 1)
    _write(axes, centre, (0, -1.16), say("turns {rotation} rad", rotation=f"{rotation:.4g}"), size=9.5, colour=INK)


def _way(axes: Axes, centre: tuple[float, float], radius: Any, angles: np.ndarray, colour: str, width: float) -> None:
    """Draw a curve given by radius and angle, with an arrowhead unless it is too short for one."""
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
