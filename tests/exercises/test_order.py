"""The flaws of an order in exercise 00.4 are those that let a function pass which keeps order, and no others."""

import re
from itertools import permutations

import pytest
import torch

from pe_lesson.exercises import check
from pe_lesson.exercises.judges import row_functions as rows
from pe_lesson.exercises.judges.order import _flaw


def passing(order: list[int]) -> list[str]:
    """The functions that keep order and that a test with this order does not find."""
    x = torch.randn(len(order), 8, generator=torch.Generator().manual_seed(0))
    return [f.__name__ for f in rows.KEEP if torch.allclose(f(x[order]), f(x)[order], atol=1e-4)]


@pytest.mark.parametrize("count", [4, 5])
def test_an_order_has_a_flaw_where_a_function_passes(count):
    for order in map(list, permutations(range(count))):
        assert bool(_flaw(order)) == bool(passing(order)), order


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ([1, 3, 5, 0, 2, 4], "the last number sum to 5"),
        ([3, 0, 4, 1, 5, 2], "the last number sum to 5"),  # the way back of the order before
        ([2, 0, 3, 1], "the last number sum to 3"),
        ([4, 5, 0, 1, 2, 3], "only moves the rows on"),
        ([1, 2, 0, 3], "leaves a row in its place"),
    ],
)
def test_a_poor_order_is_told_its_flaw_and_a_better_order(order, words):
    def forgets_order(f):
        x = torch.randn(len(order), 8)
        return torch.allclose(f(x[order]), f(x)[order], atol=1e-4)

    said = check("00.4", forgets_order).text
    assert words in said
    assert passing([int(number) for number in re.search(r"such as \[(.*?)\]", said)[1].split(",")]) == []
