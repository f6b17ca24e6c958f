"""Lesson 11: how far each token is from the sentence alone."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.plots._page import page, write
from pe_lesson.plots._style import GREY, INK, PLACE_TEXT, RESULT, TOKEN, check_several, on_cpu

WIDE, HIGH, LEFT = 0.52, 0.75, 1.1  # inches: a token, its bars with their numbers, left of the first token


@on_cpu
def token_errors(errors: Mapping[str, Tensor], names: Sequence[str], positions: Tensor) -> Figure:
    """Tokens with their positions, and below them a bar per token and model; padding, before the text, has none.

    Args:
        errors: ``{model: (length,)}``, at most four, for the last ``length`` of the tokens.
        names: a name per token, padding included.
        positions: the position that each token was given, padding included.
    """
    check_several("errors", errors, 4, '{"RoPE": torch.zeros(6)}')
    figure, axes = page(LEFT + WIDE * len(names) + 0.1, 0.75 + HIGH * len(errors))
    largest = max(1.0, *(error.max().item() for error in errors.values()))
    before = len(names) - len(next(iter(errors.values())))
    places = [str(k) for k in positions.tolist()]
    heads = ((marked("token"), 0.2, TOKEN), (marked("position"), 0.5, PLACE_TEXT), (marked("difference"), 0.95, RESULT))
    for words, y, colour in heads:
        write(axes, LEFT - 0.15, y, say(words), ha="right", colour=colour)
    for column, (name, place) in enumerate(zip(names, places, strict=True)):
        x, padded = LEFT + WIDE * (column + 0.5), column < before
        write(axes, x, 0.2, name, colour=GREY if padded else TOKEN, bold=not padded)
        write(axes, x, 0.5, place, colour=GREY if padded else PLACE_TEXT, bold=not padded, gid=f"at-{column}")
    for row, (model, error) in enumerate(errors.items()):
        foot = 0.75 + HIGH * (row + 1) - 0.1
        write(axes, LEFT - 0.15, foot - 0.1, model, ha="right")
        axes.plot([LEFT, LEFT + WIDE * len(names)], [foot, foot], color=GREY, linewidth=0.8)
        for column, entry in enumerate(error.tolist(), before):
            x, high = LEFT + WIDE * column, entry / largest * (HIGH - 0.35)
            axes.add_patch(Rectangle((x + 0.1, foot - high), WIDE - 0.2, high, facecolor=RESULT))
            colour, gid = INK if entry >= 0.005 else GREY, f"{model}-{column}"
            write(axes, x + WIDE / 2, foot - high - 0.12, f"{entry:.2f}", size=9.5, colour=colour, gid=gid)
    alt = [f"{model} {' '.join(f'{e:.2f}' for e in error.tolist())}" for model, error in errors.items()]
    figure.alt = (
        f"Tokens {' '.join(names)} at positions {' '.join(places)}. How far each token of the text is from the text "
        f"alone: {'; '.join(alt)}."
    )
    return figure
