"""Lesson 06's picture: its numbers are those of the exponential written out."""

import math

import pytest
import torch

from pe_lesson import plots
from tests.support.drawn import frames, texts, written


@pytest.mark.parametrize("is_word", [[True, True, False, False], [False, True, True]])
def test_padding_in_scores_shows_the_tables_it_was_given(is_word):
    torch.manual_seed(0)
    length = len(is_word)
    scores = torch.randn(length, length)
    masked = scores.masked_fill(~torch.tensor(is_word), -torch.inf)
    pairs = [(table, table.softmax(dim=-1)) for table in (scores, masked)]
    figure = plots.padding_in_scores(torch.tensor(is_word), *pairs)
    said = texts(figure)
    for row in range(length):
        for mask in (False, True):
            parts = [math.exp(scores[row, j]) if is_word[j] or not mask else 0 for j in range(length)]
            for j, part in enumerate(parts):
                hidden = mask and not is_word[j]
                score = "\u2212∞" if hidden else f"{scores[row, j]:.2f}"
                assert said[f"score-{mask:d}-{row}-{j}"] == score
                assert float(said[f"weight-{mask:d}-{row}-{j}"]) == pytest.approx(part / sum(parts), abs=0.0051)
    first = [said[f"weight-1-0-{j}"] for j in range(length)]
    assert figure.alt.endswith(f"padding they are {', '.join(first)}.")
    assert f"{sum(is_word)} words and {length - sum(is_word)} paddings" in figure.alt


def test_padding_in_scores_frames_the_first_query_in_each_table():
    table = torch.zeros(2, 2)
    figure = plots.padding_in_scores(torch.tensor([True, False]), (table, table), (table, table))
    said, tables = written(figure), ("score-0", "weight-0", "score-1", "weight-1")
    first_rows = [said[f"{name}-0-0"].get_position()[1] for name in tables]
    assert [frame.get_y() + frame.get_height() / 2 for frame in frames(figure)] == pytest.approx(first_rows)
