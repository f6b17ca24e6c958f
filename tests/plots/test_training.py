"""Figures of trainings: lines, titles, only what there is."""

import pytest
import torch
from matplotlib.figure import Figure

from helpers.bad_input import refusal
from pe_lesson import PositionalEncoding, plots
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results
from pe_lesson.attention.tasks import order_task
from pe_lesson.attention.training import train


def test_learning_curves_have_one_line_a_run():
    def with_encoding():
        return TinyAttention(table=PositionalEncoding(16, 0.0, 64, dtype=torch.float64))

    runs = {
        "without": train(TinyAttention, order_task, seeds=range(2), steps=10, every=5),
        "with": train(with_encoding, order_task, seeds=range(2), steps=10, every=5),
    }
    figure = plots.learning_curves(runs)
    assert isinstance(figure, Figure)
    left, right = figure.axes
    assert len(right.lines) == 4
    assert right.lines[0].get_xdata()[-1] == 10
    assert [text.get_text() for text in left.get_legend().get_texts()] == [
        "without, 2 seeds",
        "with, 2 seeds",
    ]
    assert len(plots.learning_curves({"short": train(TinyAttention, order_task, steps=1)}).axes) == 2


def test_answers_by_position():
    figure = plots.answers_by_position({"one": torch.rand(4, 4), "two": torch.rand(4, 4)})
    assert [axes.get_title() for axes in figure.axes[:2]] == ["one", "two"]
    assert figure.axes[0].get_ylabel() == "position of A"
    for table in (torch.rand(4, 4, requires_grad=True), torch.rand(4, 4).bfloat16(), torch.full((2, 2), torch.nan)):
        plots.answers_by_position({"one": table}).canvas.draw()


def test_accuracy_panels_draw_only_what_there_is():
    results = Results([8, 16], {"none": [[0.5, 0.5], [0.6, 0.5]], "learned": [[1.0, None]] * 2})
    figure = plots.accuracy_panels({"order": results, "distance": results, "both": results}, trained=8)
    none, learned = [line for line in figure.axes[0].lines if line.get_label() in results.schemes]
    assert none.get_ydata() == pytest.approx([0.55, 0.5])
    assert len(learned.get_xdata()) == 1
    assert [tick.get_text() for tick in figure.axes[2].get_xticklabels()] == ["8\n(trained)", "16"]
    assert figure.axes[0].get_xscale() == "log"


def test_lines_at_one_height_differ_in_place_and_width():
    same = Results([8, 16], {name: [[0.5, 0.5]] for name in ("one", "two", "three")})
    axes = plots.accuracy_panels({"panel": same}, trained=8).axes[0]
    points = [line for line in axes.lines if line.get_label() in same.schemes]
    lines = [line for line in axes.lines if line.get_linestyle() == "-"]
    assert len({line.get_xdata()[0] for line in points}) == 3
    assert len({line.get_linewidth() for line in lines}) == 3


def test_what_cannot_be_drawn_is_refused_in_one_line():
    (run,), results = train(TinyAttention, order_task, steps=1), Results([8], {"none": [[0.5]]})
    for bad in ([run], {"a": run}, {"a": [0.5]}, None):
        refusal(lambda bad=bad: plots.learning_curves(bad), TypeError, "must be")
    for bad in (results, {"order": {"none": [[0.5]]}}, [results], 5):
        refusal(lambda bad=bad: plots.accuracy_panels(bad, 8), TypeError, "panels must be {title: Results}")
    for bad in ({}, {"one": results, "two": Results([9], {"none": [[0.5]]})}):
        refusal(lambda bad=bad: plots.accuracy_panels(bad, 8), ValueError, "the same lengths")
    refusal(lambda: plots.accuracy_panels({"one": results}, "8"), TypeError, "trained")
    for bad in (torch.rand(4, 4), [torch.rand(4, 4)], {"one": "table"}):
        refusal(lambda bad=bad: plots.answers_by_position(bad), TypeError, "must")
