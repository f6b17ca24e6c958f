"""Pairs of columns as dials: the angles of training, and those that only a longer text has. Lesson 12."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle, Wedge
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson._words import say
from pe_lesson.plots._page import page, write
from pe_lesson.plots._style import GREY, PLACE, PLACE_TEXT, Picture, check_several
from pe_lesson.positions.rope_scaling import turns

SHOWN = "#D4D4D4"  # lighter than orange in grey print, and orange is hatched
WIDE, HIGH, RADIUS = 0.82, 1.22, 0.33  # inches: one dial with its words, and its circle
NEW: dict[str, Any] = {"facecolor": PLACE, "hatch": "////", "edgecolor": GREY}  # look of an angle not trained


def pair_turns(own: Tensor, trained: int, length: int, schemes: Mapping[str, Tensor]) -> Picture:
    """A row of dials per scheme: angles of the offsets in training are grey, angles that only the text has orange.

    The largest offset is the length minus one. Below a dial is what its frequency was divided by.

    Args:
        own: the frequencies in training, radians per position, ``(pairs,)``.
        trained: the length in training.
        length: the length of the text.
        schemes: the frequencies for that text by name, one to four.
    """
    check_several("schemes", schemes, 4, "{name: frequencies}")
    last, farther = whole_number("trained", trained, minimum=2) - 1, whole_number("length", length, minimum=2) - 1
    below = HIGH * len(schemes) + 0.35
    figure, axes = page(max(0.1 + WIDE * len(own), 2.6), below + 0.3)
    seen, alt = (360 * turns(own, last)).clamp(max=360).tolist(), []
    for row, (name, given) in enumerate(schemes.items()):
        now, new = (360 * turns(given, farther)).clamp(max=360).tolist(), []
        write(axes, 0.08, HIGH * row + 0.14, name, ha="left", bold=True)
        for i, (before, after) in enumerate(zip(seen, now, strict=True)):
            x, y = 0.05 + WIDE * (i + 0.5), HIGH * row + 0.63
            _sector(axes, (x, y), 0, before, f"seen-{row}-{i}", facecolor=SHOWN)
            if after - before > 0.01:  # degrees; not what rounding adds
                _sector(axes, (x, y), before, after, f"new-{row}-{i}", **NEW)
                new.append(f"pair {i} to {after:.0f}")
            axes.add_patch(Circle((x, y), RADIUS, fill=False, edgecolor=GREY))
            if (given != own).any():
                write(axes, x, y + 0.46, f"÷ {own[i] / given[i]:.2f}", colour=PLACE_TEXT, size=10)
            if row == len(schemes) - 1:
                write(axes, x, HIGH * len(schemes) + 0.08, say("pair {i}", i=i), size=10)
        alt.append(f"{name}: {', '.join(new) or 'none'}")
    looks: tuple[dict[str, Any], ...] = ({"facecolor": SHOWN}, NEW)
    for x, words, look in zip((0.14, 1.2), (say("trained"), say("new angles")), looks, strict=True):
        axes.add_patch(Rectangle((x, below), 0.2, 0.2, linewidth=0, **look))
        write(axes, x + 0.28, below + 0.1, words, size=10, ha="left")
    figure.alt = (
        f"A dial per pair and scheme. Offsets 0 to {last} reach, in degrees, "
        f"{', '.join(f'{angle:.0f} in pair {i}' for i, angle in enumerate(seen))}. "
        f"A text of {length} adds new angles: {'; '.join(alt)}."
    )
    return figure


def _sector(axes: Axes, centre: tuple[float, float], start: float, end: float, gid: str, **look: Any) -> None:
    """Fill from one angle to another, in degrees, counter-clockwise as on every dial: the page counts downwards."""
    axes.add_patch(Wedge(centre, RADIUS, -end, -start, linewidth=0, gid=gid, **look))
