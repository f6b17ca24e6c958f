"""How ids become rows: padded to a rectangle, and used to pick the rows of a table."""

from collections.abc import Sequence

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._page import boxes, digits, frame, page, tint, write
from pe_lesson.plots._style import GREY, INK, PALE, PLACE_TEXT, TOKEN, on_cpu


@on_cpu
def padded_rows(tokens: Sequence[Sequence[str]], ids: Tensor, mask: Tensor) -> Figure:
    """Sentences of different length, their ``(batch, longest)`` ids, and the mask of real tokens; padding hatched."""
    longest = ids.size(1)
    figure, axes = page(0.5 + 1.53 * longest, 0.5 + 0.3 * len(ids))
    blocks = {
        marked("tokens"): (tokens, 0.66, 0.05),
        marked("ids"): ([[str(i) for i in row] for row in ids.tolist()], 0.34, 0.25 + 0.66 * longest),
        marked("mask"): ([[str(real) for real in row] for row in mask.tolist()], 0.53, 0.45 + longest),
    }
    for name, (rows, wide, x) in blocks.items():
        write(axes, x + wide * longest / 2, 0.2, say(name), size=11, bold=True)
        for r, row in enumerate(rows):
            boxes(axes, x, 0.4 + 0.3 * r, [row], wide=wide, high=0.3, fill=tint(TOKEN, 0.3), gid=f"{name}-{r}")
            for c in range(int(mask[r].sum()), len(row)):
                corner = (x + c * wide, 0.4 + 0.3 * r)
                axes.add_patch(Rectangle(corner, wide, 0.3, facecolor=PALE, edgecolor="#CCCCCC", hatch="///", lw=0))
    lengths, filled = ", ".join(str(len(sentence)) for sentence in tokens), int((~mask).sum())
    rows = "; ".join(", ".join(map(str, row)) for row in ids.tolist())
    figure.alt = (
        f"Sentences of {lengths} tokens become {longest} ids each: {rows}. "
        f"In the mask, {filled} of {mask.numel()} entries are False, the padding."
    )
    return figure


@on_cpu
def one_hot_rows(one_hot: Tensor, table: Tensor, mark: int) -> Figure:
    """Rows with a single 1, ``(count, rows)``, and the table's row that each picks; id ``mark`` is followed."""
    figure, axes = page(4.8, 0.55 + 0.3 * len(table))
    ids, starts = one_hot.argmax(dim=1).tolist(), []
    write(axes, 0.6 + 0.17 * len(table), 0.2, say("one-hot, {shape}", shape=tuple(one_hot.shape)), size=11, bold=True)
    rows, own = [list(map(str, row)) for row in one_hot.tolist()], tint(TOKEN, 0.3)
    fill = [[own if c == number == mark else PALE for c in range(len(table))] for number in ids]
    boxes(axes, 0.6, 0.4, rows, wide=0.34, high=0.3, fill=fill, gid="one")
    for r, number in enumerate(ids):
        write(axes, 0.3, 0.55 + 0.3 * r, say("id {number}", number=number), gid=f"id-{r}")
        starts += [(0.65 + 0.34 * len(table), 0.55 + 0.3 * r)] * (number == mark)
    picked = _table(axes, 3.4, 0.3, table, mark, starts)
    figure.alt = f"Rows with a single 1, for ids {', '.join(map(str, ids))}, beside a table. {picked}"
    return figure


@on_cpu
def rows_of_a_table(ids: Tensor, table: Tensor, words: Sequence[str], mark: int) -> Figure:
    """Sentences as tokens with their ids, and the table: every place of id ``mark`` leads to its one row."""
    batch, length = ids.shape
    figure, axes = page(6.4, 0.5 + 0.26 * max(len(table), batch * (length + 1) - 1))
    starts, places = [], []
    for x, title, colour in (
        (0.35, marked("position"), PLACE_TEXT),
        (1.2, marked("token"), INK),
        (1.85, marked("id"), INK),
    ):
        write(axes, x, 0.2, say(title), colour=colour)
    for s, sentence in enumerate(ids.tolist()):
        for k, number in enumerate(sentence):
            y = 0.4 + 0.26 * (k + s * (length + 1))
            fill = tint(TOKEN, 0.3) if number == mark else PALE
            write(axes, 0.35, y + 0.13, str(k), colour=PLACE_TEXT, gid=f"position-{s}-{k}")
            boxes(axes, 0.72, y, [[words[number]]], wide=0.95, high=0.26, fill=fill, gid=f"token-{s}-{k}")
            boxes(axes, 1.67, y, [[str(number)]], wide=0.36, high=0.26, fill=fill, gid=f"id-{s}-{k}")
            if number == mark:
                starts.append((2.05, y + 0.13))
                places.append(f"position {k} of sentence {s}")
    picked = _table(axes, 3.3, 0.26, table, mark, starts, words)
    figure.alt = f"{batch} sentences beside a table. {words[mark]} is at {' and '.join(places)}. {picked}"
    return figure


def _table(
    axes: Axes, x: float, high: float, table: Tensor, mark: int, starts: list[tuple[float, float]],
    words: Sequence[str] = (),
) -> str:  # fmt: skip
    """Draw a table with its row numbers, one row framed, and an arrow to it from each start; return that in words."""
    wide = 0.52 * table.size(1)
    written = table.int().tolist() if torch.equal(table, table.round()) else digits(table)
    rows = [list(map(str, row)) for row in written]
    write(axes, x + wide / 2, 0.2, say("table, {shape}", shape=tuple(table.shape)), size=11, bold=True)
    fill = [[tint(TOKEN, 0.3) if r == mark else PALE] * len(row) for r, row in enumerate(rows)]
    boxes(axes, x, 0.4, rows, wide=0.52, high=high, fill=fill, gid="table")
    for r in range(len(rows)):
        y = 0.4 + high * (r + 0.5)
        write(axes, x - 0.18, y, str(r), colour=TOKEN if r == mark else INK, bold=r == mark, gid=f"row-{r}")
        if words:
            write(axes, x + wide + 0.08, y, words[r], colour=TOKEN if r == mark else GREY, ha="left", gid=f"word-{r}")
    frame(axes, x, 0.4 + high * mark, wide, high, TOKEN)
    for start in starts:
        look = {"arrowstyle": "-|>", "color": TOKEN, "lw": 1.6}
        axes.annotate("", (x - 0.32, 0.4 + high * (mark + 0.5)), start, arrowprops=look)
    return f"{len(starts)} arrows lead from id {mark} to row {mark} of {len(table)}: {', '.join(rows[mark])}."
