"""Lesson 06: what a padding mask does to scores and weights."""

from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._page import boxes, digits, page, shades, write
from pe_lesson.plots._style import ASKS, GREY, PALE, TOKEN, on_cpu

LEFT, WIDE, HIGH, GAP = 0.95, 0.52, 0.32, 1.1  # inches: where the squares begin, a box, and between two squares


@on_cpu
def padding_in_scores(is_word: Tensor, no_mask: tuple[Tensor, Tensor], masked: tuple[Tensor, Tensor]) -> Figure:
    """Scores and the weights of their softmax, without a padding mask and with it; the first query is framed.

    Args:
        is_word: ``(length,)``, True for a word, False for padding.
        no_mask: scores and weights, each ``(length, length)``, one row per query and one column per key.
        masked: the same with minus infinity at the keys that are padding.
    """
    names = [marked("word") if word else "pad" for word in is_word.tolist()]
    said = [say(name) for name in names]
    side, low = WIDE * len(names), HIGH * len(names)
    figure, axes = page(LEFT + 2 * side + GAP + 0.1, 2 * low + 1.65)
    for mask, title, (scores, weights) in (
        (0, marked("scores, no mask"), no_mask),
        (1, marked("scores, padding masked"), masked),
    ):
        top = 0.65 + mask * (low + 0.85)
        for x, table, words, fill, gid in (
            (LEFT, scores, title, PALE, "score"),
            (LEFT + side + GAP, weights, marked("weights"), shades(weights, 0.85), "weight"),
        ):
            grid = boxes(axes, x, top, digits(table), wide=WIDE, high=HIGH, fill=fill, gid=f"{gid}-{mask}")
            grid.title(say(words), -0.43)
            grid.name_columns(said, colour=TOKEN)
            grid.frame()
            if gid == "score":
                grid.name_rows(said, colour=ASKS)
                grid.name_row(-1, say("queries"), colour=ASKS)
        write(axes, LEFT + side + 0.1, top - 0.16, say("keys"), ha="left", colour=TOKEN)
        write(axes, LEFT + side + GAP / 2, top + low / 2, say("softmax →"), colour=GREY)
    before, after = (", ".join(digits(weights)[0]) for _, weights in (no_mask, masked))
    figure.alt = (
        f"Scores of {names.count('word')} words and {names.count('pad')} paddings, and the weights that softmax makes "
        f"of them. Without a mask the first word's weights are {before}; with minus infinity in the columns of "
        f"padding they are {after}."
    )
    return figure
