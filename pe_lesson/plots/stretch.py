"""Pairs of columns against the turns that they make: lesson 12."""

from collections.abc import Mapping

from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson.plots._style import BLUE, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED, check_several, new_figure
from pe_lesson.positions.rope_scaling import turns

LOOKS = ((RED, "o"), (BLUE, "s"), (ORANGE, "D"), (GREEN, "^"), (PURPLE, "v"))


def pair_turns(own: Tensor, trained: int, length: int, schemes: Mapping[str, Tensor]) -> Figure:
    """How far round each pair has come: a bar for the turns in training, a mark for the last position of a text.

    A bar below one turn has not shown every angle: where its mark is higher, the text has angles that are new.

    Args:
        own: the frequencies in training, radians per position, ``(pairs,)``.
        trained: the length in training.
        length: the length of the text.
        schemes: the frequencies for that text by name, one to five.
    """
    check_several("schemes", schemes, len(LOOKS), "{name: frequencies}")
    figure, axes = new_figure(7.5, 3.6)
    pairs = range(len(own))
    shown = turns(own, trained).numpy()
    floor = min(turns(given, min(trained, length)).min().item() for given in (own, *schemes.values())) / 2
    label = f"turns in training, length {trained}"
    axes.bar(pairs, shown - floor, bottom=floor, color=PALE, edgecolor=GREY, width=0.8, label=label)
    for number, ((name, given), (colour, mark)) in enumerate(zip(schemes.items(), LOOKS, strict=False)):
        aside = 0.16 * (number - (len(schemes) - 1) / 2)
        x, words = [i + aside for i in pairs], f"{name}, length {length}"
        axes.plot(x, turns(given, length).numpy(), mark, color=colour, ms=6, label=words)
    axes.axhline(1, color=INK, ls=":", lw=1)
    axes.text(len(own) - 0.45, 1, "one turn", ha="right", va="bottom", color=INK)
    axes.set_yscale("log")
    axes.set_xticks(pairs)
    axes.set(xlabel="pair of columns i", ylabel="turns", ylim=(floor, None))
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return figure
