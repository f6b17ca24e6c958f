"""What training did: curves, answers by place, accuracy by length."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pe_lesson.attention.training import Run, same_lengths
from pe_lesson.plots._style import BLUE, DIVERGING, GREEN, GREY, INK, ORANGE, PURPLE, RED, new_panels, whole_ticks

COLOURS = (GREY, BLUE, ORANGE, GREEN, PURPLE, RED)
MARKERS = "osD^vX"


def learning_curves(runs: Mapping[str, Sequence[Run]]) -> Figure:
    """Loss and accuracy step by step, one thin line a seed, one colour a kind of model.

    Args:
        runs: the runs of each kind of model, by the words for the legend; one kind to six.

    Raises:
        ValueError: there are other than one kind to six.
    """
    _one_to_six("kinds of model", runs)
    figure, (left, right) = new_panels(8.4, 3.2, 1, 2)
    for (words, group), colour in zip(runs.items(), COLOURS, strict=False):
        for number, run in enumerate(group):
            label = words if number == 0 else None
            left.plot(range(1, len(run.losses) + 1), run.losses, color=colour, lw=0.9, alpha=0.8, label=label)
            steps = range(0, run.every * len(run.accuracies), run.every)
            right.plot(steps, run.accuracies, color=colour, lw=0.9, marker=".", ms=4, alpha=0.8)
    left.axhline(math.log(2), color=INK, ls=":", lw=1)
    left.annotate(
        "log 2", (1, math.log(2)), (0, 3), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right"
    )
    left.set(xlabel="step", ylabel="loss", ylim=(-0.02, None), title="loss")
    left.legend(frameon=False)
    right.set(xlabel="step", ylabel="fraction right", ylim=(0, 1.05), title="accuracy on rows never seen")
    return figure


def answers_by_place(maps: Mapping[str, object]) -> Figure:
    """How sure a model is of yes, for each place of A and each place of B.

    Args:
        maps: ``(length, length)`` tables of probabilities by title; row = place of A, column =
            place of B, NaN where they coincide. One table to six.

    Raises:
        ValueError: there are other than one table to six.
    """
    _one_to_six("tables", maps)
    figure, axes = new_panels(3.4 * len(maps) + 1, 3.5, 1, len(maps))
    for axis, (title, table) in zip(axes, maps.items(), strict=True):
        axis.set_facecolor("#BBBBBB")
        image = axis.imshow(np.asarray(table), cmap=DIVERGING, vmin=0, vmax=1, interpolation="nearest")
        axis.set(title=title, xlabel="position of B", ylabel="position of A")
        whole_ticks(axis)
    figure.colorbar(image, ax=axes, label="probability of yes", shrink=0.9)
    return figure


def accuracy_by_length(
    results: Mapping[str, Mapping[str, Sequence[Mapping[int, float | None]]]], trained: int
) -> Figure:
    """Accuracy by length, one panel a condition, one line a scheme: the mean, and lowest to highest seed as a bar.

    Args:
        results: for each panel's title, for each scheme, one ``{length: accuracy or None}`` a seed.
        trained: the length in training, drawn as a grey strip.

    Raises:
        ValueError: there is no panel, or they are not all for the same lengths.
    """
    panels = results.items()
    places = same_lengths({(title, scheme): seeds for title, lines in panels for scheme, seeds in lines.items()})
    rows = math.ceil(len(results) / 2)
    figure, axes = new_panels(8.6, 2.9 * rows + 0.3, rows, 2, sharex=True, sharey=True)
    for axis, (title, schemes) in zip(axes, results.items(), strict=False):
        axis.axhline(0.5, color=INK, ls=":", lw=1)
        axis.axvspan(-0.5, 0.5, color="#EEEEEE")
        for number, (scheme, seeds) in enumerate(schemes.items()):
            _line(axis, scheme, seeds, number, (number - (len(schemes) - 1) / 2) * 0.09)
        axis.set_xticks(
            range(len(places)), [f"{place}\n(trained)" if place == trained else str(place) for place in places]
        )
        axis.set(title=title, xlim=(-0.5, len(places) - 0.5), ylim=(0.38, 1.04))
    for axis in axes[::2]:
        axis.set_ylabel("fraction right")
    for axis in axes[-2:]:
        axis.set_xlabel("letters in a row")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=5, frameon=False)
    return figure


def _one_to_six(what: str, given: Mapping[str, object]) -> None:
    if not 1 <= len(given) <= len(COLOURS):
        raise ValueError(f"{what} must be 1 to {len(COLOURS)}, got {len(given)}; draw several figures")


def _line(axis: Axes, scheme: str, seeds: Sequence[Mapping[int, float | None]], number: int, aside: float) -> None:
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    found = {place: [right for seed in seeds if (right := seed[place]) is not None] for place in seeds[0]}
    columns = {place: values for place, values in found.items() if values}
    x = [list(seeds[0]).index(place) + aside for place in columns]
    means = [sum(values) / len(values) for values in columns.values()]
    axis.plot(x, means, marker + "-", color=colour, lw=1, ms=5, label=scheme)
    axis.vlines(
        x, [min(v) for v in columns.values()], [max(v) for v in columns.values()], color=colour, lw=2, alpha=0.5
    )
