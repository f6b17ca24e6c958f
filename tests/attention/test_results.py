"""Accuracy by length and the table of it."""

import torch

from helpers.bad_input import refusal
from pe_lesson import plots
from pe_lesson.attention.alternatives import Learned
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import order_task
from pe_lesson.attention.training import (
    accuracy_by_length,
    as_table,
)


def test_table():
    results = {"none": [{8: 0.5, 16: 0.5}] * 2, "learned": [{8: 0.901, 16: None}, {8: 1.0, 16: None}]}
    assert as_table(results).splitlines() == [
        "              8             16",
        "none          0.50          0.50",
        "learned       0.90 to 1.00  no row",
    ]


def test_tables_of_different_lengths_are_refused():
    for bad in ({}, {"none": []}, {"none": [{8: 0.5}], "learned": [{16: 0.5}]}, {"none": [{8: 0.5}, {}]}):
        refusal(lambda bad=bad: as_table(bad), ValueError, "every scheme must have")
    panels = {"order": {"none": [{8: 0.5}]}, "distance": {"none": [{16: 0.5}]}}
    for bad in ({}, panels):
        refusal(lambda bad=bad: plots.accuracy_by_length(bad, trained=8), ValueError, "every scheme must have")


def test_accuracy_by_length_has_no_row_beyond_a_learned_table():
    torch.manual_seed(0)
    learned = TinyAttention(add=Learned(8, 16, dtype=torch.float64))
    found = accuracy_by_length(learned, order_task, [4, 8, 9, 32])
    assert [at for at, right in found.items() if right is None] == [9, 32]
    assert accuracy_by_length(TinyAttention(), order_task, [4, 32]) == {4: 0.5, 32: 0.5}
