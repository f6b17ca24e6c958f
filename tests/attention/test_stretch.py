"""Four ways to stretch RoPE, and the types of a model's ``rope_parameters``."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.bad_input import refusal
from pe_lesson import frequencies
from pe_lesson.attention.rope_parameters import TYPES, read_rope
from pe_lesson.attention.stretch import by_parts, raised_base, squeezed, turns

WIDTHS, FACTORS, BASES = st.sampled_from([4, 8, 16, 128]), st.floats(1, 64), st.floats(2, 1e7)
LONG = {"factor": 4.0, "original_max_position_embeddings": 64}
NEEDS = {
    "yarn": LONG,
    "linear": {"factor": 4.0},
    "dynamic": LONG,
    "llama3": {**LONG, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
    "longrope": {**LONG, "short_factor": [1.0, 1.0], "long_factor": [1.0, 3.0]},
    "proportional": {"partial_rotary_factor": 0.5},
    "default": {},
}


def test_turns_are_those_of_the_lesson():
    made = turns(frequencies(16, 100), 16)
    assert [round(turn, 2) for turn in made.tolist()] == [2.55, 1.43, 0.81, 0.45, 0.25, 0.14, 0.08, 0.05]
    assert math.isclose(turns(torch.tensor([math.pi]), 2).item(), 1, rel_tol=1e-6)


@given(d=WIDTHS, n=BASES, factor=FACTORS)
def test_a_raised_base_slows_the_slowest_pair_by_the_factor_and_leaves_the_fastest(d, n, factor):
    divisors = frequencies(d, n) / frequencies(d, raised_base(n, factor, d))
    assert math.isclose(divisors[0], 1)
    assert math.isclose(divisors[-1], factor, rel_tol=1e-6)
    assert (divisors.diff() >= -1e-9).all()


@given(d=WIDTHS, n=BASES, factor=FACTORS, trained=st.integers(4, 10_000))
def test_by_parts_keeps_the_fast_squeezes_the_slow_and_stays_between(d, n, factor, trained):
    own = frequencies(d, n)
    made, divisors = turns(own, trained), own / by_parts(own, factor, trained, slow=0.5, fast=2)
    assert torch.allclose(divisors[made >= 2], torch.tensor(1.0, dtype=torch.float64))
    assert torch.allclose(divisors[made <= 0.5], torch.tensor(factor, dtype=torch.float64))
    assert ((divisors >= 1 - 1e-9) & (divisors <= factor * (1 + 1e-9))).all()
    assert torch.equal(squeezed(own, factor), own / factor)


def test_halfway_between_the_bounds_half_is_kept():
    own = torch.tensor([2 * math.pi * 3 / 100], dtype=torch.float64)  # three turns in 100 positions
    assert math.isclose((by_parts(own, 4, 100, slow=1, fast=5) / own).item(), 0.5 + 0.5 / 4)


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_is_read_and_names_what_it_lacks(kind):
    d = 4
    parameters = {"rope_type": kind, "rope_theta": 1e4, **NEEDS[kind]}
    omega, factor = read_rope(parameters, d)
    assert omega.dtype == torch.float64
    assert omega.shape == (2,)
    assert factor >= 1
    for key in ("rope_theta", *NEEDS[kind]):
        lacking = {name: value for name, value in parameters.items() if name != key}
        refusal(lambda lacking=lacking: read_rope(lacking, d), ValueError, kind, "needs", key)


def test_yarn_divides_by_what_was_measured_of_its_code():
    own = frequencies(64, 10_000)
    omega, factor = read_rope({"rope_type": "yarn", "rope_theta": 1e4, **LONG}, 64)
    divisors = [round(value, 2) for value in (own / omega).tolist()]
    assert divisors[:11] == [1.0, 1.09, 1.2, 1.33, 1.5, 1.71, 2.0, 2.4, 3.0, 4.0, 4.0]
    assert math.isclose(factor, 0.1 * math.log(4) + 1)


def test_llama3_is_by_parts():
    own = frequencies(64, 10_000)
    omega, _ = read_rope({"rope_type": "llama3", "rope_theta": 1e4, **NEEDS["llama3"]}, 64)
    assert torch.equal(omega, by_parts(own, 4.0, 64, 1.0, 4.0))


@pytest.mark.parametrize(("length", "slowest"), [(None, 1), (10, 1), (64, 1), (128, 5), (256, 13)])
def test_dynamic_follows_the_text(length, slowest):
    omega, _ = read_rope({"rope_type": "dynamic", "rope_theta": 1e4, **LONG}, 16, length)
    assert math.isclose(frequencies(16)[-1] / omega[-1], slowest, rel_tol=1e-9)


@pytest.mark.parametrize(("length", "divisor"), [(None, 1), (64, 1), (65, 3)])
def test_longrope_has_a_list_for_short_texts_and_one_for_long(length, divisor):
    omega, factor = read_rope({"rope_type": "longrope", "rope_theta": 1e4, **NEEDS["longrope"]}, 4, length)
    assert math.isclose(frequencies(4)[1] / omega[1], divisor)
    assert math.isclose(factor, math.sqrt(1 + math.log(4) / math.log(64)))


def test_parts_of_a_head_can_stay_unturned():
    partial, _ = read_rope({"rope_theta": 1e4, "partial_rotary_factor": 0.25}, 64)
    assert torch.equal(partial, frequencies(16))
    proportional, _ = read_rope({"rope_type": "proportional", "rope_theta": 1e4, "partial_rotary_factor": 0.25}, 64)
    assert torch.equal(proportional, torch.cat([frequencies(64)[:8], torch.zeros(24, dtype=torch.float64)]))


def test_bad_numbers_get_one_line():
    own = frequencies(4)
    refusal(lambda: by_parts(own, 4, 16, slow=2, fast=2), ValueError, "slow must be below fast", 2)
    refusal(lambda: squeezed(own, 0), ValueError, "factor")
    refusal(lambda: raised_base(100, 4, 5), ValueError, "even", 5)
    refusal(lambda: raised_base(100, 4, 2), ValueError, "d_head", 2)
    refusal(lambda: turns(own, 0), ValueError, "length")
    refusal(lambda: read_rope({"rope_type": "ntk", "rope_theta": 1e4}, 4), ValueError, "rope_type", "ntk", "yarn")
    refusal(lambda: read_rope({"rope_theta": "1e4"}, 4), TypeError, "rope_theta")
