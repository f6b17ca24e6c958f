"""Lesson 14: one sentence on its way through a model, and whom each of its words looks at."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._page import boxes, digits, frame, page, shades, tint, write
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
    block = SHOWN * WIDE + 0.42
    low = TOP + HIGH / 2  # of the nouns: they are no tokens, and stand in line with none
    figure, axes = page(1.65 + len(steps) * block + 1.5, max(TOP + HIGH * len(tokens), low + HIGH * len(nouns)) + 0.1)
    columns: list[tuple[str, str, float, list[list[str]], float]] = [
        (marked("tokens"), TOKEN, 0.1, [[token] for token in tokens], 0.8),
        (marked("ids"), TOKEN, 1.02, [[f"{number}"] for number in ids.tolist()], 0.42),
    ]
    shapes = [say("{count} words", count=len(tokens)), f"({len(ids)},)"]
    x = 1.65
    for name, step in steps.items():
        rows = step if step.dim() == 2 else step[None]
        colour = PLACE if "position" in name else RESULT if step.dim() == 1 or "encoder" in name else TOKEN
        columns.append((name, colour, x, digits(rows[:, :SHOWN]), WIDE))
        for row in range(len(rows)):
            write(axes, x + SHOWN * WIDE + 0.12, TOP + HIGH * (row + 0.5), "…", colour=GREY)
        shapes.append(f"{tuple(step.shape)}")
        x += block
    for number, ((name, colour, left, rows_of, wide), shape) in enumerate(zip(columns, shapes, strict=True)):
        middle, title = left + wide * len(rows_of[0]) / 2, name if number > 1 else say(name)
        for line, words in enumerate(title.split("\n")):
            write(axes, middle, 0.25 + 0.2 * line, words, bold=not line)
        write(axes, middle, TOP - 0.18, shape, colour=GREY, size=9.5)
        boxes(axes, left, TOP, rows_of, wide=wide, high=HIGH, fill=tint(colour), gid=name.split("\n")[0])
    x += 0.1
    write(axes, x + 0.65, 0.25, say("head"), bold=True)
    write(axes, x + 0.65, 0.45, say("a score per noun"))
    for words, middle in ((say("nouns"), 0.325), (f"{tuple(scores.shape)}", 0.975)):
        write(axes, x + middle, low - 0.18, words, colour=GREY, size=9.5)
    lines = [[noun, f"{score:.2f}"] for noun, score in zip(nouns, scores.tolist(), strict=True)]
    boxes(axes, x, low, lines, wide=0.65, high=HIGH, fill=tint(RESULT), gid="score")
    frame(axes, x, low + HIGH * best, 1.3, HIGH)
    alt = "; ".join(f"{name.splitlines()[0]} {tuple(step.shape)}" for name, step in steps.items())
    figure.alt = (
        f"The tokens {' '.join(tokens)} with their ids {', '.join(map(str, ids.tolist()))}, then from left to right: "
        f"{alt}; at the end {len(nouns)} scores, the highest, {scores[best]:.2f}, for {nouns[best]}."
    )
    return figure


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
        boxes(axes, left, TOP, cells, wide=wide, high=HIGH, gid=f"weight-{word}", fill=shades(weights))
        write(axes, left - 0.06, TOP - 0.17, say("looks"), ha="right", colour=GREY, size=9.5)
        write(axes, left + wide * n / 2, 0.12, say("is looked at"), colour=GREY, size=9.5)
        for k, each in enumerate(words):
            write(axes, left - 0.06, TOP + HIGH * (k + 0.5), each, ha="right", colour=ASKS, bold=k == row)
            axes.text(left + wide * (k + 0.5), TOP - 0.06, each, rotation=60, ha="left", color=TOKEN, fontsize=10.5)
        frame(axes, left, TOP + HIGH * row, wide * n, HIGH)
        most = int(weights[row].argmax())
        alt.append(f"in '{sentence}', {word} looks most at {words[most]}, with {weights[row, most]:.1f}")
        left += 0.95 + wide * n
    figure.alt = f"Attention weights, words by words: {'; '.join(alt)}."
    return figure
