"""Measures by length and the table of them."""

import pytest
import torch

from pe_lesson.attention import Results, TinyAttention, as_table, evaluate, order_task, pairwise_accuracy, train
from pe_lesson.positions.learned import Learned
from tests.support.bad_input import refusal


def test_as_table_aligns_its_columns():
    results = Results([8, 16], {"none": [[0.5, 0.5]] * 2, "a learned table": [[0.901, None], [1.0, None]]})
    assert as_table(results).splitlines() == [
        "                 8             16",
        "none             0.50          0.50",
        "a learned table  0.90 to 1.00  no row",
    ]
    assert as_table(results, digits=1).splitlines()[2] == "a learned table  0.9 to 1.0    no row"
    assert results.at("a learned table", 8) == [0.901, 1.0]
    assert results.at("a learned table", 16) == [None, None]


def test_there_is_no_row_beyond_a_learned_table():
    learned = TinyAttention(positional=Learned(8, 16, dtype=torch.float64))
    (found,) = evaluate([learned], order_task, [4, 8, 9, 32])
    assert [value is None for value in found] == [False, False, True, True]
    runs = train(TinyAttention, order_task, seeds=range(2), steps=0)
    assert evaluate(runs, order_task, (4, 32), pairwise_accuracy) == [[0.5, 0.5]] * 2


def test_64_draws_of_each_length_are_asked_and_always_the_same():
    asked = []

    def task(draws, length, seed):
        asked.append((draws, length, seed))
        return order_task(draws, length, seed)

    for _ in range(2):
        evaluate([TinyAttention(), TinyAttention()], task, [4, 8])
    assert asked == [(64, 4, 10_000), (64, 8, 10_000)] * 2


def test_lengths_are_checked():
    for bad in (8, "8", None, ["8"], [8.5]):
        refusal(lambda bad=bad: evaluate([TinyAttention()], order_task, bad), TypeError, "length")
    refusal(lambda: evaluate([TinyAttention()], order_task, [1]), ValueError, "length")
    refusal(lambda: evaluate(TinyAttention(), order_task, [8]), TypeError, "models must be a list")
    with pytest.raises(ValueError, match="fours"):
        evaluate([TinyAttention(num_classes=8)], order_task, [8], pairwise_accuracy)
