"""Figures of trainings: lines, titles, only what there is."""

import math

import pytest
import torch

from pe_lesson import plots
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results
from pe_lesson.attention.tasks import order_task
from pe_lesson.attention.training import Run, train
from tests.support.attention import with_encoding
from tests.support.bad_input import refusal
from tests.support.drawn import texts, words


def test_learning_curves_have_one_line_a_run():
    runs = {
        "without": train(TinyAttention, order_task, seeds=range(2), steps=10, eval_every=4),
        "with": train(with_encoding, order_task, seeds=range(2), steps=10, eval_every=4),
    }
    figure = plots.learning_curves(runs)
    _, right = figure.axes
    assert len(right.lines) == 4
    assert list(right.lines[0].get_xdata()) == [0, 4, 8, 10]
    assert {"without", "with"} <= {*words(right)}
    assert right.lines[0].get_linestyle() != right.lines[2].get_linestyle()
    last = [run.accuracies[-1] for run in runs["with"]]
    assert f"with: 2 seeds end at an accuracy of {min(last):.2f} to {max(last):.2f}" in figure.alt
    assert len(plots.learning_curves({"short": train(TinyAttention, order_task, steps=1)}).axes) == 2


def test_the_highest_loss_after_a_low_one_is_called_a_spike():
    def spikes(*losses):
        left, _ = plots.learning_curves({"one": [Run(torch.nn.Linear(1, 1), list(losses), [0.5], 10)]}).axes
        return [(text.get_text(), text.xy) for text in left.texts if text.get_text() == "spike"]

    assert spikes(0.9, 0.1, 0.5, 0.8, 0.1) == [("spike", (4, 0.8))]
    assert spikes(0.9, 0.7, 0.3, 0.6, 0.1) == []


def test_answers_by_position():
    figure = plots.answers_by_position({"one": torch.rand(4, 4), "two": torch.rand(4, 4)})
    assert [axes.get_title() for axes in figure.axes[:2]] == ["one", "two"]
    assert figure.axes[0].get_ylabel() == "position of A"
    sure = torch.full((3, 3), 0.04).masked_fill(torch.ones(3, 3).triu(1) > 0, 0.96).fill_diagonal_(torch.nan)
    figure = plots.answers_by_position({"sure": sure})
    assert texts(figure) == {f"{a}-{b}": "1.0" if a < b else "0.0" for a in range(3) for b in range(3) if a != b}
    assert "sure: on average 0.96 where A stands before B, 0.04 where it stands after B" in figure.alt
    assert not plots.answers_by_position({"long": torch.rand(11, 11)}).axes[0].texts
    for table in (torch.rand(4, 4, requires_grad=True), torch.rand(4, 4).bfloat16(), torch.full((2, 2), torch.nan)):
        plots.answers_by_position({"one": table}).canvas.draw()


def test_known_by_length_has_a_line_per_seed_and_only_what_there_is():
    schemes = {"RoPE": [[0.9, 0.8, 0.5], [1.0, 0.7, 0.6]], "learned": [[1.0, None, None]], "untrained": [[0.3, 0.6, 1]]}
    results = Results([8, 16, "right"], schemes)
    figure = plots.known_by_length({"order": results, "distance": results}, trained=8)
    assert [axes.get_title() for axes in figure.axes] == ["RoPE", "learned", "", ""]
    assert [axes.get_ylabel().splitlines()[0] for axes in figure.axes[::2]] == ["order", "distance"]
    rope, learned = ([line for line in axes.lines if line.get_marker() == "."] for axes in figure.axes[:2])
    assert [line.get_ydata().tolist() for line in rope] == [[0.9, 0.8], [1.0, 0.7]]
    assert [line.get_ydata().tolist() for line in learned] == [[1.0, pytest.approx(math.nan, nan_ok=True)]]
    assert [tick.get_text() for tick in figure.axes[2].get_xticklabels()] == ["8", "16"]
    (area,) = figure.axes[0].collections
    assert sorted({*area.get_paths()[0].vertices[:, 1].tolist()}) == [0.3, 0.6]
    assert figure.axes[0].get_ylabel().splitlines()[1:] == ["how often a yes", "ranks above a no"]
    assert ["no row" in words(axes) for axes in figure.axes] == [False, True, False, True]
    (strip,) = figure.axes[0].patches
    assert strip.get_x() < 8 < strip.get_x() + strip.get_width() < 16
    at = {text.get_text(): text.xy for text in figure.axes[0].texts}
    assert at.keys() == {"trained on 8", "untrained"}
    assert at["trained on 8"][0] > strip.get_x() + strip.get_width()
    x, y = at["untrained"]
    assert (x, 0.6 < y < 0.75) == (16, True)  # above the lower edge, which is at 0.6
    assert all("trained" not in label for axes in figure.axes[1:] for label in words(axes))
    assert "order, RoPE: 0.70 to 0.80 at 16 letters; distance, RoPE" in figure.alt


def test_what_cannot_be_drawn_is_refused_in_one_line():
    (run,), results = train(TinyAttention, order_task, steps=1), Results([8], {"none": [[0.5]]})
    for bad in ([run], {"a": run}, {"a": [0.5]}, None):
        refusal(lambda bad=bad: plots.learning_curves(bad), TypeError, "must be")
    for bad in (results, {"order": {"none": [[0.5]]}}, [results], 5):
        refusal(lambda bad=bad: plots.known_by_length(bad, 8), TypeError, "panels must be {task: Results}")
    refusal(lambda: plots.known_by_length({"one": results}, "8"), TypeError, "trained")
    for bad in (torch.rand(4, 4), [torch.rand(4, 4)], {"one": "table"}):
        refusal(lambda bad=bad: plots.answers_by_position(bad), TypeError, "must")
