"""What training did: curves, answers by position, what is known at each length."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from pe_lesson._arguments import typed_repr, whole_number
from pe_lesson._tensors import real_table
from pe_lesson._words import say
from pe_lesson.attention.results import Results
from pe_lesson.attention.training import Run
from pe_lesson.plots._style import GREY, INK, SHARES, check_several, new_panels, whole_ticks

LOOKS = ((GREY, "--"), (INK, "-"))  # of one kind of model, and of another
MOST = 6
DIGITS = 10  # letters; of longer rows the squares are too small for numbers
UNTRAINED = "untrained"


def learning_curves(runs: Mapping[str, Sequence[Run]]) -> Figure:
    """Loss and accuracy step by step, one thin line per seed; the highest loss after a low one is called a spike.

    Args:
        runs: the runs of each kind of model, by the words beside its lines; one kind or two, the first one dashed.
    """
    check_several("kinds of model", runs, len(LOOKS), "{words: [run, run]}")
    for words, group in runs.items():
        if not isinstance(group, Sequence) or not all(isinstance(run, Run) for run in group):
            raise TypeError(f"the runs of {words!r} must be a list, as train gives it, got {typed_repr(group)}")
    figure, (left, right) = new_panels(8.4, 3.2, 1, 2)
    spikes, alt = [], []
    for (kind, group), (colour, dashes) in zip(runs.items(), LOOKS, strict=False):
        for run in group:
            left.plot(range(1, len(run.losses) + 1), run.losses, color=colour, ls=dashes, lw=0.9, alpha=0.8)
            steps = range(0, run.eval_every * len(run.accuracies), run.eval_every)
            right.plot(steps, run.accuracies, color=colour, ls=dashes, lw=0.9, marker=".", ms=4, alpha=0.8)
            spikes += [(loss, step + 1) for step, loss in enumerate(run.losses) if step and _spike(run.losses, step)]
        low, high = min(run.accuracies[-1] for run in group), max(run.accuracies[-1] for run in group)
        beside: dict[str, Any] = {"textcoords": "offset points", "ha": "right", "va": "top"}
        right.annotate(kind, (steps[-1], low), (0, -6), color=colour, weight="bold", **beside)
        alt.append(f"{kind}: {len(group)} seeds end at an accuracy of {low:.2f} to {high:.2f}")
    left.axhline(math.log(2), color=INK, ls=":", lw=1, zorder=3)
    at_end: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "ha": "right"}
    left.annotate(say("log 2"), (1, math.log(2)), (0, 3), **at_end)
    if spikes:
        loss, step = max(spikes)
        left.annotate(say("spike"), (step, loss), (6, -2), textcoords="offset points")
    left.set(xlabel=say("step"), ylabel=say("loss"), ylim=(-0.02, None), title=say("loss"))
    right.set(xlabel=say("step"), ylabel=say("fraction right"), ylim=(0, 1.05), title=say("accuracy on held-out rows"))
    figure.alt = f"Loss and accuracy over the steps of training, a line per seed. {'; '.join(alt)}."
    return figure


def _spike(losses: Sequence[float], step: int) -> bool:
    """Whether the loss is high here, although it has been low before."""
    return losses[step] > math.log(2) / 2 and min(losses[:step]) < math.log(2) / 4


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
        axis.set_facecolor("#BBBBBB")
        values = real_table(title, table).to(torch.float64)
        image = axis.imshow(values.numpy(), cmap=SHARES, vmin=0, vmax=1, interpolation="nearest")
        for (a, b), value in np.ndenumerate(values.numpy() if len(values) <= DIGITS else np.empty((0, 0))):
            if not math.isnan(value):
                ink = "white" if value > 0.6 else INK
                axis.text(b, a, f"{value:.1f}", ha="center", va="center", fontsize=9.5, color=ink, gid=f"{a}-{b}")
        halves = [values[values.new_ones(values.shape).triu(1) > 0], values[values.new_ones(values.shape).tril(-1) > 0]]
        means = [f"{float(half.nanmean()):.2f}" for half in halves]
        alt.append(f"{title}: on average {means[0]} where A stands before B, {means[1]} where it stands after B")
        axis.set(title=title, xlabel=say("position of B"), ylabel=say("position of A"))
        whole_ticks(axis)
    figure.colorbar(image, ax=axes, label=label or say("probability of yes"), shrink=0.9)
    alt.insert(0, label or "probability of yes")
    figure.alt = f"A square for each position of A, in rows, and of B, in columns: {'. '.join(alt)}."
    return figure


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
        raise TypeError(f"panels must be {{task: Results}}, got {typed_repr(panels)}")
    names = list(dict.fromkeys(name for results in panels.values() for name in results.schemes if name != UNTRAINED))
    figure, axes = new_panels(
        1.65 * len(names) + 0.6, 1.72 * len(panels) + 0.5, len(panels), len(names), sharex=True, sharey=True
    )
    alt: list[str] = []
    grid = zip(axes, [(task, name) for task in panels for name in names], strict=True)
    for number, (axis, (task, name)) in enumerate(grid):
        results = panels[task]
        lengths = [length for length in results.lengths if isinstance(length, int)]
        axis.set_xscale("log", base=2)
        axis.axhline(0.5, color=INK, ls=":", lw=1)
        axis.axvspan(trained / 1.1, trained * 1.1, facecolor="none", edgecolor="#AAAAAA", hatch="////", lw=0)
        if not number:
            axis.annotate(say("trained on {length}", length=trained), (trained * 1.15, 0), fontsize=9.5)
        if UNTRAINED in results.schemes:
            before = [[value for value in results.at(UNTRAINED, each) if value is not None] for each in lengths]
            axis.fill_between(lengths, [min(v) for v in before], [max(v) for v in before], color=GREY, alpha=0.25, lw=0)
            if not number:
                middle = len(lengths) // 2
                at = (lengths[middle], min(before[middle]) + 0.04)
                axis.annotate(say("untrained"), at, ha="center", fontsize=9.5)
        for seed in results.schemes.get(name, []):
            known = [(length, value) for length, value in zip(results.lengths, seed, strict=True) if value is not None]
            x, y = zip(*[pair for pair in known if isinstance(pair[0], int)], strict=True)
            axis.plot(x, y, color=INK, lw=1, marker=".", ms=5, alpha=0.8)
        ends = [length for length in lengths if name in results.schemes and None in results.at(name, length)]
        if ends:
            axis.annotate(say("no row"), (ends[0], 0.75), ha="center", color=GREY)
        alt += _ends_in_words(task, name, results, lengths)
        axis.xaxis.set_minor_locator(NullLocator())
        axis.set_xticks(lengths, [str(length) for length in lengths])
        axis.set(ylim=(-0.03, 1.06), xlim=(min(*lengths, trained) / 1.2, max(*lengths, trained) * 1.2))
        axis.set_title(name if number < len(names) else "")
        if number % len(names) == 0:
            axis.set_ylabel(say("{task}\nhow often a yes\nranks above a no", task=task))
        if number >= len(names) * (len(panels) - 1):
            axis.set_xlabel(say("letters in a row"))
    figure.alt = f"How often a yes ranks above a no, at each length. {'; '.join(alt)}."
    return figure


def _ends_in_words(task: str, name: str, results: Results, lengths: Sequence[int]) -> list[str]:
    """Lowest and highest seed at the longest rows, in words."""
    last = [value for value in results.at(name, lengths[-1]) if value is not None] if name in results.schemes else []
    return [f"{task}, {name}: {min(last):.2f} to {max(last):.2f} at {lengths[-1]} letters"] if last else []
