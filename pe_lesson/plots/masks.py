"""Who sees whom: masks as squares, a query per row and a key per column."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import marked, say, value_error
from pe_lesson.plots._page import boxes, page, write
from pe_lesson.plots._style import ASKS, GREY, INK, PALE, PLACE_TEXT, TOKEN, check_several, on_cpu

SIDE, TOP, LEFT = 0.235, 0.75, 0.85  # inches: of a square, above the squares, left of the first panel
GAP = 0.45  # between two panels
CROSS = "\N{MULTIPLICATION SIGN}"
KINDS = {
    "sees": (TOKEN, marked("may look")),
    "hidden": (PALE, marked("hidden by this mask")),
    "later": (PALE, marked("comes later")),
}
Panel = tuple[Tensor, Sequence[str], Tensor | None, int | Sequence[int]]


@on_cpu
def who_sees_whom(panels: Mapping[str, Panel]) -> Figure:
    """Masks side by side: a square for each query, in rows, and each key, in columns; some queries are framed.

    A cross is a key that comes earlier and is hidden all the same.

    Args:
        panels: ``{title: (may_see, names, positions, query)}``, four at most: bool ``(length, length)``, True where the
            query of this row may look at the key of this column; a name per token; its position, or None; the query
            to frame, or several.
    """
    check_several("panels", panels, 4, '{"causal": (may_see, ["a", "b"], None, 1)}')
    lengths = [len(names) for _, names, _, _ in panels.values()]
    width = LEFT + SIDE * sum(lengths) + GAP * (len(panels) - 1) + 0.1
    below = TOP + SIDE * max(lengths) + 0.35
    figure, axes = page(max(width, 4.4), below + 0.4)
    x, kinds, alt = LEFT, [], []
    for words, y in ((marked("key"), TOP - 0.15), (marked("query"), TOP + SIDE / 2)):
        write(axes, LEFT - 0.3, y, say(words), size=9.5, colour=GREY, ha="right")
    for number, (title, panel) in enumerate(panels.items()):
        _, names, positions, query = panel
        framed = " ".join(names[k] for k in _queries(query))
        rows = _panel(axes, x, number, title, *panel)
        kinds += [kind for row in rows for kind in row]
        counts = " ".join(str(row.count("sees")) for row in rows)
        alt.append(f"{title}: from top to bottom a query sees {counts} of {len(names)} keys; framed: {framed}")
        if hidden := sum(row.count("hidden") for row in rows):
            alt[-1] += f"; the mask hides {hidden} earlier keys in all"
        if positions is not None:
            alt[-1] += f"; positions {' '.join(map(str, positions.tolist()))}"
        x += SIDE * len(names) + GAP
    first = next(iter(panels.values()))
    if first[2] is not None:
        y = TOP + SIDE * lengths[0] + 0.16
        write(axes, LEFT - 0.05, y, say("position"), size=9.5, colour=PLACE_TEXT, ha="right")
    x = LEFT
    for kind in dict.fromkeys(sorted(kinds, key=list(KINDS).index)):
        colour, words = KINDS[kind][0], say(KINDS[kind][1])
        sample = boxes(axes, x, below, [[CROSS if kind == "hidden" else ""]], wide=SIDE, high=SIDE, fill=colour)
        sample.name_row(0, words, SIDE + 0.08, ha="left", size=9.5)
        x += SIDE + 0.4 + 0.075 * len(words)
    figure.alt = f"Squares of queries, in rows, and keys, in columns. {'. '.join(alt)}."
    return figure


def _panel(
    axes: Axes, x: float, number: int, title: str, may_see: Tensor, names: Sequence[str], positions: Tensor | None,
    query: int | Sequence[int],
) -> list[list[str]]:  # fmt: skip
    """Draw one mask, and return what kind each of its squares is."""
    n = len(names)
    if may_see.shape != (n, n):
        raise value_error(
            "may_see of {title} must be ({n}, {n}), one name per token, got {shape}",
            title=repr(title), n=n, shape=tuple(may_see.shape),
        )  # fmt: skip
    rows = [["sees" if may_see[k, j] else "hidden" if j < k else "later" for j in range(n)] for k in range(n)]
    crosses = [[CROSS if kind == "hidden" else "" for kind in row] for row in rows]
    fill = [[KINDS[kind][0] for kind in row] for row in rows]
    grid = boxes(axes, x, TOP, crosses, wide=SIDE, high=SIDE, fill=fill, gid=f"{number}")
    grid.title(title, 0.2 - TOP, size=11.5)
    grid.name_columns(names, -0.15)
    for k, name in enumerate(names):
        framed = k in _queries(query)
        grid.name_row(k, name, -0.14, ha="center", colour=ASKS if framed else INK, bold=framed)
        if framed:
            grid.frame(k)
    if positions is not None:
        numbers = map(str, positions.tolist())
        grid.name_columns(numbers, grid.height + 0.16, colour=PLACE_TEXT, bold=True, gid=f"{number}-at")
    return rows


def _queries(query: int | Sequence[int]) -> Sequence[int]:
    return [query] if isinstance(query, int) else query
