"""Attention as arrows and as a table, and the same weights after the words have changed places: lesson 00."""

from collections.abc import Sequence

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, get_font
from torch import Tensor

from pe_lesson._check_tensors import real_table
from pe_lesson._words import marked, say, value_error
from pe_lesson.plots._draw import MIDDLE, arrow
from pe_lesson.plots._page import Grid, boxes, digits, frame, page, shades, tint, write
from pe_lesson.plots._style import ASKS, GREY, PALE, RESULT, TOKEN, on_cpu

MOST = 4  # words that are drawn; of a longer sentence the first ones
SAME, NOTHING = 1e-3, 1e-30  # weights that differ by less than this part, or are less, are the same
DARK = shades(torch.tensor([[0.8]]))[0][0]
GAP, WIDE, HIGH = 0.84, 0.8, 0.48  # inches from word to word, and of a box in a table


@on_cpu
def attention_arrows(weights: Tensor, words: Sequence[str]) -> Figure:
    """The first word's output as a mixture of all values, beside the table of all weights.

    Args:
        weights: ``(words, words)``; row = who looks, column = who is looked at. Each row sums to 1.
        words: the words; the first four are drawn.
    """
    shares, names = _square("weights", weights, words), _names(words)[:MOST]
    n, more = len(names), len(words) > MOST
    right, low = 1.42 + n * GAP, 0.58 + HIGH * max(n, 3)  # of the table, of the values
    figure, axes = page(right + n * WIDE + (0.85 if more else 0.58), low + 0.75)
    for k in reversed(range(n)):  # the first word's arrows above all others
        _arrows(axes, shares[k, :n].tolist(), k, low)
    for name, y in ((marked("outputs"), 0.4), (marked("values"), low)):
        write(axes, 0.65, y, say(name), ha="right", colour=RESULT)
        for j in range(n):
            fill = PALE if name == "outputs" and j else tint(RESULT)
            boxes(axes, 0.78 + j * GAP, y - 0.17, [[names[j]]], wide=0.72, high=0.34, fill=fill)
    write(axes, right + n * WIDE / 2, 0.25, say("is looked at"), colour=GREY)
    write(axes, right - 0.1, 0.55, say("looks"), ha="right", colour=GREY)
    table = _table(axes, right, shares, digits(shares), names, "weight")
    table.frame()
    frame(axes, 0.78, 0.23, 0.72, 0.34)
    totals = (f"{'… ' if more else ''}= {total:.2f}" for total in shares[:n].sum(dim=1).tolist())
    table.name_rows(totals, table.width + 0.06, ha="left", colour=GREY, gid="sum")
    parts = [
        say("{weight} · value of {name}", weight=f"{float(share):.2f}", name=name)
        for share, name in zip(shares[0, :3], names, strict=False)
    ] + ["…"] * (len(words) > 3)
    words = say("output of {name}  =  {parts}", name=names[0], parts="  +  ".join(parts))
    write(axes, figure.get_figwidth() / 2, low + 0.5, words, gid="sum")
    figure.alt = f"The first {n} of {len(shares)} words. " if more else ""
    figure.alt += (
        f"Arrows lead from the values of {', '.join(names)} to the output of {names[0]}, as wide as their weights; the "
        f"widest comes from {names[int(shares[0, :n].argmax())]}. Beside them is the table of weights: "
        f"{_rows_in_words(shares, names)}."
    )
    return figure


