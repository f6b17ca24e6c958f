"""The four schemes and the five properties of lesson 00."""

import pytest
import torch

from pe_lesson import sinusoidal
from pe_lesson.encoding.properties import (
    PROPERTIES,
    comparison,
    distinct_rows,
    equal_steps,
    fixed_rows,
    slow_growth,
    small_entries,
)
from pe_lesson.encoding.schemes import SCHEMES, binary_code, normalised_index, raw_index, sine_cosine
from tests.support.bad_input import refusal

BROKEN = {
    raw_index: {small_entries, slow_growth},
    normalised_index: {fixed_rows},
    binary_code: {equal_steps},
    sine_cosine: set(),
}


def every_eighth(length):
    """One sine and one cosine that come back after 8 positions, but for float32's rounding."""
    angle = raw_index(length) * (2 * torch.pi / 8)
    return torch.cat([angle.sin(), angle.cos()], dim=1)


@pytest.mark.parametrize("seq_length", [5, 16, 100, 128])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_scheme_breaks_what_the_source_says(scheme, seq_length):
    broken = {has for has in PROPERTIES if not has(scheme, seq_length)}
    assert broken == BROKEN[scheme]


def test_schemes_give_these_rows():
    assert raw_index(4).tolist() == [[0], [1], [2], [3]]
    assert normalised_index(5).tolist() == [[0], [0.25], [0.5], [0.75], [1]]
    assert normalised_index(1).tolist() == [[0]]
    assert binary_code(6, 3).tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1]]
    assert torch.equal(sine_cosine(7), sinusoidal(7, 8))
    assert all(scheme(9).dtype == torch.float32 for scheme in SCHEMES)


@pytest.mark.parametrize(
    ("has", "scheme", "seq_length", "words"),
    [
        (small_entries, raw_index, 16, "the largest entry is 15.00, the limit 3.00"),
        (slow_growth, raw_index, 16, "from 15.00 to 31.00"),
        (fixed_rows, normalised_index, 16, "row 15 differs by 0.52 between lengths 16 and 32"),
        (equal_steps, binary_code, 16, "rows 1 apart have distances from 1.00 to 2.00"),
        (equal_steps, binary_code, 256, "from 1.00 to 2.83"),
        (equal_steps, sine_cosine, 16, "neighbours are 0.96 apart"),
        (equal_steps, lambda length: sine_cosine(length)[:, 0::2], 16, "from 0.12 to 0.96"),
        (distinct_rows, lambda length: sinusoidal(length, 2), 1000, "the closest rows, 0 and 710, are 0.0001 apart"),
        (distinct_rows, lambda length: raw_index(length) % 8, 16, "the closest rows, 0 and 8, are 0.0000 apart"),
    ],
)
def test_the_reason_names_numbers(has, scheme, seq_length, words):
    assert words in has(scheme, seq_length).reason


@pytest.mark.parametrize(
    ("scheme", "broken"),
    [
        (lambda length: torch.zeros(length, 3), {distinct_rows}),
        (every_eighth, {distinct_rows}),
        (lambda length: 0.1 * raw_index(length), {slow_growth}),
        (
            lambda length: (0.1 + raw_index(32)[:length] % 2) * (length / 16) ** 0.67,
            {fixed_rows, slow_growth, distinct_rows},
        ),
        (lambda length: torch.full((length, 1), 9.0) + normalised_index(32)[:length], {small_entries}),
        (lambda length: raw_index(length).sin(), {equal_steps}),
        (lambda length: raw_index(length).log1p(), {equal_steps}),  # grows for ever, but slowly
        (lambda length: torch.eye(32)[:length], set()),  # one-hot rows have all five
    ],
)
def test_properties_break_one_by_one(scheme, broken):
    assert {has for has in PROPERTIES if not has(scheme)} == broken


def test_a_code_that_is_even_for_neighbours_only_is_not_even():
    def gray(length):
        k = torch.arange(length)
        return (k ^ (k >> 1)).unsqueeze(1) >> torch.arange(4) & 1

    result = equal_steps(gray)
    assert not result
    assert "rows 3 apart have distances from 1.00 to 1.73" in result.reason


def test_a_width_that_follows_the_length_is_not_fixed():
    result = fixed_rows(lambda length: torch.zeros(length, length))
    assert not result
    assert "16 columns at length 16, 32 at 32" in result.reason


def test_sine_cosine_has_all_five_for_even_widths_alone():
    assert all(has(lambda length: sinusoidal(length, 6)) for has in PROPERTIES)
    assert not equal_steps(lambda length: sinusoidal(length, 5, 4))


def test_a_result_is_true_or_false_and_says_why():
    good, bad = fixed_rows(raw_index), small_entries(raw_index)
    assert good
    assert not bad
    assert repr(good) == "✓ property 1, fixed: rows 0 to 15 are the same at lengths 16 and 32"
    assert repr(bad) == "✗ property 2, small: the largest entry is 15.00, the limit 3.00"


def test_comparison_is_aligned():
    assert comparison([raw_index, sine_cosine]).splitlines() == [
        "             1 fixed  2 small  3 slow growth  4 equal steps  5 distinct",
        "raw_index    yes      NO       NO             yes            yes",
        "sine_cosine  yes      yes      yes            yes            yes",
    ]
    assert len(comparison().splitlines()) == 1 + len(SCHEMES)


@pytest.mark.parametrize("has", PROPERTIES)
@pytest.mark.parametrize(
    ("scheme", "seq_length", "error", "words"),
    [
        (lambda length: [0.0] * length, 16, TypeError, "must return a tensor"),
        (torch.arange, 16, ValueError, "must return shape (16, d)"),
        (lambda length: torch.zeros(1, length), 16, ValueError, "must return shape (16, d)"),
        (lambda length: raw_index(length) / 0, 16, ValueError, "NaN or infinity"),
        (raw_index(16), 16, TypeError, "give its name, without brackets"),
        (raw_index, 1, ValueError, "seq_length must be at least 2, got 1"),
        (raw_index, 4.0, TypeError, "seq_length must be an int, got 4.0"),
    ],
)
def test_bad_input_gets_one_line(has, scheme, seq_length, error, words):
    refusal(lambda: has(scheme, seq_length), error, words)


def test_a_scheme_alone_is_no_list():
    refusal(lambda: comparison(raw_index), TypeError, "schemes must be a list", "write [...] round a single one")


def test_schemes_refuse_bad_lengths():
    remedy = "8 bits count 256 positions, not 257; shorten seq_length or raise bits"
    refusal(lambda: binary_code(257), ValueError, remedy)
    for scheme in SCHEMES:
        refusal(lambda scheme=scheme: scheme(0), ValueError, "must be at least 1, got 0")


def test_properties_take_integer_half_and_trained_tables():
    table = torch.nn.Parameter(sinusoidal(32, 8))
    assert all(has(lambda length: table[:length]) for has in PROPERTIES)
    assert distinct_rows(lambda length: torch.arange(length).unsqueeze(1))
    assert fixed_rows(lambda length: sinusoidal(length, 8, dtype=torch.bfloat16))
