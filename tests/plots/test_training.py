"""Figures of trainings: lines, titles, only what there is."""

import pytest
import torch
from matplotlib.figure import Figure

from pe_lesson import PositionalEncoding, plots
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import order_task
from pe_lesson.attention.training import (
    train,
    train_seeds,
)


def test_learning_curves_have_one_line_a_run():
    def with_encoding():
        return TinyAttention(add=PositionalEncoding(16, 0.0, 64, dtype=torch.float64))

    runs = {
        "without": train_seeds(TinyAttention, order_task, 3, steps=20),
        "with": train_seeds(with_encoding, order_task, 3, steps=20),
    }
    figure = plots.learning_curves(runs)
    assert isinstance(figure, Figure)
    left, right = figure.axes
    assert len(right.lines) == 6
    assert right.lines[0].get_xdata()[-1] == 20
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["without", "with"]
    assert len(plots.learning_curves({"short": [train(TinyAttention, order_task, steps=1)]}).axes) == 2


def test_answers_by_place():
    figure = plots.answers_by_place({"one": torch.rand(4, 4), "two": torch.rand(4, 4)})
    assert [axes.get_title() for axes in figure.axes[:2]] == ["one", "two"]
    assert figure.axes[0].get_ylabel() == "position of A"


def test_accuracy_by_length_draws_only_what_there_is():
    results = {"none": [{8: 0.5, 16: 0.5}, {8: 0.6, 16: 0.5}], "learned": [{8: 1.0, 16: None}] * 2}
    figure = plots.accuracy_by_length({"order": results, "distance": results, "both": results}, trained=8)
    none, learned = [line for line in figure.axes[0].lines if line.get_label() in results]
    assert none.get_ydata() == pytest.approx([0.55, 0.5])
    assert len(learned.get_xdata()) == 1
    assert [tick.get_text() for tick in figure.axes[2].get_xticklabels()] == ["8\n(trained)", "16"]
