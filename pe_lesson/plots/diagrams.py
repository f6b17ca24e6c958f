"""Lessons 04 and 05: the way of a sentence to its sum, the formula, its denominators, and a column times a row."""

from collections.abc import Sequence

import numpy as np
import torch
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.encoding.table import frequencies, sinusoidal
from pe_lesson.plots._draw import MIDDLE
from pe_lesson.plots._page import boxes, digits, frame, page, tint, write
from pe_lesson.plots._style import GREY, INK, PLACE, PLACE_TEXT, RESULT, TOKEN, on_cpu


@on_cpu
def pipeline(
    tokens: Sequence[str], ids: Tensor, embedded: Tensor, encoding: Tensor | np.ndarray, follow: int = 2
) -> Figure:
    """A sentence on its way: tokens, ids, embeddings, plus encoding, sum; row ``follow`` is framed."""
    rows, (length, width) = torch.as_tensor(encoding), embedded.shape
    figure, axes = page(2.2 + 1.32 * width, 0.5 + 0.32 * length)
    x, top, followed = 0.05, 0.42, []
    for name, cells, wide, fill, sign, before, after in (
        (marked("tokens"), [[token] for token in tokens], 0.66, tint(TOKEN, 0.14), "→", 0.11, 0.13),
        (marked("ids"), [[str(int(number))] for number in ids], 0.32, tint(TOKEN, 0.14), "→", 0.13, 0.11),
        (marked("embeddings"), digits(embedded), 0.43, tint(TOKEN), "+", 0.11, 0.35),
        (marked("encoding"), digits(rows), 0.43, tint(PLACE), "=", 0.11, 0.11),
        (marked("sum"), digits(embedded + rows), 0.43, tint(RESULT), "", 0.01, 0),
    ):
        grid = boxes(axes, x, top, cells, wide=wide, fill=fill, gid=name)
        grid.title(say(name))
        grid.name_row(follow, sign, grid.width + before, ha="center", size=13)
        if name == "encoding":
            grid.name_rows(map(str, range(length)), -0.12, ha="center", colour=PLACE_TEXT, gid="position")
        x += grid.width + before + after
        followed.append(", ".join(cells[follow]))
    frame(axes, 0.04, top + 0.32 * follow, x - 0.04, 0.32, INK)
    token, number, word, place, both = followed
    figure.alt = (
        f"{length} tokens, their ids, their embeddings, plus the rows of positions 0 to {length - 1}, and the sum. "
        f"{token} has id {number}. Its embedding, {word}, plus row {follow}, {place}, is {both}."
    )
    return figure


def formula() -> Figure:
    """The formula of one pair of columns with each part named; only the position has a colour."""
    figure, axes = page(6.7, 3.3)
    write(axes, 3.1, 1.34, r"$PE_{k,\,2i} = \sin\left(\dfrac{k}{n^{\,2i\,/\,d_{model}}}\right)$", size=20)
    write(axes, 3.1, 2.28, r"$PE_{k,\,2i+1} = \cos\left(\dfrac{k}{n^{\,2i\,/\,d_{model}}}\right)$", size=20)
    for label, target, words, colour in (
        ((1.0, 0.5), (1.95, 1.3), marked("k: position, the row\n0, 1, … max_length - 1"), PLACE_TEXT),
        ((3.65, 0.4), (2.28, 1.3), marked("i: pair, column // 2\n0, 0, 1, 1, 2, 2, …"), INK),
        ((5.8, 1.95), (4.42, 1.64), marked("d_model: number\nof columns"), INK),
        ((1.15, 3.0), (2.15, 2.55), marked("column: 2i is even, a sine\n2i + 1 is odd, a cosine"), INK),
        ((5.25, 3.0), (3.72, 2.75), marked("n: the base,\n10,000 in the paper"), INK),
    ):
        arrow = {"arrowstyle": "->", "color": colour, "lw": 1.4}
        axes.annotate(say(words), target, label, fontsize=10, color=colour, weight="bold", arrowprops=arrow, **MIDDLE)
    figure.alt = (
        "The formula of a pair: sine in the even column 2i, cosine in the odd column 2i + 1, of k over n to the power "
        "2i / d_model. k: position. i: pair, column // 2. d_model: number of columns. n: base, 10,000 in the paper."
    )
    return figure


