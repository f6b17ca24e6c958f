"""How answers are read: what a learner may give for a number, a tensor, several results."""

from time import process_time

import numpy as np
import pytest
import torch

from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._read import read_like, read_number

X = torch.ones(2)


def test_readers_say_what_is_asked():
    assert read_number([2.5]) == 2.5
    for call, words in (
        (lambda: read_number([float("nan")]), "NaN"),
        (lambda: read_like(torch.eye(2).to_sparse(), X), "sparse"),
        (lambda: read_like(torch.zeros(2, device="meta"), X), "on the device meta"),
        (lambda: read_like([[1], [2, 3]], X), "should be a list or tensor of numbers"),
        (lambda: read_like((X,), (X, X)), "asks for 2 things"),
        (lambda: read_number([1.0, 2.0]), "asks for one number, this has 2"),
        (lambda: read_number(True), "should be a number"),
        (lambda: read_number(float("inf")), "infinite"),
    ):
        with pytest.raises(Mistake) as found:
            call()
        assert words in str(found.value)


@pytest.mark.parametrize("value", [[1, 0], (1.0, 0.0), np.array([True, False]), np.array([1, 0], dtype=np.uint8)])
def test_numbers_are_read_from_lists_and_arrays_of_any_kind(value):
    assert torch.equal(read_like(value, X), torch.tensor([1.0, 0.0], dtype=torch.float64))


def test_a_long_list_is_read_at_once():
    begun = process_time()
    assert len(read_like(list(range(10**4)), X)) == 10**4
    assert read_like([[i, 0.5] for i in range(10**4)], X).shape == (10**4, 2)
    took = process_time() - begun
    begun = process_time()
    for number in range(10**4):
        torch.tensor(number)
    assert took < 10 * (process_time() - begun), "much slower than a tensor per number"


def test_half_an_answer_is_not_answered():
    with pytest.raises(NotAnswered):
        read_like((X, ...), (X, X))
