"""Pairs of columns as dials: the point (cosine, sine) rotates by the pair's frequency per position."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson._words import marked, say
from pe_lesson.encoding.table import frequencies
from pe_lesson.plots._draw import MIDDLE, Point, arrow
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
        x, y = centre = (2.8 * (pair % 4), -3.3 * (pair // 4))
        angle, rotation = position * frequency, offset * frequency
        _circle(axes, centre)
        if offset:
            _hand(axes, centre, angle, GREY, "s")
            _arc(axes, centre, angle, rotation)
        _hand(axes, centre, angle + rotation, PLACE_TEXT)
        title = say("pair {pair}: ω = {frequency}", pair=pair, frequency=f"{frequency:.4g}")
        axes.text(x, y + 1.38, title, fontsize=10, color=INK, **MIDDLE)
        entries = f"sin {math.sin(angle + rotation):.2f}, cos {math.cos(angle + rotation):.2f}"
        words = say("row {row}: {entries}", row=position + offset, entries=entries)
        axes.text(x, y - 1.42, words, fontsize=9.5, color=PLACE_TEXT, **MIDDLE)
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
        _path(left, (0, 0), 1.0, np.linspace(position + 0.12, position + 1, 60), colour, 2)
        right.plot([position, position + 1], [now, then], mark, color=colour, zorder=3)
        arrow(right, (position, now), (position + 1, then), colour, width=2)
        words = f"{position} → {position + 1}:\n{now:.2f} → {then:.2f}"
        right.text(position + 0.5, 1.25 * above, words, color=colour, **MIDDLE)
        alt.append(f"from position {position} to {position + 1} it goes from {now:.2f} to {then:.2f}")
    left.text(0, 1.45, say("equal height, opposite ways"), fontsize=10, color=INK, **MIDDLE)
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
        followed, y = k == follow, 0.85 - 0.45 * k
        colour = PLACE_TEXT if followed else INK
        _hand(axes, (0, 0), math.atan2(sine, cosine), PLACE_TEXT if followed else GREY)
        axes.text(1.2 * cosine, 1.2 * sine, str(k), fontsize=10.5, color=colour, **MIDDLE)
        if followed:
            axes.plot([cosine, cosine, 0], [0, sine, sine], ":", color=colour, lw=1.8, zorder=3)
            axes.text(cosine + 0.2, sine / 2, f"{sine:.2f}", fontsize=10, color=colour, **MIDDLE)
            axes.text(cosine / 2, sine - 0.1, f"{cosine:.2f}", fontsize=10, color=colour, **MIDDLE)
            axes.add_patch(Rectangle((2.05, y - 0.2), 2.1, 0.4, fill=False, edgecolor=colour, linewidth=2))
        for x, words in ((1.8, str(k)), (2.6, f"{sine:.2f}"), (3.6, f"{cosine:.2f}")):
            axes.text(x, y, words, fontsize=11, color=colour, **MIDDLE)
    for x, words in ((1.8, say("position")), (2.6, say("sine\n(up)")), (3.6, say("cosine\n(right)"))):
        axes.text(x, 1.25, words, fontsize=10, color=GREY, **MIDDLE)
    up, right = rows[follow].tolist()
    figure.alt = (
        f"A dial with hands for positions 0 to {len(rows) - 1}. The hand of position {follow} reaches {up:.2f} up and "
        f"{right:.2f} to the right; row {follow} of the table is {up:.2f}, {right:.2f}."
    )
    return figure


def _circle(axes: Axes, centre: Point) -> None:
    x, y = centre
    axes.add_patch(Circle(centre, 1, color=PALE, linewidth=0, zorder=0))
    axes.plot([x - 1, x + 1], [y, y], color="white", lw=1.5, zorder=1)
    axes.plot([x, x], [y - 1, y + 1], color="white", lw=1.5, zorder=1)
    axes.text(x + 1.1, y - 0.2, "cos", fontsize=9.5, color=GREY, **MIDDLE)
    axes.text(x, y + 1.12, "sin", fontsize=9.5, color=GREY, **MIDDLE)


def _hand(axes: Axes, centre: Point, angle: float, colour: str, mark: str = "o") -> None:
    x, y = centre
    across, up = [x, x + math.cos(angle)], [y, y + math.sin(angle)]
    axes.plot(across, up, color=colour, lw=2, marker=mark, markevery=[1], ms=7, zorder=2)


def _arc(axes: Axes, centre: Point, angle: float, rotation: float) -> None:
    """Draw the arc from one hand to the other, a spiral if it is longer than one round."""
    share = np.linspace(0, 1, 400)
    radius = 0.35 + 0.3 * share * min(1, abs(rotation) / (2 * math.pi))
    _path(axes, centre, radius, angle + rotation * share, INK, 1)
    words = say("turns {rotation} rad", rotation=f"{rotation:.4g}")
    axes.text(centre[0], centre[1] - 1.16, words, fontsize=9.5, color=INK, **MIDDLE)


def _path(axes: Axes, centre: Point, radius: float | np.ndarray, angles: np.ndarray, colour: str, width: float) -> None:
    """Draw a curve given by radius and angle, with an arrowhead unless it is too short for one."""
    x, y = centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)
    axes.plot(x, y, color=colour, lw=width, zorder=4)
    way = abs(angles[-1] - angles[0])
    if way > 0.2:
        before = max(0, len(x) - math.ceil(len(x) * 0.15 / way))
        arrow(axes, (x[before], y[before]), (x[-1], y[-1]), colour, width=width, shrinkA=0, shrinkB=0)