@on_cpu
def moved_weights(weights: Tensor, moved: Tensor, words: Sequence[str], order: Sequence[int]) -> Figure:
    """The weights of a sentence, and those of its words in another order; a new number has its old one below.

    Args:
        weights: ``(words, words)``, those of the sentence as it is.
        moved: of the same shape, those of the words in the new order.
        words: the words as they are; the first four of each order are drawn.
        order: the new order, such as ``[2, 1, 0]``.
    """
    before, after, order = _square("weights", weights, words), _square("moved", moved, words), list(order)
    if sorted(order) != list(range(len(words))):
        raise value_error("order must hold each of 0 to {last} once, got {order}", last=len(words) - 1, order=order)
    if unchanged := [words[k] for k in order] == [*words]:  # its equal words cannot be told apart
        order.sort()
    was, names = before[order][:, order], _names(words)
    same = torch.isclose(was, after, rtol=SAME, atol=NOTHING)
    cells = [
        [f"{now:.2f}" if kept else _changed(now, old) for now, old, kept in zip(*row, strict=True)]
        for row in zip(after.tolist(), was.tolist(), same.tolist(), strict=True)
    ]
    n, alt = min(len(words), MOST), []
    figure, axes = page(2 * (n * WIDE + 0.95), n * HIGH + 1.4)
    for x, table, written, places, gid in (
        (0.85, before, digits(before), list(range(len(words))), "weight"),
        (1.8 + n * WIDE, after, cells, order, "moved"),
    ):
        labels = [names[k] for k in places][:MOST]
        title = " ".join(labels) + (" …" if len(words) > MOST else "")
        grid = _table(axes, x, table, written, labels, gid)
        grid.title(title, -0.55, size=10.5)
        if places.index(0) < n:
            grid.frame(places.index(0))
        alt.append(f"{title}: {_rows_in_words(table, labels)}.")
    kept, count = int(same.sum()), same.numel()
    if kept == count:
        message = (
            marked("the same sentence, no new number") if unchanged else marked("{kept} of {count} numbers only moved")
        )
    elif kept:  # of wide embeddings: the softmax gives 0 and 1
        message = marked("{new} of {count} are new; others moved, or are near 0 or 1")
    else:
        message = marked("{kept} of {count} numbers only moved, {new} are new")
    numbers = {"kept": kept, "count": count, "new": count - kept}
    write(axes, figure.get_figwidth() / 2, n * HIGH + 1.1, say(message, **numbers), size=11.5, bold=True, gid="count")
    figure.alt = f"Two tables of attention weights. {' '.join(alt)} {message.format(**numbers)}."
    return figure


def _arrows(axes: Axes, shares: list[float], k: int, low: float) -> None:
    """Draw arrows from all values to output ``k``, as wide as their shares, with numbers for the first output only."""
    n, colour = len(shares), "#DDDDDD" if k else DARK
    spread = 0.45 / max(n - 1, 1)  # no two arrows begin or end at one point
    for j, share in enumerate(shares):
        start = 1.14 + j * GAP + spread * (k - (n - 1) / 2), low - 0.18
        end = 1.14 + k * GAP + spread * (j - (n - 1) / 2), 0.58
        arrow(
            axes, start, end, colour, width=0.9 + 7 * share, head="-|>,head_width=0.3,head_length=0.5",
            gid=f"arrow-{k}-{j}", shrinkA=0, shrinkB=0, mutation_scale=8 + 7 * share, ls=":" if share < 0.005 else "-",
        )  # fmt: skip
        if k == 0:
            up = 0.3 + 0.36 * j / n  # at different heights, so that they never meet
            x, y = (a + up * (b - a) for a, b in zip(start, end, strict=True))
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
            axes.text(x, y, f"{share:.2f}", weight="bold", bbox=box, gid=f"share-{j}", **MIDDLE)


def _table(axes: Axes, x: float, table: Tensor, cells: list[list[str]], names: list[str], gid: str) -> Grid:
    """Draw weights in boxes, the darker the larger; names at the left say who looks, names above who is looked at."""
    n = len(names)
    grid = boxes(axes, x, 0.75, [row[:n] for row in cells[:n]], wide=WIDE, high=HIGH, fill=shades(table), gid=gid)
    grid.name_columns(names, -0.2, colour=TOKEN, bold=True)
    grid.name_rows(names, colour=ASKS, bold=True)
    return grid


def _changed(now: float, was: float) -> str:
    """Format a new weight above its old one, with enough digits to tell the two apart."""
    forms = (".2f", ".3f", ".4f", ".0e", ".1e", ".2e", ".3e")
    pairs = [tuple(format(one, form).replace("e-0", "e-") for one in (now, was)) for form in forms]
    pair = next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])
    return say("{now}\nwas {before}", now=pair[0], before=pair[1])


def _square(name: str, weights: Tensor, words: Sequence[str]) -> Tensor:
    """The weights as float64 if there is a row and a column per word."""
    table, wanted = real_table(name, weights), (len(words), len(words))
    if table.shape != wanted:
        raise value_error(
            "{name} must have shape {wanted}, a row and a column per word, got {shape}",
            name=name, wanted=wanted, shape=tuple(table.shape),
        )  # fmt: skip
    return table


def _names(words: Sequence[str]) -> list[str]:
    """Cut words to fit their boxes; one that the font does not have becomes its number in the sentence."""
    letters = get_font(findfont("DejaVu Sans")).get_charmap()
    names = [word if all(ord(c) in letters for c in word) else f"w{k}" for k, word in enumerate(words)]
    return [name if len(name) <= 7 else f"{name[:6]}…" for name in names]


def _rows_in_words(table: Tensor, names: list[str]) -> str:
    rows = digits(table[: len(names), : len(names)])
    return "; ".join(f"{name} {', '.join(row)}" for name, row in zip(names, rows, strict=True))
