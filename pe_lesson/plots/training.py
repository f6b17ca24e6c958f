"""What training did: curves, answers by position, what is known at each length."""

import math
from collections.abc import Mapping, Sequence

import torch
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
UNTRAINED = "untrained"


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
    for (kind, group), colour in zip(runs.items(), COLOURS, strict=False):
        label = f"{kind}, {len(group)} " + ("seed" if len(group) == 1 else "seeds")
        for number, run in enumerate(group):
            losses = range(1, len(run.losses) + 1)
            left.plot(losses, run.losses, color=colour, lw=0.9, alpha=0.8)
            steps = range(0, run.eval_every * len(run.accuracies), run.eval_every)
            legend = None if number else label
            right.plot(steps, run.accuracies, color=colour, lw=0.9, marker=".", ms=4, alpha=0.8, label=legend)
    left.axhline(math.log(2), color=INK, ls=":", lw=1, zorder=3)
    left.annotate(
        "log 2", (1, math.log(2)), (0, 3), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right"
    )
    left.set(xlabel="step", ylabel="loss", ylim=(-0.02, None), title="loss")
    right.set(xlabel="step", ylabel="fraction right", ylim=(0, 1.05), title="accuracy on held-out rows")
    right.legend(frameon=False, loc="lower right")
    return figure


def answers_by_position(maps: Mapping[str, object], label: str = "probability of yes") -> Figure:
    """How sure a model is of yes, for each position of A and each position of B.

    Args:
        maps: ``(length, length)`` tables of probabilities by title; row = position of A, column =
            position of B, NaN where they coincide. One table to six.
        label: what the numbers from 0 to 1 are.
    """
    check_several("tables", maps, len(COLOURS), "{title: table}")
    figure, axes = new_panels(3.4 * len(maps) + 1, 3.5, 1, len(maps))
    for axis, (title, table) in zip(axes, maps.items(), strict=True):
        axis.set_facecolor("#BBBBBB")
        values = real_table(title, table).to(torch.float64).numpy()
        image = axis.imshow(values, cmap=DIVERGING, vmin=0, vmax=1, interpolation="nearest")
        axis.set(title=title, xlabel="position of B", ylabel="position of A")
        whole_ticks(axis)
    figure.colorbar(image, ax=axes, label=label, shrink=0.9)
    return figure


def known_by_length(panels: Mapping[str, Results], trained: int) -> Figure:
    """What each scheme knows at each length: a row per task, a panel per scheme, a thin line per seed.

    Columns of the results that are no length are left out. A scheme called *untrained* becomes a grey
    band in every panel, from its lowest to its highest seed.

    Args:
        panels: results by the words for their row, all with the same schemes.
        trained: the length in training, drawn as a grey strip.
    """
    trained = whole_number("trained", trained)
    if not isinstance(panels, Mapping) or not all(isinstance(results, Results) for results in panels.values()):
        raise TypeError(f"panels must be {{task: Results}}, got {shown(panels)}")
    names = list(dict.fromkeys(name for results in panels.values() for name in results.schemes if name != UNTRAINED))
    figure, axes = new_panels(
        1.65 * len(names) + 0.6, 1.9 * len(panels) + 0.5, len(panels), len(names), sharex=True, sharey=True
    )
    grid = zip(axes, [(task, name) for task in panels for name in names], strict=True)
    for number, (axis, (task, name)) in enumerate(grid):
        results = panels[task]
        lengths = [length for length in results.lengths if isinstance(length, int)]
        axis.set_xscale("log", base=2)
        axis.axhline(0.5, color=INK, ls=":", lw=1)
        axis.axvspan(trained / 1.1, trained * 1.1, color="#E4E4E4")
        if UNTRAINED in results.schemes:
            before = [[value for value in results.at(UNTRAINED, each) if value is not None] for each in lengths]
            axis.fill_between(lengths, [min(v) for v in before], [max(v) for v in before], color=GREY, alpha=0.25, lw=0)
        for seed in results.schemes.get(name, []):
            known = [(length, value) for length, value in zip(results.lengths, seed, strict=True) if value is not None]
            x, y = zip(*[pair for pair in known if isinstance(pair[0], int)], strict=True)
            axis.plot(x, y, color=BLUE, lw=1, marker=".", ms=5, alpha=0.8)
        axis.xaxis.set_minor_locator(NullLocator())
        axis.set_xticks(lengths, [str(length) for length in lengths])
        axis.set(ylim=(-0.03, 1.06), xlim=(min(*lengths, trained) / 1.2, max(*lengths, trained) * 1.2))
        axis.set_title(name if number < len(names) else "")
        if number % len(names) == 0:
            axis.set_ylabel(f"{task}\nyes above no")
        if number >= len(names) * (len(panels) - 1):
            axis.set_xlabel("letters in a row")
    return figure
