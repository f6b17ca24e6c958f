"""What check_length and check_parameters say: nothing, or one line with the value and the remedy."""

import numpy as np
import pytest
import torch

from pe_lesson import check_length, check_parameters
from tests.support.bad_input import refusal


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"sentences": []},
        {"sentences": ["", "a b"], "d_model": 5},
        {"max_length": 1, "n": 1.5, "dropout": 1},
        {"sentence": "dog", "seq_length": 2},
        {"seq_length": 128},
        {"length": 5, "steps": 1, "seeds": 1},
        {"n": 1e100},
        {"length": 128},
        {"d_model": 4, "max_length": 2**26},
        {"d_model": 2**14, "max_length": 2**14},
        {"d_model": np.int32(2**14), "max_length": np.int32(2**14)},
        {"d_model": 2**14},
        {"max_length": 2**28},
    ],
)
def test_usable_values_pass_in_silence(values):
    assert check_parameters(**values) is None


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"sentences": "one"}, TypeError, 'write sentences = ["one", "two"]'),
        ({"sentences": ["one", 2]}, TypeError, "must be a list of strings"),
        ({"sentence": "?!"}, TypeError, "sentence must be a str with a word in it, got '?!' (str); write sentence ="),
        ({"sentence": ["dog"]}, TypeError, "sentence must be a str with a word in it"),
        ({"seq_length": 1}, ValueError, "seq_length must be at least 2, got 1"),
        ({"seq_length": 129}, ValueError, "seq_length must be at most 128, got 129; lesson 00 also"),
        ({"length": 4}, ValueError, "length must be at least 5, got 4"),
        ({"length": 129}, ValueError, "length must be at most 128, got 129"),
        ({"steps": 0}, ValueError, "steps must be at least 1, got 0"),
        ({"seeds": 1.5}, TypeError, "seeds must be an int, got 1.5"),
        ({"seeds": "2"}, TypeError, "seeds must be an int, got '2'"),
        ({"d_model": 2**14 + 1}, ValueError, "a table of 16385 rows and 16385 columns takes 2 GiB, lessons stop at 2"),
        ({"d_model": 10**12}, ValueError, "lessons stop at 2; choose a smaller d_model"),
        ({"d_model": 4, "max_length": 2**26 + 1}, ValueError, "choose a smaller max_length"),
        ({"max_length": 10**13, "n": 10}, ValueError, "10000000000000 rows and 1 columns takes 74,506 GiB"),
        ({"d_model": 2**14 + 1, "max_length": 1}, ValueError, "a table of 16385 rows and 16385 columns"),
        ({"d_model": 10**9, "length": 8}, ValueError, "choose a smaller d_model"),
        ({"d_model": np.int32(2**14), "max_length": np.int32(2**15)}, ValueError, "choose a smaller max_length"),
        ({"d_model": 0}, ValueError, "d_model must be at least 1, got 0"),
        ({"max_length": 2.5}, TypeError, "max_length must be an int, got 2.5"),
        ({"n": -1}, ValueError, "n must be above 0 and at most 1e100, got -1"),
        ({"n": 1.1e100}, ValueError, "n must be above 0 and at most 1e100, got 1.1e+100"),
        ({"dropout": 1.5}, ValueError, "dropout must be a probability between 0 and 1, got 1.5"),
        ({"trained": 129}, ValueError, "trained must be at most 128, got 129"),
        ({"width": 4}, TypeError, "width is not a parameter of the lessons; these are: sentence, sentences,"),
    ],
)
def test_other_values_are_refused_in_one_line(values, error, words):
    refusal(lambda: check_parameters(**values), error, words)


@pytest.mark.parametrize(("seq_length", "max_length"), [(0, 0), (0, 1), (1, 1), (5, 6), (np.int64(6), 6)])
def test_a_length_that_fits_passes(seq_length, max_length):
    assert check_length(seq_length, max_length) is None


@pytest.mark.parametrize(
    ("arguments", "error", "parts"),
    [
        ((2, 1), ValueError, ["sequence length 2", "max_length 1", "build the table", ">= 2"]),
        ((11, 10, "MyModule"), ValueError, ["sequence length 11", "build MyModule"]),
        ((-1, 10), ValueError, ["seq_length", "-1"]),
        (("3", 10), TypeError, ["seq_length", "'3'"]),
        ((True, 10), TypeError, ["seq_length", "True"]),
        ((3, 10.0), TypeError, ["max_length", "10.0"]),
        ((3, None), TypeError, ["max_length", "None"]),
        ((torch.zeros(3), 10), TypeError, ["seq_length", "Tensor"]),
    ],
)
def test_a_length_that_does_not_fit_is_refused(arguments, error, parts):
    refusal(lambda: check_length(*arguments), error, *parts)
