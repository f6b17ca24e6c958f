"""The way of a sentence to its sum, and the formula with its parts named."""

from collections.abc import Sequence

import numpy as np
import torch
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._page import boxes, digits, frame, page, tint, write
from pe_lesson.plots._style import INK, PLACE, PLACE_TEXT, RESULT, TOKEN, on_cpu


@on_cpu
def pipeline(
    tokens: Sequence[str], ids: Tensor, embedded: Tensor, encoding: Tensor | np.ndarray, follow: int = 2
) -> Figure:
    """A sentence on its way: tokens, ids, embeddings, plus encoding, sum; row ``follow`` is framed."""
    rows, (length, width) = torch.as_tensor(encoding), embedded.shape
    figure, axes = page(2.2 + 1.32 * width, 0.5 + 0.32 * length)
    x, y, signs = 0.05, 0.42 + 0.32 * follow, [0.82, 1.4]
    columns = {marked("tokens"): [[token] for token in tokens], marked("ids"): [[str(int(i))] for i in ids]}
    tables = {
        marked("embeddings"): (embedded, TOKEN),
        marked("encoding"): (rows, PLACE),
        marked("sum"): (embedded + rows, RESULT),
    }
    for name, words in columns.items():
        boxes(axes, x, 0.42, words, wide=(wide := 0.66 if name == "tokens" else 0.32), fill=tint(TOKEN, 0.14), gid=name)
        write(axes, x + wide / 2, 0.22, say(name), size=11, bold=True)
        x += wide + 0.24
    for name, (table, colour) in tables.items():
        if name == "encoding":
            for k in range(length):
                write(axes, x + 0.12, 0.58 + 0.32 * k, str(k), colour=PLACE_TEXT, gid=f"position-{k}")
            x += 0.24
        boxes(axes, x, 0.42, digits(table), wide=0.43, fill=tint(colour), gid=name)
        write(axes, x + 0.215 * width, 0.22, say(name), size=11, bold=True)
        x += 0.43 * width + 0.22
        signs.append(x - 0.11)
    for at, sign in zip(signs, "→→+=", strict=False):
        write(axes, at, y + 0.16, sign, size=13)
    frame(axes, 0.04, y, x - 0.25, 0.32, INK)
    word, place, both = (", ".join(digits(table)[follow]) for table, _ in tables.values())
    figure.alt = (
        f"{length} tokens, their ids, their embeddings, plus the rows of positions 0 to {length - 1}, and the sum. "
        f"{tokens[follow]} has id {int(ids[follow])}. Its embedding, {word}, plus row {follow}, {place}, is {both}."
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
        axes.annotate(
            say(words), target, label, ha="center", va="center", fontsize=10, color=colour, weight="bold",
            arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.4},
        )  # fmt: skip
    figure.alt = (
        "The formula of a pair: sine in the even column 2i, cosine in the odd column 2i + 1, of k over n to the power "
        "2i / d_model. k: position. i: pair, column // 2. d_model: number of columns. n: base, 10,000 in the paper."
    )
    return figure
