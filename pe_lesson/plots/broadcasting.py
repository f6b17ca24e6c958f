"""Lesson 05's two steps on small tables: one denominator per pair, and a column times a row."""

import torch
from matplotlib.figure import Figure

from pe_lesson._words import marked, say
from pe_lesson.encoding.table import frequencies, sinusoidal
from pe_lesson.plots._page import boxes, digits, frame, page, tint, write
from pe_lesson.plots._style import GREY, INK, PLACE, PLACE_TEXT, RESULT, on_cpu


@on_cpu
def denominators() -> Figure:
    """Four columns, two pairs, two denominators (d_model = 4, n = 100)."""
    figure, axes = page(6.6, 2.6)
    table, exact = sinusoidal(4, 4, 100), 1 / frequencies(4, 100)
    for pair, denominator in enumerate(f"{d:.0f}" for d in exact.tolist()):
        x, columns = 1.6 + 2.5 * pair, (2 * pair, 2 * pair + 1)
        words = f"pair i = {pair}:  $100^{{2·{pair}/4}}$ = {denominator}"  # mathtext has no Hangul
        write(axes, x + 1.1, 0.3, words, size=11.5, colour=PLACE_TEXT, bold=True, gid=f"denominator-{pair}")
        for c, name in zip(columns, ("sin", "cos"), strict=True):
            write(axes, x + 0.55 + 1.1 * (c % 2), 0.68, say("column {c}", c=c), colour=GREY)
            write(axes, x + 0.55 + 1.1 * (c % 2), 0.94, f"{name}(k / {denominator})")
        boxes(axes, x, 1.14, digits(table[:, columns]), wide=1.1, fill=tint(PLACE), gid=f"pair-{pair}")
        frame(axes, x, 0.53, 2.2, 1.93, PLACE_TEXT)
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
