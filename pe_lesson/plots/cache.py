"""Lesson 11: what a KV cache keeps, and what each step computes."""

from collections.abc import Sequence

from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._page import boxes, digits, frame, page, shades, tint, write
from pe_lesson.plots._style import ASKS, GREY, PALE, PLACE_TEXT, TOKEN, on_cpu

SIDE, TOP, LEFT, GAP = 0.41, 0.5, 0.95, 0.55  # inches: a box, the keys' top, where they begin, between two steps


@on_cpu
def kv_cache(weights: Tensor, names: Sequence[str], prompt: int = 4) -> Figure:
    """The prompt at once, then a token per step: keys above, cached ones grey; weights of the step's queries below.

    Args:
        weights: ``(length, length)`` of one head under a causal mask, one row per query and one column per key.
        names: a name per token.
        prompt: how many tokens the first step reads.
    """
    steps = [(0, prompt)] + [(k, k + 1) for k in range(prompt, len(names))]  # first new token, end
    width = LEFT + sum(SIDE * end + GAP for _, end in steps) - GAP + 0.1
    figure, axes = page(width, TOP + SIDE * (prompt + 2) + 0.15)
    rows, x, alt = TOP + SIDE * 2, LEFT, []
    for y, words, colour in (
        (TOP, marked("key, value"), TOKEN),
        (TOP + SIDE, marked("position"), PLACE_TEXT),
        (rows, marked("query"), ASKS),
    ):
        write(axes, LEFT - (0.25 if words == "query" else 0.1), y + SIDE / 2, say(words), ha="right", colour=colour)
    for number, (start, end) in enumerate(steps):
        message = marked("{kept} kept, {new} new") if start else marked("prompt: {new} new")
        counts = {"kept": start, "new": end - start}
        colours = [PALE] * start + [tint(TOKEN, 0.35)] * (end - start)
        keys = boxes(axes, x, TOP, [names[:end]], wide=SIDE, high=SIDE, fill=[colours], gid=f"{number}-key")
        keys.title(say(message, **counts), 0.22 - TOP, size=11.5)
        for j in range(end):
            new = j >= start
            keys.name_column(
                j, str(j), SIDE * 1.5, colour=PLACE_TEXT if new else GREY, bold=new, gid=f"{number}-at-{j}"
            )
        for k in range(start, end):
            shares = weights[k : k + 1, : k + 1]
            row = boxes(
                axes, x, rows + SIDE * (k - start), digits(shares), wide=SIDE, high=SIDE, fill=shades(shares, 0.85),
                gid=f"{number}-weight-{k}",
            )  # fmt: skip
            row.name_row(0, names[k], -0.13, ha="center", colour=ASKS, bold=True)
        frame(axes, x, rows, keys.width, SIDE * (end - start))
        given = " ".join(digits(weights[end - 1 : end, :end])[0])
        alt.append(
            f"{message.format(**counts)}; {names[end - 1]} is at position {end - 1} and gives the weights {given}"
        )
        x += keys.width + GAP
    figure.alt = f"A text is written with a cache. {'. '.join(alt)}."
    return figure
