"""The pictures that explain a step: grids of numbers and the formula with its parts named."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson.encoding.table import sinusoidal
from pe_lesson.plots._style import BLUE, BROWN, GREEN, GREY, INK, ORANGE, PALE, RED, new_figure, on_cpu
from pe_lesson.source import EMBEDDINGS, SENTENCES
from pe_lesson.text.ids import numericalize
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import build_vocab_from_iterator


@on_cpu
def pipeline() -> Figure:
    """The first sentence on its way: tokens, ids, embeddings, plus encoding, sum."""
    tokenized = [tokenize(sentence) for sentence in SENTENCES]
    ids = numericalize(tokenized, build_vocab_from_iterator(tokenized))[0]
    embedded, table = EMBEDDINGS[ids], sinusoidal(6, 4, 1000)
    figure, axes = _canvas(10.2, 3.3, 22.6, 7.6)
    _grid(axes, 0, 0, [[token] for token in tokenized[0]], width=2.6, colour=PALE, title="tokens")
    _grid(axes, 3.4, 0, [[str(int(i))] for i in ids], width=1.2, colour=PALE, title="ids")
    for x, values, colour, title in (
        (5.6, embedded, BLUE, "embeddings"),
        (11.6, table, ORANGE, "encoding, n = 1000"),
        (17.6, embedded + table, GREEN, "sum"),
    ):
        _grid(axes, x, 0, _numbers(values), width=1.2, colour=colour, title=title, alpha=0.22)
    for x, sign in ((3.0, "→"), (5.1, "→"), (11.0, "+"), (17.0, "=")):
        _text(axes, x, 3.0, sign, size=15)
    _text(axes, 8.0, 6.6, "row = token", size=9, colour=GREY)
    _text(axes, 14.0, 6.6, "row = position 0 … 5", size=9, colour=GREY)
    _text(axes, 20.0, 6.6, "(6, 4)", size=9, colour=GREY)
    return figure


def formula() -> Figure:
    """The formula of one pair of columns with each part named."""
    figure, axes = _canvas(8.6, 3.6, 17.2, 7.2)
    _text(axes, 7.6, 2.5, r"$PE_{k,\,2i} = \sin\left(\dfrac{k}{n^{\,2i\,/\,d_{model}}}\right)$", size=22)
    _text(axes, 7.6, 4.8, r"$PE_{k,\,2i+1} = \cos\left(\dfrac{k}{n^{\,2i\,/\,d_{model}}}\right)$", size=22)
    for label, target, words, colour in (
        ((2.2, 0.3), (5.1, 2.15), "k: position, the row\n0, 1, … max_length - 1", BLUE),
        ((8.6, 0.0), (5.75, 2.15), "i: pair of columns, column // 2\n0, 0, 1, 1, 2, 2, …", GREEN),
        ((14.7, 3.9), (10.2, 3.25), "d_model: width, the\nnumber of columns", INK),
        ((2.2, 6.3), (5.4, 5.3), "column: 2i is even, a sine\n2i + 1 is odd, a cosine", RED),
        ((13.6, 6.3), (8.85, 5.6), "n: the base,\n10,000 in the paper", BROWN),
    ):
        axes.annotate(
            words, target, label, ha="center", va="center", fontsize=10.5, color=colour, weight="bold",
            arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.4},
        )  # fmt: skip
    return figure


def _canvas(width: float, height: float, x_units: float, y_units: float) -> tuple[Figure, Axes]:
    """A blank page in units of grid cells, y downwards."""
    figure, axes = new_figure(width, height)
    axes.set_xlim(0, x_units)
    axes.set_ylim(y_units - 0.9, -0.9)
    axes.axis("off")
    return figure, axes


def _numbers(values: Tensor) -> list[list[str]]:
    return [[f"{float(v):.2f}" for v in row] for row in values]


def _grid(
    axes: Axes,
    x: float,
    y: float,
    rows: Sequence[Sequence[str]],
    *,
    width: float,
    colour: str,
    alpha: float = 1.0,
    ink: str = INK,
    title: str = "",
) -> None:
    """Boxes with text, one unit high, the top left corner at (x, y)."""
    for r, row in enumerate(rows):
        for c, words in enumerate(row):
            corner = (x + c * width, y + r)
            axes.add_patch(Rectangle(corner, width, 1, facecolor=colour, alpha=alpha, linewidth=0))
            axes.add_patch(Rectangle(corner, width, 1, fill=False, edgecolor="white", linewidth=2))
            _text(axes, corner[0] + width / 2, corner[1] + 0.5, words, size=10, colour=ink)
    _text(axes, x + len(rows[0]) * width / 2, y - 0.45, title, size=11, bold=True)


def _text(axes: Axes, x: float, y: float, words: str, *, size: float, colour: str = INK, bold: bool = False) -> None:
    axes.text(x, y, words, ha="center", va="center", fontsize=size, color=colour, weight="bold" if bold else "normal")