@on_cpu
def denominators() -> Figure:
    """Four columns, two pairs, two denominators (d_model = 4, n = 100)."""
    figure, axes = page(6.6, 2.6)
    table, exact = sinusoidal(4, 4, 100), 1 / frequencies(4, 100)
    for pair, denominator in enumerate(f"{d:.0f}" for d in exact.tolist()):
        columns = [2 * pair, 2 * pair + 1]
        grid = boxes(
            axes, 1.6 + 2.5 * pair, 1.14, digits(table[:, columns]), wide=1.1, fill=tint(PLACE), gid=f"pair-{pair}"
        )
        words = f"pair i = {pair}:  $100^{{2·{pair}/4}}$ = {denominator}"  # mathtext has no Hangul
        write(axes, grid.x + 1.1, 0.3, words, size=11.5, colour=PLACE_TEXT, bold=True, gid=f"denominator-{pair}")
        grid.name_columns((say("column {c}", c=c) for c in columns), -0.46, colour=GREY)
        grid.name_columns((f"{name}(k / {denominator})" for name in ("sin", "cos")), -0.2)
        frame(axes, grid.x, 0.53, grid.width, 1.93, PLACE_TEXT)
    for k in range(4):
        write(axes, 1.45, 1.3 + 0.32 * k, say("position k = {k}", k=k), ha="right", colour=GREY)
    figure.alt = (
        "A table of four columns. Columns 0 and 1 are pair i = 0 with denominator 1, columns 2 and 3 are pair i = 1 "
        "with denominator 10."
    )
    return figure


@on_cpu
def hadamard() -> Figure:
    """Column times row, entry by entry; what broadcasting repeats is grey, and row 3 is followed."""
    figure, axes = page(6.7, 3.9)
    positions, frequency = torch.arange(10.0).unsqueeze(1), frequencies(4, 100)
    column, one_row = [[f"{int(k)}"] for k in positions], digits(frequency[None])
    product = digits(positions * frequency)
    for x, y, rows, fill, ink, name in (
        (0.3, 0, column, tint(PLACE), INK, "position"),
        (1.05, 0, column, tint(PLACE, 0.05), GREY, "position-again"),
        (2.6, 0, one_row, tint(PLACE), INK, "frequency"),
        (2.6, 1, one_row * 9, tint(PLACE, 0.05), GREY, "frequency-again"),
        (4.9, 0, product, tint(RESULT), INK, "product"),
    ):
        boxes(axes, x, 0.56 + 0.32 * y, rows, wide=0.75, fill=fill, ink=ink, gid=name)
    titles = (0.3, marked("positions"), "(10, 1)"), (2.6, "div_term", "(2,)"), (4.9, marked("their product"), "(10, 2)")
    for x, name, shape in titles:
        write(axes, x + 0.75, 0.17, say(name), size=11, bold=True)
        write(axes, x + 0.75, 0.4, shape, colour=GREY)
        frame(axes, x, 0.56 + 0.32 * 3, 1.5, 0.32, INK)
    write(axes, 2.2, 0.72 + 0.32 * 3, "*", size=18)
    write(axes, 4.5, 0.72 + 0.32 * 3, "=", size=16)
    figure.alt = (
        "The column of positions, repeated twice, times the row of frequencies, repeated ten times, gives a matrix "
        f"of shape (10, 2). Row 3 is framed: 3 times {' and '.join(one_row[0])} is {' and '.join(product[3])}."
    )
    return figure
