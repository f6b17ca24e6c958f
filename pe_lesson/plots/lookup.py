"""How ids become rows: padded to a rectangle, and used to pick the rows of a table."""

from collections.abc import Sequence

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._draw import Point, arrow, counted
from pe_lesson.plots._page import boxes, digits, page, tint, write
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
    ids = one_hot.argmax(dim=1).tolist()
    rows, own = [list(map(str, row)) for row in one_hot.tolist()], tint(TOKEN, 0.3)
    fill = [[own if c == number == mark else PALE for c in range(len(table))] for number in ids]
    grid = boxes(axes, 0.6, 0.4, rows, wide=0.34, high=0.3, fill=fill, gid="one")
    grid.title(say("one-hot, {shape}", shape=tuple(one_hot.shape)))
    grid.name_rows((say("id {number}", number=number) for number in ids), -0.3, ha="center", gid="id")
    starts = [(0.65 + grid.width, 0.55 + 0.3 * r) for r, number in enumerate(ids) if number == mark]
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
        y = 0.4 + 0.26 * s * (length + 1)
        fill = [[tint(TOKEN, 0.3) if number == mark else PALE] for number in sentence]
        tokens = [[words[number]] for number in sentence]
        grid = boxes(axes, 0.72, y, tokens, wide=0.95, high=0.26, fill=fill, gid=f"token-{s}")
        grid.name_rows(map(str, range(length)), -0.37, ha="center", colour=PLACE_TEXT, gid=f"position-{s}")
        numbers = [[str(number)] for number in sentence]
        boxes(axes, 1.67, y, numbers, wide=0.36, high=0.26, fill=fill, gid=f"id-{s}")
        marks = [k for k, number in enumerate(sentence) if number == mark]
        starts += [(2.05, y + 0.26 * (k + 0.5)) for k in marks]
        quoted = " ".join(words[number] for number in sentence)
        places += [f'position {k} of "{quoted}"' for k in marks]
    picked = _table(axes, 3.3, 0.26, table, mark, starts, words)
    beside = f"{counted(batch, 'sentence')} beside a table"
    figure.alt = f"{beside}. {words[mark]} is at {' and '.join(places)}. {picked}"
    return figure


def _table(
    axes: Axes, x: float, high: float, table: Tensor, mark: int, starts: list[Point], words: Sequence[str] = ()
) -> str:
    """Draw a numbered table with one row framed, and arrows to that row from each start; return what it shows."""
    written = table.int().tolist() if torch.equal(table, table.round()) else digits(table)
    rows = [list(map(str, row)) for row in written]
    fill = [[tint(TOKEN, 0.3) if r == mark else PALE] * len(row) for r, row in enumerate(rows)]
    grid = boxes(axes, x, 0.4, rows, wide=0.52, high=high, fill=fill, gid="table")
    grid.title(say("table, {shape}", shape=tuple(table.shape)))
    for r in range(len(rows)):
        own = r == mark
        grid.name_row(r, str(r), -0.18, ha="center", colour=TOKEN if own else INK, bold=own, gid=f"row-{r}")
        if words:
            colour = TOKEN if own else GREY
            grid.name_row(r, words[r], grid.width + 0.08, ha="left", colour=colour, gid=f"word-{r}")
    grid.frame(mark, colour=TOKEN)
    for start in starts:
        arrow(axes, start, (x - 0.32, 0.4 + high * (mark + 0.5)), TOKEN, head="-|>")
    lead = f"{counted(len(starts), 'arrow')} lead{'s' * (len(starts) == 1)}"
    return f"{lead} from id {mark} to row {mark} of {len(table)}: {', '.join(rows[mark])}."
