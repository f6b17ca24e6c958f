"""Where the encoding enters a whole Transformer: lesson 00."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pe_lesson._words import marked, say
from pe_lesson.plots._draw import MIDDLE, arrow
from pe_lesson.plots._style import GREY, INK, PALE, PLACE, PLACE_TEXT, RESULT, TOKEN, new_figure

ENCODER = ("dog bites man", marked("input embedding"), marked("encoder, 6 layers"), "")
DECODER = ("<start> Hund beißt", marked("output embedding"), marked("decoder, 6 layers"), marked("next token: Mann"))


def transformer() -> Figure:
    """Encoder and decoder from the tokens at the bottom to the next token; the encoding is added once in each."""
    figure, axes = new_figure(6.7, 3.6)
    axes.set(xlim=(-4.3, 4.3), ylim=(-0.4, 4.8))
    axes.axis("off")
    for x, (tokens, embedding, layers, result) in ((-2.1, ENCODER), (2.1, DECODER)):
        side = 1 if x > 0 else -1
        _box(axes, x, 0, tokens, PALE)
        _box(axes, x, 1.1, embedding, TOKEN)
        _box(axes, x, 2.2, "+", PLACE, size=14)
        _box(axes, x, 3.3, layers, RESULT)
        axes.text(x + side * 1.45, 2.2, say("positional\nencoding"), color=PLACE_TEXT, weight="bold", **MIDDLE)
        arrow(axes, (x + side * 0.85, 2.2), (x + side * 0.3, 2.2), PLACE_TEXT)
        for below, above in ((0.3, 0.8), (1.4, 1.85), (2.55, 3.0)):
            arrow(axes, (x, below), (x, above), GREY)
        if result:
            _box(axes, x, 4.4, result, PALE)
            arrow(axes, (x, 3.6), (x, 4.1), GREY)
    arrow(axes, (-1.05, 3.3), (1.05, 3.3), GREY)
    left, right = (f"{', '.join(c[:2])}, plus positional encoding, {', '.join(c[2:])}" for c in (ENCODER, DECODER))
    right = right.replace("<start>", "start and")  # in a page it would be a tag
    figure.alt = f"Two columns. Left: {left.strip(', ')}. Right: {right}. An arrow leads from encoder to decoder."
    return figure


def _box(axes: Axes, x: float, y: float, words: str, colour: str, size: int = 10) -> None:
    box = {"boxstyle": "round,pad=0.5", "facecolor": colour, "alpha": 1.0 if colour == PALE else 0.25, "linewidth": 0}
    axes.text(x, y, say(words), fontsize=size, color="none", bbox=box, **MIDDLE)
    axes.text(x, y, say(words), fontsize=size, color=INK, **MIDDLE)
