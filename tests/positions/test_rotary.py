"""Learned table, rotary encoding, linear bias: what lesson 10 says of them, against independent forms."""

import math
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.bad_input import refusal
from pe_lesson import frequencies, shift_matrix
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.rotary import Rotary

WIDTHS = st.sampled_from([2, 4, 8, 30])
BASES = st.floats(1.5, 1e6)
PLACES = st.integers(-5000, 5000)


def vectors(width, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(2, width, dtype=torch.float64, generator=generator)


def turned(x, position, n=10_000.0):
    return Rotary(x.size(-1), n)(x.unsqueeze(0), torch.tensor([position])).squeeze(0)


# rotary


@given(width=WIDTHS, n=BASES, length=st.integers(1, 20), start=PLACES)
def test_rotary_is_a_product_of_complex_numbers(width, n, length, start):
    x = torch.randn(3, length, width, dtype=torch.float64, generator=torch.Generator().manual_seed(length))
    numbers = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    angles = [[k * n ** (-2 * i / width) for i in range(width // 2)] for k in range(start, start + length)]
    turns = torch.exp(1j * torch.tensor(angles, dtype=torch.float64))
    expected = torch.view_as_real(numbers * turns).flatten(-2)
    assert torch.allclose(Rotary(width, n)(x, torch.arange(start, start + length)), expected, atol=1e-9)


@given(width=WIDTHS, n=BASES, position=PLACES)
def test_rotary_is_the_shift_of_lesson_07(width, n, position):
    x, _ = vectors(width)
    expected = x @ shift_matrix(-position, width, n, dtype=torch.float64)
    assert torch.allclose(turned(x, position, n), expected, atol=1e-9)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_rotary_keeps_shape_and_dtype_and_argument(dtype):
    x = torch.randn(2, 3, 5, 8).to(dtype)
    before = x.clone()
    result = Rotary(8)(x)
    assert result.shape == x.shape
    assert result.dtype == dtype
    assert torch.equal(x, before)
    assert Rotary(8)(x[..., :0, :]).shape == (2, 3, 0, 8)


@pytest.mark.parametrize("narrow", [torch.float16, torch.bfloat16, torch.float32])
def test_narrow_modules_keep_their_frequencies_and_slopes(narrow):
    x, far = torch.randn(1, 1, 64, dtype=torch.float64), torch.tensor([5000])
    assert torch.equal(Rotary(64).to(narrow)(x, far), Rotary(64)(x, far))
    assert torch.equal(Alibi(12).to(narrow)(torch.arange(300)), Alibi(12)(torch.arange(300)))
    assert torch.nn.Sequential(Rotary(8)).half()[0].frequencies.dtype == torch.float64


@pytest.mark.parametrize("module", [Rotary(8), Alibi(2)], ids=["rotary", "alibi"])
def test_no_checkpoint_and_no_training_changes_frequencies_and_slopes(module):
    assert list(module.parameters()) == []
    assert module.state_dict() == {}
    rounded = {"frequencies": torch.zeros(4).half(), "slopes": torch.zeros(2).half()}
    for assign in (False, True):
        assert module.load_state_dict(rounded, strict=False, assign=assign).missing_keys == []
    assert torch.equal(Rotary(8).frequencies, frequencies(8))
    assert Alibi(2).slopes.tolist() == [1 / 16, 1 / 256]


def test_they_work_wherever_their_input_lies():
    x = torch.zeros(2, 3, 5, 8, device="meta")
    assert Rotary(8)(x).is_meta
    assert Alibi(3)(torch.arange(5, device="meta")).is_meta


def test_rotary_takes_given_frequencies():
    x, omega = torch.randn(3, 4, dtype=torch.float64), [0.5, 0.0]
    turned = Rotary(4, frequencies=omega)(x)
    assert torch.equal(turned[:, 2:], x[:, 2:])
    assert torch.allclose(turned[2, 0], x[2, 0] * math.cos(1) - x[2, 1] * math.sin(1))
    assert torch.equal(Rotary(4, 100.0)(x), Rotary(4, frequencies=frequencies(4, 100.0))(x))
    for bad in ([1.0], [1.0, math.nan], [1.0, 2.0, 3.0]):
        refusal(lambda bad=bad: Rotary(4, frequencies=bad), ValueError, "frequencies must be 2 finite numbers")
    for bad in (5, "ab", ["a", "b"]):
        refusal(lambda bad=bad: Rotary(4, frequencies=bad), TypeError, "frequencies")


# positions


@given(kind=st.sampled_from([torch.int8, torch.int32, torch.int64, torch.uint8, torch.float64]), batched=st.booleans())
def test_each_row_of_a_batch_has_positions_of_its_own_and_each_head_the_same(kind, batched):
    x = torch.randn(2, 3, 4, 8, dtype=torch.float64)
    places = [[0, 1, 2, 3], [7, 0, 90, 2]] if batched else [[7, 0, 90, 2]]
    result = Rotary(8)(x, torch.tensor(places, dtype=kind))
    for row, head, token in product(range(2), range(3), range(4)):
        expected = turned(x[row, head, token], places[row if batched else 0][token])
        assert torch.allclose(result[row, head, token], expected)
    without_heads = Rotary(8)(x[:, 0], torch.tensor(places, dtype=kind))
    assert torch.equal(without_heads, result[:, 0])


def test_default_positions_count_from_0():
    x, learned = torch.randn(2, 3, 4, 8), Learned(9, 8)
    for k in (torch.arange(4), torch.arange(4).unsqueeze(0), torch.arange(4).expand(2, 4)):
        assert torch.equal(Rotary(8)(x, k), Rotary(8)(x))
        assert torch.equal(learned(x, k), learned(x))


def test_stretched_positions_turn_in_between():
    x = torch.randn(4, 8, dtype=torch.float64)
    half = Rotary(8)(x, torch.arange(4) * 0.5 + torch.zeros(4, dtype=torch.float64))
    assert torch.allclose(half, Rotary(8, frequencies=frequencies(8) / 2)(x))


def test_positions_that_do_not_fit_are_refused():
    x = torch.zeros(2, 3, 4, 8)
    for module in (Rotary(8), Learned(9, 8), lambda x, k: Alibi(2)(k)):
        for bad in ([0, 1, 2, 3], torch.zeros(4), torch.zeros(4, dtype=torch.bool)):
            refusal(lambda bad=bad, module=module: module(x, bad), TypeError, "positions must be")
    for module in (Rotary(8), Learned(9, 8)):
        for shape in ((), (3,), (3, 4), (2, 1, 4), (1, 5)):
            bad = torch.zeros(shape, dtype=torch.int64)
            refusal(lambda bad=bad, module=module: module(x, bad), ValueError, "positions must have shape", shape)
    refusal(lambda: Rotary(8)(x.to("meta"), torch.arange(4)), ValueError, "positions are on cpu")
    for module in (Rotary(8), lambda x, k: Alibi(2)(k)):
        for bad in (torch.nan, torch.inf, -torch.inf):
            k = torch.tensor([0, 1, bad, 3], dtype=torch.float64)
            refusal(lambda k=k, module=module: module(x, k), ValueError, "positions must be finite")
    refusal(lambda: Rotary(8)(x[0, 0], torch.zeros(2, 4, dtype=torch.int64)), ValueError, "positions", "(2, 4)")
    refusal(lambda: Learned(9, 8)(x, torch.tensor([0, 1, 2, 9])), ValueError, "9", "max_length")
    refusal(lambda: Learned(9, 8)(x, torch.tensor([0, 1, 2, -1])), ValueError, "negative")
    refusal(lambda: Learned(9, 8)(x, torch.zeros(4, dtype=torch.float64)), TypeError, "positions")


# learned


def test_learned_adds_its_first_rows():
    torch.manual_seed(0)
    learned, x = Learned(8, 4), torch.randn(3, 5, 4)
    assert torch.equal(learned(x), x + learned.table.weight[:5])
    assert learned(x.half()).dtype == torch.float16
    assert learned(x[:, :0]).shape == (3, 0, 4)
    assert Learned(8, 4, dtype=torch.float64).table.weight.dtype == torch.float64


def test_learned_adds_the_rows_of_given_positions():
    learned, x = Learned(8, 4), torch.randn(2, 3, 4)
    k = torch.tensor([[0, 0, 1], [7, 2, 0]])
    assert torch.equal(learned(x, k), x + learned.table.weight[k])
    assert learned(x.bfloat16(), k).dtype == torch.bfloat16


def test_learned_has_no_row_beyond_its_own():
    assert Learned(8, 4)(torch.zeros(1, 8, 4)).shape == (1, 8, 4)
    refusal(lambda: Learned(8, 4)(torch.zeros(1, 9, 4)), ValueError, "9", "max_length 8", "Learned", ">= 9")


# ALiBi


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


def test_slopes_are_those_of_the_paper_for_eight_heads():
    assert (1 / Alibi(8).slopes).tolist() == [2, 4, 8, 16, 32, 64, 128, 256]
    assert Alibi(8).slopes.dtype == torch.float64


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


# bad input


@pytest.mark.parametrize("value", ["4", 4.0, True])
def test_sizes_that_are_not_ints_are_refused(value):
    for name, make in {
        "max_length": lambda: Learned(value, 4), "d_model": lambda: Learned(4, value), "d_head": lambda: Rotary(value),
        "heads": lambda: Alibi(value),
    }.items():  # fmt: skip
        refusal(make, TypeError, name)


def test_sizes_out_of_range_are_refused():
    for name, make in {
        "max_length": lambda: Learned(0, 4), "d_model": lambda: Learned(4, -1), "d_head": lambda: Rotary(5),
        "heads": lambda: Alibi(0), "n": lambda: Rotary(4, 0.0),
    }.items():  # fmt: skip
        refusal(make, ValueError, name)
    refusal(lambda: Learned(4, 4, dtype=torch.int64), TypeError, "dtype")
    refusal(lambda: Rotary(4, "1"), TypeError, "n must be")


@pytest.mark.parametrize("module", [Learned(8, 4), Rotary(4)], ids=["learned", "rotary"])
def test_tensors_that_do_not_fit_are_refused(module):
    for bad in ([[1.0] * 4], torch.zeros(2, 4, dtype=torch.int64)):
        refusal(lambda bad=bad: module(bad), TypeError, "must be")
    for bad in (torch.zeros(4), torch.zeros(2, 3), torch.zeros(2, 4, 1)):
        refusal(lambda bad=bad: module(bad), ValueError, tuple(bad.shape))
