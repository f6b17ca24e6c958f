"""Lesson 06: what a padding mask does to scores and weights."""

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson.plots._page import boxes, digits, frame, page, write
from pe_lesson.plots._style import ASKS, GREY, PALE, SHARES, TOKEN, on_cpu

LEFT, WIDE, HIGH, GAP = 0.95, 0.52, 0.32, 1.1  # inches: where the squares begin, a box, and between two squares


@on_cpu
def padding_in_scores(is_word: Tensor, no_mask: tuple[Tensor, Tensor], masked: tuple[Tensor, Tensor]) -> Figure:
    """Scores and the weights of their softmax, without a padding mask and with it; the first query is framed.

    Args:
        is_word: ``(length,)``, True for a word, False for padding.
        no_mask: scores and weights, each ``(length, length)``, one row per query and one column per key.
        masked: the same with minus infinity at the keys that are padding.
    """
    names = ["word" if word else "pad" for word in is_word.tolist()]
    side = WIDE * len(names)
    figure, axes = page(LEFT + 2 * side + GAP + 0.1, 2 * HIGH * len(names) + 1.65)
    for row, (title, (scores, weights)) in enumerate((("no mask", no_mask), ("padding masked", masked))):
        top = 0.65 + row * (HIGH * len(names) + 0.85)
        middle = LEFT + side + GAP / 2, top + HIGH * len(names) / 2
        write(axes, LEFT - 0.1, top - 0.16, "queries", ha="right", size=9.5, colour=ASKS)
        for k, name in enumerate(names):
            write(axes, LEFT - 0.1, top + HIGH * (k + 0.5), name, ha="right", colour=ASKS)
        write(axes, LEFT + side + 0.1, top - 0.16, "keys", ha="left", size=9.5, colour=TOKEN)
        write(axes, middle[0], middle[1] - 0.2, "softmax", size=9.5, colour=GREY)
        write(axes, *middle, "→", size=15)
        _square(axes, LEFT, top, scores, names, f"scores, {title}", f"score-{row}")
        _square(axes, LEFT + side + GAP, top, weights, names, "weights", f"weight-{row}")
    before, after = (", ".join(digits(weights)[0]) for _, weights in (no_mask, masked))
    figure.alt = (
        f"Scores of {names.count('word')} words and {names.count('pad')} paddings, and the weights that softmax makes "
        f"of them. Without a mask the first word's weights are {before}; with minus infinity in the columns of "
        f"padding they are {after}."
    )
    return figure


def _square(axes: Axes, x: float, y: float, table: Tensor, names: list[str], title: str, gid: str) -> None:
    """One table below its keys; a weight is the darker, the larger it is."""
    hue, weighs = matplotlib.colormaps[SHARES], gid.startswith("weight")
    write(axes, x + WIDE * len(names) / 2, y - 0.43, title, size=11, bold=True)
    for j, name in enumerate(names):
        write(axes, x + WIDE * (j + 0.5), y - 0.16, name, colour=TOKEN)

    def fill(row: int, column: int) -> str:
        return to_hex(hue(0.85 * float(table[row, column]))) if weighs else PALE

    boxes(axes, x, y, digits(table), wide=WIDE, high=HIGH, fill=fill, gid=gid)
    frame(axes, x, y, WIDE * len(names), HIGH)
