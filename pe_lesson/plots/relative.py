"""Offsets and rows as strips: T5's buckets, and the rows of a resized table. Lesson 13."""

from collections.abc import Mapping
from itertools import pairwise

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._words import say
from pe_lesson.plots._page import frame, page, tint, write
from pe_lesson.plots._style import GREY, PLACE, PLACE_TEXT, check_several, on_cpu

WIDE, HIGH, LEFT = 6.3, 0.3, 0.2  # inches: of a whole strip, left of it


@on_cpu
def bucket_strips(sides: Mapping[str, Tensor]) -> Figure:
    """The distances from the query as a strip, cut into T5's buckets; the last one is framed.

    Inside a bucket is its number, if that fits, and below its left edge the distance where it begins.

    Args:
        sides: the bucket of each of the distances 0, 1, 2, …, ``(distances,)``, by name; one to three.
    """
    check_several("sides", sides, 3, '{"decoder": buckets}')
    figure, axes = page(6.7, 1.15 * len(sides))
    alt = []
    for number, (name, buckets) in enumerate(sides.items()):
        top, inch = 1.15 * number + 0.4, WIDE / len(buckets)
        bounds = [0, *((buckets[1:] != buckets[:-1]).nonzero().flatten() + 1).tolist(), len(buckets)]
        write(axes, LEFT, top - 0.2, name, size=9.5, ha="left")
        for i, (start, end) in enumerate(pairwise(bounds)):
            middle = LEFT + (start + end) / 2 * inch
            _strip(axes, LEFT + start * inch, top, (end - start) * inch, i)
            inside = f"{buckets[start]}"
            if end == len(buckets) and (end - start) * inch > 0.9:
                inside = say("bucket {number}", number=inside)
            if (end - start) * inch > 0.24:
                write(axes, middle, top + HIGH / 2, inside, gid=f"{number}-bucket-{start}")
            if end - start > 1 or start == 0:
                down = HIGH + 0.11 + 0.15 * (i % 2 if i else 0)
                write(
                    axes, LEFT + start * inch, top + down, f"{start}", size=9, colour=PLACE_TEXT, gid=f"{number}-from"
                )
        frame(axes, LEFT + bounds[-2] * inch, top, (len(buckets) - bounds[-2]) * inch, HIGH)
        write(axes, LEFT + WIDE, top + HIGH + 0.11, say("distance"), size=9, colour=PLACE_TEXT, ha="right")
        wide = ", ".join(f"{start}" for start, end in pairwise(bounds) if end - start > 1)
        alt.append(f"{name}: one per distance, then wider ones from {wide} on; the last, {buckets[-1]}, is framed")
    figure.alt = f"Distances from 0 to {len(buckets) - 1}, cut into buckets. {'. '.join(alt)}."
    return figure


@on_cpu
def resized_rows(old: int, places: Mapping[str, Tensor]) -> Figure:
    """Where the rows of a resized table lie among the old ones: a strip per row, and a dot in its middle.

    Args:
        old: number of old rows; row 0 is the strip from -½ to ½.
        places: where the new rows are, counted in old rows, ``(rows,)``, by name; one to three. The first row of the
            first of them is framed.
    """
    check_several("places", places, 3, '{"ends aligned": places}')
    figure, axes = page(6.7, 0.75 * len(places) + 0.85)
    inch, alt = WIDE / old, []
    for number, (name, rows) in enumerate({f"{old} old rows": torch.arange(old), **places}.items()):
        top, middles = 0.75 * number + 0.35, rows.tolist()
        step = middles[1] - middles[0]
        title = name if number else say("{count} old rows", count=old)
        write(axes, LEFT + inch, top - 0.16, title, size=9.5, ha="left")
        for r, row in enumerate(middles):
            x = LEFT + (row + 0.5) * inch
            _strip(axes, x - step * inch / 2, top, step * inch, r)
            axes.plot(x, top + HIGH / 2, "o", color=PLACE_TEXT, ms=4, gid=f"{number}-{r}")
            if number == 0 or r in (0, len(middles) - 1):
                words = f"{r}" if number == 0 else f"{row:.2f}".replace("-", "\N{MINUS SIGN}")
                write(axes, x, top + HIGH + 0.12, words, size=9, colour=PLACE_TEXT, gid=f"{number}-at-{r}")
        for row in (0, old - 1):  # the first and the last old middle, in every line
            axes.plot([LEFT + (row + 0.5) * inch] * 2, [top - 0.07, top + HIGH + 0.03], ":", color=GREY, lw=1.2)
        alt.append(f"{name}: the first at {middles[0]:.2f}, the last at {middles[-1]:.2f}")
    first = next(iter(places.values())).tolist()
    step = first[1] - first[0]
    frame(axes, LEFT + (first[0] + 0.5 - step / 2) * inch, 1.1, step * inch, HIGH)
    figure.alt = f"Rows as strips with a dot in the middle, counted in old rows. {'. '.join(alt)}."
    return figure


def _strip(axes: Axes, x: float, top: float, wide: float, number: int) -> None:
    """Draw one strip; two tints take turns, so that neighbours are told apart."""
    colour = tint(PLACE, 0.25 + 0.25 * (number % 2))
    axes.add_patch(Rectangle((x, top), wide, HIGH, facecolor=colour, edgecolor="white", linewidth=0.4))
