"""What training did: curves, answers by position, what is known at each length."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pe_lesson._check_arguments import typed_repr, whole_number
from pe_lesson._check_tensors import real_table
from pe_lesson._words import say, type_error
from pe_lesson.attention.results import Results
from pe_lesson.attention.training import Run
from pe_lesson.plots._draw import MIDDLE, beside, colour_map
from pe_lesson.plots._style import GREY, INK, check_several, new_panels, on_cpu

LOOKS = ((GREY, "--"), (INK, "-"))  # of one kind of model, and of another
MOST = 6
DIGITS = 10  # letters; of longer rows the squares are too small for numbers
UNTRAINED = "untrained"


def learning_curves(runs: Mapping[str, Sequence[Run]]) -> Figure:
    """Loss and accuracy step by step, one thin line per seed; the highest loss after a low one is called a spike.

    Args:
        runs: the runs of each kind of model, by the words beside its lines; one kind or two, the first one dashed.
    """
    check_several(say("kinds of model"), runs, len(LOOKS), "{words: [run, run]}")
    for words, group in runs.items():
        if not isinstance(group, Sequence) or not all(isinstance(run, Run) for run in group):
            raise type_error(
                "the runs of {words} must be a list, as train gives it, got {group}",
                words=repr(words), group=typed_repr(group),
            )  # fmt: skip
    figure, (left, right) = new_panels(8.4, 3.2, 1, 2)
    spikes, alt = [], []
    for (kind, group), (colour, dashes) in zip(runs.items(), LOOKS, strict=False):
        for run in group:
            left.plot(range(1, len(run.losses) + 1), run.losses, color=colour, ls=dashes, lw=0.9, alpha=0.8)
            steps = [min(i * run.eval_every, len(run.losses)) for i in range(len(run.accuracies))]
            right.plot(steps, run.accuracies, color=colour, ls=dashes, lw=0.9, marker=".", ms=4, alpha=0.8)
            spikes += [(loss, step + 1) for step, loss in enumerate(run.losses) if step and _spike(run.losses, step)]
        low, high = min(run.accuracies[-1] for run in group), max(run.accuracies[-1] for run in group)
        beside(right, kind, (steps[-1], low), (0, -6), color=colour, weight="bold", ha="right", va="top")
        alt.append(f"{kind}: {len(group)} seeds end at an accuracy of {low:.2f} to {high:.2f}")
    left.axhline(math.log(2), color=INK, ls=":", lw=1, zorder=3)
    beside(left, say("log 2"), (1, math.log(2)), (0, 3), xycoords=("axes fraction", "data"), ha="right")
    if spikes:
        loss, step = max(spikes)
        beside(left, say("spike"), (step, loss), (6, -2))
    left.set(xlabel=say("step"), ylabel=say("loss"), ylim=(-0.02, None), title=say("loss"))
    right.set(xlabel=say("step"), ylabel=say("fraction right"), ylim=(0, 1.05), title=say("accuracy on held-out rows"))
    figure.alt = f"Loss and accuracy over the steps of training, a line per seed. {'; '.join(alt)}."
    return figure


def _spike(losses: Sequence[float], step: int) -> bool:
    """Whether the loss is high here, although it has been low before."""
    return losses[step] > math.log(2) / 2 and min(losses[:step]) < math.log(2) / 4


@on_cpu
def answers_by_position(maps: Mapping[str, object], label: str = "") -> Figure:
    """How sure a model is of yes, for each position of A and each position of B.

    Args:
        maps: ``(length, length)`` tables of probabilities by title; row = position of A, column =
            position of B, NaN where they coincide. One table to six; numbers are written in up to ten positions.
        label: what the numbers from 0 to 1 are, if not a probability of yes.
    """
    check_several("tables", maps, MOST, "{title: table}")
    figure, axes = new_panels(3.4 * len(maps) + 1, 3.9, 1, len(maps))
    alt = []
    for axis, (title, table) in zip(axes, maps.items(), strict=True):
        values = real_table(title, table).double()
        after = torch.arange(values.size(1)) - torch.arange(values.size(0)).unsqueeze(1)  # B after A
        axis.set_facecolor("#BBBBBB")
        image = colour_map(axis, values.numpy(), vmin=0, vmax=1)
        if len(values) <= DIGITS:
            _write_numbers(axis, values.numpy())
        axis.set(title=title, xlabel=say("position of B"), ylabel=say("position of A"))
        first, second = (values[half].nanmean() for half in (after > 0, after < 0))
        alt.append(f"{title}: on average {first:.2f} where A stands before B, {second:.2f} where it stands after B")
    figure.colorbar(image, ax=axes, label=label or say("probability of yes"), shrink=0.9)
    alt.insert(0, label or "probability of yes")
    figure.alt = f"A square for each position of A, in rows, and of B, in columns: {'. '.join(alt)}."
    return figure


def _write_numbers(axes: Axes, values: np.ndarray) -> None:
    for (row, column), value in np.ndenumerate(values):
        if not math.isnan(value):
            ink, gid = "white" if value > 0.6 else INK, f"{row}-{column}"
            axes.text(column, row, f"{value:.1f}", fontsize=9.5, color=ink, gid=gid, **MIDDLE)


def known_by_length(panels: Mapping[str, Results], trained: int) -> Figure:
    """What each scheme knows at each length: a row per task, a panel per scheme, a thin line per seed.

    Columns of the results that are no length are left out. A scheme called *untrained* becomes a grey
    area in every panel, from its lowest to its highest seed; words in the first panel name area and strip.

    Args:
        panels: results by the words for their row, all with the same schemes.
        trained: the length in training, drawn as a hatched strip.
    """
    trained = whole_number("trained", trained)
    if not isinstance(panels, Mapping) or not all(isinstance(results, Results) for results in panels.values()):
        raise type_error("panels must be {{task: Results}}, got {panels}", panels=typed_repr(panels))
    names = list(dict.fromkeys(name for results in panels.values() for name in results.schemes if name != UNTRAINED))
    size = 1.65 * len(names) + 0.6, 1.72 * len(panels) + 0.5
    figure, axes = new_panels(*size, len(panels), len(names), sharex=True, sharey=True)
    alt = []
    grid = [(task, results, name) for task, results in panels.items() for name in names]
    for axis, (task, results, name) in zip(axes, grid, strict=True):
        lengths = [length for length in results.lengths if isinstance(length, int)]
        axis.axhline(0.5, color=INK, ls=":", lw=1)
        axis.axvspan(trained / 1.1, trained * 1.1, facecolor="none", edgecolor="#AAAAAA", hatch="////", lw=0)
        if UNTRAINED in results.schemes:
            _untrained_area(axis, lengths, _by_seed(results, UNTRAINED, lengths), named=axis is axes[0])
        if name in results.schemes:
            values = _by_seed(results, name, lengths)
            _lines(axis, lengths, values)
            if not np.isnan(last := values[-1]).all():
                alt.append(f"{task}, {name}: {np.nanmin(last):.2f} to {np.nanmax(last):.2f} at {lengths[-1]} letters")
        axis.set(xlabel=say("letters in a row"), ylabel=say("{task}\nhow often a yes\nranks above a no", task=task))
        axis.label_outer()
    for axis, name in zip(axes, names, strict=False):
        axis.set_title(name)
    first = axes[0]
    first.annotate(say("trained on {length}", length=trained), (trained * 1.15, 0), fontsize=9.5)
    first.set_xscale("log", base=2)
    first.set_xticks(lengths, [str(length) for length in lengths])
    first.minorticks_off()
    first.set(ylim=(-0.03, 1.06), xlim=(min(*lengths, trained) / 1.2, max(*lengths, trained) * 1.2))
    figure.alt = f"How often a yes ranks above a no, at each length. {'; '.join(alt)}."
    return figure


def _by_seed(results: Results, scheme: str, lengths: Sequence[int]) -> np.ndarray:
    """What a scheme reached, ``(lengths, seeds)``; NaN where it has no row."""
    return np.array([results.at(scheme, length) for length in lengths], dtype=float)


def _lines(axes: Axes, lengths: Sequence[int], values: np.ndarray) -> None:
    """Draw a line per seed, and say where they end early."""
    axes.plot(lengths, values, color=INK, lw=1, marker=".", ms=5, alpha=0.8)
    missing = np.isnan(values).any(axis=1)
    if missing.any():
        axes.annotate(say("no row"), (lengths[missing.argmax()], 0.75), ha="center", color=GREY)


def _untrained_area(axes: Axes, lengths: Sequence[int], values: np.ndarray, named: bool) -> None:
    """Draw an area from the lowest to the highest seed, with words on it if ``named``."""
    lowest = np.nanmin(values, axis=1)
    axes.fill_between(lengths, lowest, np.nanmax(values, axis=1), color=GREY, alpha=0.25, lw=0)
    if named:
        middle = len(lengths) // 2
        axes.annotate(say("untrained"), (lengths[middle], lowest[middle] + 0.04), ha="center", fontsize=9.5)
