"""The shift matrix as a learner sees it: it moves every row, and says what to do when it cannot."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import shift_matrix, sinusoidal
from tests.support.bad_input import refusal
from tests.support.encoding import FLOATS

widths = st.integers(1, 24).map(lambda pairs: 2 * pairs)
bases = st.floats(1.5, 1e6)


@given(k=st.integers(0, 3000), to=st.integers(0, 3000), d_model=widths, n=bases)
def test_the_matrix_moves_any_row_to_any_other(k, to, d_model, n):
    row, there = (sinusoidal(1, d_model, n, start=start, dtype=torch.float64) for start in (k, to))
    moved = row @ shift_matrix(to - k, d_model, n, dtype=torch.float64)
    assert (moved - there).abs().max() < 1e-11


def test_the_matrix_is_block_diagonal_with_the_minus_above_the_diagonal():
    expected = torch.tensor(
        [[0.54, -0.84, 0.00, 0.00], [0.84, 0.54, 0.00, 0.00], [0.00, 0.00, 1.00, -0.10], [0.00, 0.00, 0.10, 1.00]]
    )
    assert torch.allclose(shift_matrix(1, 4, 100), expected, atol=0.005)


def test_phases_are_exact_far_out_in_float32():
    far = sinusoidal(1, 64, start=1_000_000, dtype=torch.float64)
    matrix = shift_matrix(1_000_000, 64)
    assert matrix.dtype == torch.float32
    assert (matrix[0::2, 0::2].diagonal().double() - far[0, 1::2]).abs().max() < 3.1e-8


@pytest.mark.parametrize("dtype", FLOATS)
def test_type_and_device_are_those_asked_for(dtype):
    assert shift_matrix(3, 4, dtype=dtype).dtype == dtype
    made = shift_matrix(3, 4, device="meta")
    assert (made.is_meta, made.shape) == (True, (4, 4))


def test_type_is_torchs_default(default_float64):
    assert shift_matrix(3, 4).dtype == torch.float64


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"d_model": 5}, ValueError, "use 6"),
        ({"d_model": 1}, ValueError, "d_model must be even, got 1"),
        ({"d_model": 0}, ValueError, "d_model must be at least 1, got 0"),
        ({"d_model": 4.0}, TypeError, "d_model must be an int, got 4.0"),
        ({"offset": 1.5}, TypeError, "offset must be an int, got 1.5"),
        ({"offset": -(10**30)}, ValueError, "offset must be at most"),
        ({"n": 0}, ValueError, "n must be above 0 and at most 1e100"),
        ({"n": float("nan")}, ValueError, "n must be above 0 and at most 1e100"),
        ({"n": "100"}, TypeError, "n must be a number"),
        ({"dtype": torch.int64}, TypeError, "dtype must be a floating"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_to_do(arguments, error, words):
    refusal(lambda: shift_matrix(**{"offset": 1, "d_model": 4, **arguments}), error, words)
