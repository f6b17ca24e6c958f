"""What check_parameters says of a learner's parameters: nothing, or one line with the value and the remedy."""

import pytest

from pe_lesson import check_parameters


@pytest.mark.parametrize(
    "values",
    [{}, {"sentences": []}, {"sentences": ["", "a b"], "d_model": 5}, {"max_length": 1, "n": 1.5, "dropout": 1}],
)
def test_usable_values_pass_in_silence(values):
    assert check_parameters(**values) is None


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"sentences": "one"}, TypeError, 'write sentences = ["one", "two"]'),
        ({"sentences": ["one", 2]}, TypeError, "must be a list of strings"),
        ({"d_model": 0}, ValueError, "d_model must be at least 1, got 0"),
        ({"max_length": 2.5}, TypeError, "max_length must be an int, got 2.5"),
        ({"n": -1}, ValueError, "n must be a finite number greater than 0, got -1"),
        ({"dropout": 1.5}, ValueError, "dropout must be a probability between 0 and 1, got 1.5"),
        ({"width": 4}, TypeError, "width is not a parameter of the lessons; these are: sentences, d_model"),
    ],
)
def test_other_values_are_refused_in_one_line(values, error, words):
    with pytest.raises(error) as caught:
        check_parameters(**values)
    assert words in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
