"""One row of numbers, cut into the queries, keys and values of several heads: lesson 09."""

from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from torch import Tensor

from pe_lesson._words import marked, say, value_error
from pe_lesson.plots._page import boxes, page, tint, write
from pe_lesson.plots._style import ASKS, GREY, RESULT, TOKEN, on_cpu

KINDS = {marked("query"): ASKS, marked("key"): TOKEN, marked("value"): RESULT}
WIDE, HIGH, GAP, LEFT = 0.33, 0.36, 0.14, 0.7  # inches: of a box with a number, between the kinds, before the first


@on_cpu
def heads_split(row: Tensor, heads: int, name: str) -> Figure:
    """The projected numbers of one token as a strip, and below it the same numbers by kind and head.

    Args:
        row: ``(3 * heads * d_head,)``: queries, keys, values, and in each the heads one after the other.
        heads: number of heads.
        name: the token.
    """
    if row.dim() != 1 or row.numel() == 0 or row.numel() % (3 * heads):
        raise value_error(
            "row must have 3 * {heads} heads * d_head numbers, got {shape}", heads=heads, shape=tuple(row.shape)
        )
    pieces = row.detach().view(3, heads, -1)  # (3, heads, d_head)
    d = pieces.size(-1)
    width = LEFT + 3 * d * WIDE + 2 * GAP + 0.1
    thin, top = (width - LEFT - 0.1) / len(row), 1.75
    figure, axes = page(width, top + heads * (HIGH + 0.1) + 0.1)
    title = say("letter {name}: one row of {count} numbers", name=name, count=len(row))
    write(axes, width / 2, 0.16, title, bold=True, size=11.5)
    for p, (kind, colour) in enumerate(KINDS.items()):
        x, strip = LEFT + p * (d * WIDE + GAP), LEFT + p * heads * d * thin
        ends = [(strip, 1.0), (strip + heads * d * thin, 1.0), (x + d * WIDE, top), (x, top)]
        axes.add_patch(Polygon(ends, facecolor=tint(colour, 0.12), edgecolor="none", zorder=0))
        write(axes, x + d * WIDE / 2, 1.5, say(kind), colour=colour, bold=True, size=11.5)
        for h in range(heads):
            first = (p * heads + h) * d
            cells = boxes(axes, LEFT + first * thin, 0.66, [[""] * d], wide=thin, high=0.34, fill=tint(colour, 0.35))
            cells.frame(colour=colour)
            columns = say("{low} to {high}", low=first, high=first + d - 1)
            write(axes, cells.x + cells.width / 2, 0.5, columns, size=9.5, colour=GREY)
            numbers = [f"{entry + 0.0:.1f}".replace("-0.0", "0.0") for entry in pieces[p, h].tolist()]
            y, gid = top + h * (HIGH + 0.1), f"piece-{p}-{h}"
            piece = boxes(axes, x, y, [numbers], wide=WIDE, high=HIGH, fill=tint(colour), gid=gid)
            piece.frame(colour=colour)
            if p == 0:
                piece.name_row(0, say("head {h}", h=h), bold=True)
    write(axes, LEFT - 0.1, 0.5, say("column"), size=9.5, colour=GREY, ha="right")
    figure.alt = (
        f"The {len(row)} numbers of letter {name} in a strip, cut into {3 * heads} pieces of {d}: query, key, value; "
        f"in each the first {d} belong to head 0. The query of head 0 begins with {float(pieces[0, 0, 0]):.1f}."
    )
    return figure
