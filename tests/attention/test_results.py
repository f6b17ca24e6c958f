"""Accuracy by length and the table of it."""

from dataclasses import FrozenInstanceError

import pytest
import torch

from helpers.bad_input import refusal
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results, accuracy_by_length, as_table
from pe_lesson.attention.tasks import order_task
from pe_lesson.positions.learned import Learned


def test_table():
    results = Results([8, 16], {"none": [[0.5, 0.5]] * 2, "learned": [[0.901, None], [1.0, None]]})
    assert as_table(results).splitlines() == [
        "              8             16",
        "none          0.50          0.50",
        "learned       0.90 to 1.00  no row",
    ]
    assert results.at("learned", 8) == [0.901, 1.0]
    assert results.at("learned", 16) == [None, None]


def test_a_column_is_as_wide_as_its_longest_words():
    results = Results([8, 16], {"a scheme with a long name": [[0.5, 0.25]], "b": [[1.0, 1.0]]})
    assert as_table(results).splitlines() == [
        " " * 27 + "8             16",
        "a scheme with a long name  0.50          0.25",
        "b" + " " * 26 + "1.00          1.00",
    ]


def test_what_are_no_results_is_refused():
    for bad in ({}, {"none": []}, {"none": [[0.5]], "learned": [[0.5, 0.5], []]}):
        refusal(lambda bad=bad: Results([8, 16], bad), ValueError, "one")
    refusal(lambda: Results([], {"none": [[]]}), ValueError, "one length")
    for bad in (0.5, [[0.5]], {"none": 0.5}, {"none": [0.5]}, {"none": [{8: 0.5}]}):
        refusal(lambda bad=bad: Results([8], bad), TypeError, "must")
    for bad in (8, "8", [8.5], None):
        refusal(lambda bad=bad: Results(bad, {"none": [[0.5]]}), TypeError, "lengths")
    for bad in (0.5, [0.5], {"none": [[0.5]]}):
        refusal(lambda bad=bad: as_table(bad), TypeError, "results must be")


def test_accuracy_by_length_has_no_row_beyond_a_learned_table():
    torch.manual_seed(0)
    learned = TinyAttention(add=Learned(8, 16, dtype=torch.float64))
    found = accuracy_by_length(learned, order_task, [4, 8, 9, 32])
    assert [value is None for value in found] == [False, False, True, True]
    assert accuracy_by_length(TinyAttention(), order_task, (4, 32)) == [0.5, 0.5]


def test_accuracy_by_length_asks_64_draws_of_each_length_and_always_the_same():
    asked = []

    def task(draws, length, seed):
        asked.append((draws, length, seed))
        return order_task(draws, length, seed)

    accuracy_by_length(TinyAttention(), task, [4, 8])
    accuracy_by_length(TinyAttention(), task, [4, 8])
    assert asked[:2] == asked[2:]
    assert [(draws, length) for draws, length, _ in asked[:2]] == [(64, 4), (64, 8)]


def test_results_stay_as_they_were_found():
    results = Results([8], {"none": [[0.5]]})
    with pytest.raises(FrozenInstanceError):
        results.lengths = [9]


def test_accuracy_by_length_checks_its_arguments():
    for bad in (8, "8", None, ["8"], [8.5]):
        refusal(lambda bad=bad: accuracy_by_length(TinyAttention(), order_task, bad), TypeError, "length")
    refusal(lambda: accuracy_by_length(TinyAttention(), order_task, [1]), ValueError, "length")
    refusal(lambda: accuracy_by_length(TinyAttention(), "order_task", [8]), TypeError, "task must be")
    refusal(lambda: accuracy_by_length(order_task, TinyAttention(), [8]), TypeError, "model must be")
