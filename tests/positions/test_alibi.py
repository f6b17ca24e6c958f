"""ALiBi's bias: a slope for each step, the slopes of the paper or given ones, and what it refuses."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson.positions.alibi import Alibi
from tests.support.bad_input import bad_positions, refusal


@given(heads=st.integers(1, 12), length=st.integers(1, 20))
def test_bias_costs_a_slope_for_each_step(heads, length):
    bias = Alibi(heads)(torch.arange(length))
    assert bias.shape == (heads, length, length)
    for h in range(heads):
        slope = 2 ** (-8 * (h + 1) / heads)
        expected = torch.tensor([[-slope * abs(m - n) for n in range(length)] for m in range(length)]).double()
        assert torch.allclose(bias[h], expected, atol=1e-6)
    assert torch.equal(bias, bias.transpose(1, 2))
    assert torch.equal(bias, bias.flip(1, 2))


def test_given_slopes_replace_the_papers():
    alibi = Alibi(2, slopes=[1, 0.25])
    assert alibi.slopes.tolist() == [1, 0.25]
    assert alibi(torch.arange(3))[:, 0].tolist() == [[0, -1, -2], [0, -0.25, -0.5]]
    assert torch.equal(Alibi(2, torch.tensor([1, 0.25]))(torch.arange(3)), alibi(torch.arange(3)))
    for bad in ([1], [1, math.inf], [1, 2, 3]):
        refusal(lambda bad=bad: Alibi(2, bad), ValueError, "slopes must be 2 finite numbers")
    refusal(lambda: Alibi(2, 1.0), TypeError, "slopes")


def test_bias_of_queries_against_other_keys():
    whole = Alibi(2)(torch.arange(9))
    assert torch.equal(Alibi(2)(torch.tensor([8]), torch.arange(9)), whole[:, 8:])
    assert torch.equal(Alibi(2)(torch.arange(9, dtype=torch.uint8)), whole)
    rows = Alibi(2)(torch.tensor([[0, 1, 2], [0, 0, 1]]), torch.arange(4).expand(2, 4))
    assert rows.shape == (2, 2, 3, 4)
    assert rows[1, 0, 1].tolist() == [0, -1 / 16, -2 / 16, -3 / 16]


@pytest.mark.parametrize("narrow", [torch.float16, torch.bfloat16, torch.float32])
def test_a_narrow_module_keeps_its_slopes(narrow):
    assert torch.equal(Alibi(12).to(narrow)(torch.arange(300)), Alibi(12)(torch.arange(300)))


def test_no_checkpoint_and_no_training_changes_slopes():
    alibi = Alibi(2)
    assert list(alibi.parameters()) == []
    assert alibi.state_dict() == {}
    for assign in (False, True):
        rounded = {"slopes": torch.zeros(2).half()}
        assert alibi.load_state_dict(rounded, strict=False, assign=assign).missing_keys == []
    assert alibi.slopes.tolist() == [1 / 16, 1 / 256]


def test_it_works_wherever_its_input_lies():
    assert Alibi(3)(torch.arange(5, device="meta")).is_meta


def test_positions_that_do_not_fit_are_refused():
    bad_positions(Alibi(2))


def test_heads_are_checked():
    refusal(lambda: Alibi(4.0), TypeError, "heads")
    refusal(lambda: Alibi(0), ValueError, "heads")
