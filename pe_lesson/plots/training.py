"""What training did: curves, answers by position, accuracy by length."""

import math
from collections.abc import Mapping, Sequence

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from pe_lesson._arguments import shown, whole_number
from pe_lesson._tensors import real_table
from pe_lesson.attention.results import Results
from pe_lesson.attention.training import Run
from pe_lesson.plots._style import (
    BLUE,
    DIVERGING,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PURPLE,
    RED,
    check_several,
    new_panels,
    whole_ticks,
)

COLOURS = (GREY, BLUE, ORANGE, GREEN, PURPLE, RED)
MARKERS = "osD^vX"
ASIDE = 1.025  # each scheme is drawn this factor to the right of the one before


def learning_curves(runs: Mapping[str, Sequence[Run]]) -> Figure:
    """Loss and accuracy step by step, one thin line per seed, one colour per kind of model.

    Args:
        runs: the runs of each kind of model, by the words for the legend; one kind to six.
    """
    check_several("kinds of model", runs, len(COLOURS), "{words: [run, run]}")
    for words, group in runs.items():
        if not isinstance(group, Sequence) or not all(isinstance(run, Run) for run in group):
            raise TypeError(f"the runs of {words!r} must be a list, as train gives it, got {shown(group)}")
    figure, (left, right) = new_panels(8.4, 3.2, 1, 2)
    for (words, group), colour in zip(runs.items(), COLOURS, strict=False):
        label = f"{words}, {len(group)} " + ("seed" if len(group) == 1 else "seeds")
        for number, run in enumerate(group):
            losses = range(1, len(run.losses) + 1)
            left.plot(losses, run.losses, color=colour, lw=0.9, alpha=0.8, label=None if number else label)
            steps = range(0, run.every * len(run.accuracies), run.every)
            right.plot(steps, run.accuracies, color=colour, lw=0.9, marker=".", ms=4, alpha=0.8)
    left.axhline(math.log(2), color=INK, ls=":", lw=1, zorder=3)
    left.annotate(
        "log 2", (1, math.log(2)), (0, 3), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right"
    )
    left.set(xlabel="step", ylabel="loss", ylim=(-0.02, None), title="loss")
    left.legend(frameon=False)
    right.set(xlabel="step", ylabel="fraction right", ylim=(0, 1.05), title="accuracy on held-out rows")
    return figure


def answers_by_position(maps: Mapping[str, object]) -> Figure:
    """How sure a model is of yes, for each position of A and each position of B.

    Args:
        maps: ``(length, length)`` tables of probabilities by title; row = position of A, column =
            position of B, NaN where they coincide. One table to six.
    """
    check_several("tables", maps, len(COLOURS), "{title: table}")
    figure, axes = new_panels(3.4 * len(maps) + 1, 3.5, 1, len(maps))
    for axis, (title, table) in zip(axes, maps.items(), strict=True):
        axis.set_facecolor("#BBBBBB")
        values = real_table(title, table).to(torch.float64).numpy()
        image = axis.imshow(values, cmap=DIVERGING, vmin=0, vmax=1, interpolation="nearest")
        axis.set(title=title, xlabel="position of B", ylabel="position of A")
        whole_ticks(axis)
    figure.colorbar(image, ax=axes, label="probability of yes", shrink=0.9)
    return figure


def accuracy_panels(panels: Mapping[str, Results], trained: int) -> Figure:
    """Accuracy against length, one panel per table, one line per scheme: the mean, and lowest to highest seed as a bar.

    The axis of lengths is logarithmic. The schemes are drawn side by side, each a little to the
    right of the one before, and each line thinner, so that lines at one height can be told apart.

    Args:
        panels: results by the title of their panel, all for the same lengths.
        trained: the length in training, drawn as a grey strip.
    """
    trained = whole_number("trained", trained)
    if not isinstance(panels, Mapping) or not all(isinstance(results, Results) for results in panels.values()):
        raise TypeError(f"panels must be {{title: Results}}, got {shown(panels)}")
    found = {tuple(results.lengths) for results in panels.values()}
    if len(found) != 1:
        raise ValueError(f"there must be one panel or more, all for the same lengths, got lengths {sorted(found)}")
    (lengths,) = found
    rows = math.ceil(len(panels) / 2)
    figure, axes = new_panels(8.6, 2.9 * rows + 0.3, rows, 2, sharex=True, sharey=True)
    for axis, (title, results) in zip(axes, panels.items(), strict=False):
        axis.set_xscale("log", base=2)
        axis.axhline(0.5, color=INK, ls=":", lw=1)
        axis.axvspan(trained / 1.1, trained * 1.1, color="#EEEEEE")
        for number, scheme in enumerate(results.schemes):
            _line(axis, results, scheme, number, ASIDE ** (number - (len(results.schemes) - 1) / 2))
        axis.xaxis.set_minor_locator(NullLocator())
        axis.set_xticks(lengths, [f"{length}\n(trained)" if length == trained else str(length) for length in lengths])
        axis.set(title=title, xlim=(min(*lengths, trained) / 1.15, max(*lengths, trained) * 1.15), ylim=(0.38, 1.04))
    for axis in axes[::2]:
        axis.set_ylabel("fraction right")
    for axis in axes[-2:]:
        axis.set_xlabel("letters in a row (logarithmic axis)")
    handles = axes[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=6, frameon=False)
    return figure


def _line(axis: Axes, results: Results, scheme: str, number: int, aside: float) -> None:
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    x, seeds = [], []
    for length in results.lengths:
        accuracies = [value for value in results.at(scheme, length) if value is not None]
        if accuracies:
            x.append(length * aside)
            seeds.append(accuracies)
    means = [sum(values) / len(values) for values in seeds]
    width = max(1.0, 5.0 - number)
    axis.plot(x, means, "-", color=colour, lw=width, alpha=0.35)
    axis.plot(x, means, marker, color=colour, ms=5, label=scheme)
    axis.vlines(x, [min(v) for v in seeds], [max(v) for v in seeds], color=colour, lw=1.5)
