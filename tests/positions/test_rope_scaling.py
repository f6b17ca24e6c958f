"""How often each pair turns, and three ways to stretch RoPE."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import frequencies
from pe_lesson.positions.rope_scaling import interpolated, ntk_base, ntk_by_parts, turns
from tests.support.bad_input import refusal

WIDTHS, FACTORS, BASES = st.sampled_from([4, 8, 16, 128]), st.floats(1, 64), st.floats(2, 1e7)


def test_turns_are_those_of_the_lesson():
    made = turns(frequencies(16, 100), 16)
    assert [round(turn, 2) for turn in made.tolist()] == [2.55, 1.43, 0.81, 0.45, 0.25, 0.14, 0.08, 0.05]
    assert math.isclose(turns(torch.tensor([math.pi]), 2).item(), 1, rel_tol=1e-6)


@given(d=WIDTHS, n=BASES, factor=FACTORS)
def test_a_raised_base_slows_the_slowest_pair_by_the_factor_and_leaves_the_fastest(d, n, factor):
    divisors = frequencies(d, n) / frequencies(d, ntk_base(n, factor, d))
    assert math.isclose(divisors[0], 1)
    assert math.isclose(divisors[-1], factor, rel_tol=1e-6)
    assert (divisors.diff() >= -1e-9).all()


@given(d=WIDTHS, n=BASES, factor=FACTORS, trained=st.integers(4, 10_000))
def test_by_parts_keeps_the_fast_squeezes_the_slow_and_stays_between(d, n, factor, trained):
    own = frequencies(d, n)
    made, divisors = turns(own, trained), own / ntk_by_parts(own, factor, trained, beta_slow=0.5, beta_fast=2)
    assert torch.allclose(divisors[made >= 2], torch.tensor(1.0, dtype=torch.float64))
    assert torch.allclose(divisors[made <= 0.5], torch.tensor(factor, dtype=torch.float64))
    assert ((divisors >= 1 - 1e-9) & (divisors <= factor * (1 + 1e-9))).all()
    assert torch.equal(interpolated(own, factor), own / factor)


def test_halfway_between_the_bounds_half_is_kept():
    own = torch.tensor([2 * math.pi * 3 / 100], dtype=torch.float64)  # three turns in 100 positions
    assert math.isclose((ntk_by_parts(own, 4, 100, beta_slow=1, beta_fast=5) / own).item(), 0.5 + 0.5 / 4)


def test_bad_numbers_get_one_line():
    own = frequencies(4)
    refusal(
        lambda: ntk_by_parts(own, 4, 16, beta_slow=2, beta_fast=2), ValueError, "beta_slow must be below beta_fast", 2
    )
    refusal(lambda: ntk_by_parts(own.numpy(), 4, 64), TypeError, "frequencies must be a floating tensor", "ndarray")
    refusal(lambda: interpolated(own, 0), ValueError, "factor")
    refusal(lambda: ntk_base(100, 4, 5), ValueError, "even", 5)
    refusal(lambda: ntk_base(100, 4, 2), ValueError, "d_head", 2)
    refusal(lambda: turns(own, 0), ValueError, "length")
