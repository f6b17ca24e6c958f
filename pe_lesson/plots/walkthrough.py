"""Lesson 14: one sentence on its way through a model, and whom each of its words looks at."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import say
from pe_lesson.plots._page import Grid, boxes, digits, page, shades, tint, write
from pe_lesson.plots._style import ASKS, GREY, PLACE, RESULT, TOKEN, check_several, on_cpu

SHOWN = 2  # columns of a wide tensor; dots stand for the rest
WIDE, HIGH, TOP = 0.5, 0.32, 0.95  # inches: a box, and where the first row of boxes begins


@on_cpu
def whole_way(
    tokens: Sequence[str], ids: Tensor, steps: Mapping[str, Tensor], scores: Tensor, nouns: Sequence[str]
) -> Figure:
    """Tokens, ids, the tensors of a model step by step with their shapes, and one score per noun.

    Args:
        tokens: of one sentence, padding included.
        ids: ``(length,)``.
        steps: by the name of what made it, ``(length, width)`` or ``(width,)``; four or fewer.
        scores: ``(nouns,)``.
        nouns: the words for the scores.
    """
    check_several("steps", steps, 4, "{name: tensor}")
    best = int(scores.argmax())
    step_width = SHOWN * WIDE + 0.42
    low = TOP + HIGH / 2  # of the nouns: they are no tokens, and stand in line with none
    height = max(TOP + HIGH * len(tokens), low + HIGH * len(nouns)) + 0.1
    figure, axes = page(1.65 + len(steps) * step_width + 1.5, height)
    words = [[token] for token in tokens]
    _block(axes, 0.1, words, TOKEN, "tokens", say("tokens"), say("{count} words", count=len(tokens)), wide=0.8)
    numbers = [[str(number)] for number in ids.tolist()]
    _block(axes, 1.02, numbers, TOKEN, "ids", say("ids"), str(tuple(ids.shape)), wide=0.42)
    x = 1.65
    for name, step in steps.items():
        rows = digits((step if step.dim() == 2 else step[None])[:, :SHOWN])
        colour = PLACE if "position" in name else RESULT if step.dim() == 1 or "encoder" in name else TOKEN
        block = _block(axes, x, rows, colour, name.split("\n")[0], name, str(tuple(step.shape)))
        block.name_rows(["…"] * len(rows), block.width + 0.12, ha="center", colour=GREY)
        x += step_width
    lines = [[noun, f"{score:.2f}"] for noun, score in zip(nouns, scores.tolist(), strict=True)]
    head = boxes(axes, x + 0.1, low, lines, wide=0.65, high=HIGH, fill=tint(RESULT), gid="score")
    head.title(say("head"), 0.25 - low, size=10.5)
    write(axes, x + 0.75, 0.45, say("a score per noun"))
    head.name_columns([say("nouns"), str(tuple(scores.shape))], -0.18, colour=GREY, size=9.5)
    head.frame(best)
    alt = "; ".join(f"{name.splitlines()[0]} {tuple(step.shape)}" for name, step in steps.items())
    figure.alt = (
        f"The tokens {' '.join(tokens)} with their ids {', '.join(map(str, ids.tolist()))}, then from left to right: "
        f"{alt}; at the end {len(nouns)} scores, the highest, {scores[best]:.2f}, for {nouns[best]}."
    )
    return figure


def _block(
    axes: Axes, x: float, rows: list[list[str]], colour: str, gid: str, title: str, shape: str, wide: float = WIDE
) -> Grid:
    """Draw boxes, above them a title of one line or two, and a shape."""
    block = boxes(axes, x, TOP, rows, wide=wide, high=HIGH, fill=tint(colour), gid=gid)
    first, *second = title.split("\n")
    block.title(first, 0.25 - TOP, size=10.5)
    write(axes, x + block.width / 2, 0.45, "\n".join(second))
    write(axes, x + block.width / 2, TOP - 0.18, shape, colour=GREY, size=9.5)
    return block


@on_cpu
def who_looks_at_whom(maps: Mapping[str, Tensor], framed: Sequence[str]) -> Figure:
    """Attention weights of sentences, words by words, to one decimal; the row of one word is framed in each.

    Args:
        maps: weights ``(words, words)`` by their sentence; row = who looks. One sentence or two.
        framed: for each sentence, the word whose row is framed.
    """
    check_several("maps", maps, 2, "{sentence: weights}")
    wide, alt = 0.41, []
    lengths = [len(sentence.split()) for sentence in maps]
    figure, axes = page(sum(0.95 + wide * n for n in lengths) + 0.1, 1.15 + HIGH * max(lengths))
    left = 0.85
    for (sentence, weights), n, word in zip(maps.items(), lengths, framed, strict=True):
        words = sentence.split()
        row, cells = words.index(word), [[f"{w:.1f}".lstrip("0") for w in line] for line in weights.tolist()]
        grid = boxes(axes, left, TOP, cells, wide=wide, high=HIGH, gid=f"weight-{word}", fill=shades(weights))
        write(axes, left - 0.06, TOP - 0.17, say("looks"), ha="right", colour=GREY, size=9.5)
        write(axes, left + grid.width / 2, 0.12, say("is looked at"), colour=GREY, size=9.5)
        for k, name in enumerate(words):
            grid.name_row(k, name, -0.06, colour=ASKS, bold=k == row)
            axes.text(left + wide * (k + 0.5), TOP - 0.06, name, rotation=60, ha="left", color=TOKEN, fontsize=10.5)
        grid.frame(row)
        strongest = int(weights[row].argmax())
        alt.append(f"in '{sentence}', {word} looks most at {words[strongest]}, with {weights[row, strongest]:.1f}")
        left += 0.95 + wide * n
    figure.alt = f"Attention weights, words by words: {'; '.join(alt)}."
    return figure
