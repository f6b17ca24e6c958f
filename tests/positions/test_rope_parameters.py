"""The types of a model's ``rope_parameters``; ``make test-peers`` compares them with the code that people run."""

import math

import pytest
import torch

from helpers.bad_input import refusal
from pe_lesson import frequencies
from pe_lesson.positions.rope_parameters import TYPES, read_rope
from pe_lesson.positions.rope_scaling import by_parts

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


def test_yarn_keeps_pairs_of_32_turns_and_squeezes_pairs_of_one():
    long = {"rope_type": "yarn", "rope_theta": 1e4, "factor": 4.0, "original_max_position_embeddings": 4096}
    divisors = frequencies(64, 10_000) / read_rope(long, 64)[0]
    # in 4096 positions pair 10.5 makes 32 turns and pair 22.5 one: kept up to 10, squeezed from 23 on
    assert torch.allclose(divisors[:11], torch.tensor(1.0, dtype=torch.float64))
    assert torch.allclose(divisors[23:], torch.tensor(4.0, dtype=torch.float64))
    assert (divisors[10:24].diff() > 0).all()


def test_a_factor_below_2_scales_too():
    numbers = {"rope_theta": 1e4, "factor": 1.5, "original_max_position_embeddings": 64}
    assert math.isclose(read_rope({"rope_type": "yarn", **numbers}, 4)[1], 0.1 * math.log(1.5) + 1)
    longrope = {"rope_type": "longrope", **NEEDS["longrope"], **numbers}
    assert math.isclose(read_rope(longrope, 4)[1], math.sqrt(1 + math.log(1.5) / math.log(64)))


@pytest.mark.parametrize("kind", ["linear", "dynamic", "yarn", "longrope", "llama3"])
def test_a_factor_of_1_changes_nothing(kind):
    parameters = {"rope_type": kind, "rope_theta": 1e4, **NEEDS[kind], "factor": 1.0}
    omega, scale = read_rope(parameters, 4)
    assert torch.allclose(omega, frequencies(4), rtol=1e-12, atol=0)
    assert scale == 1


def test_bad_numbers_get_one_line():
    refusal(lambda: read_rope({"rope_type": "ntk", "rope_theta": 1e4}, 4), ValueError, "rope_type", "ntk", "yarn")
    refusal(lambda: read_rope({"rope_theta": "1e4"}, 4), TypeError, "rope_theta")
