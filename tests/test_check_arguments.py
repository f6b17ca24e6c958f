"""What a message shows of a bad value: all of it in up to 60 characters, else its beginning."""

import pytest
import torch

from pe_lesson._check_arguments import short_repr, typed_repr
from pe_lesson._check_tensors import real_tensor
from tests.support.bad_input import Hostile


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a" * 58, repr("a" * 58)),
        ("a" * 59, "'" + "a" * 56 + "..."),
        ([1, "two\nlines"], r"[1, 'two\nlines']"),
        (10**5000, "a value that cannot be printed"),
        ("two  spaces", "'two  spaces'"),
        (torch.zeros(2, 1), "tensor([[0.], [0.]])"),
        (Hostile(), "a value that cannot be printed"),
    ],
    ids=["60 characters", "61 characters", "a line break", "too many digits", "two spaces", "a tensor", "no repr"],
)
def test_a_value_is_shown_in_one_short_line(value, text):
    assert short_repr(value) == text
    assert typed_repr(value) == f"{text} ({type(value).__name__})"


def test_whole_numbers_to_draw_stay_exact():
    assert real_tensor("table", torch.tensor([2**24 + 1])).item() == 2**24 + 1
