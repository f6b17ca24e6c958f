"""Rotary encoding: what lesson 10 says of it, against independent forms."""

import math
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import frequencies
from pe_lesson.positions.rotary import Rotary
from tests.support.bad_input import bad_positions, bad_vectors, refusal

WIDTHS = st.sampled_from([2, 4, 8, 30])
BASES = st.floats(1.5, 1e6)
PLACES = st.integers(-5000, 5000)


def vectors(width, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(2, width, dtype=torch.float64, generator=generator)


def rotated(x, position, n=10_000.0):
    return Rotary(x.size(-1), n)(x.unsqueeze(0), torch.tensor([position])).squeeze(0)


@given(width=WIDTHS, n=BASES, length=st.integers(1, 20), start=PLACES)
def test_rotary_is_a_product_of_complex_numbers(width, n, length, start):
    x = torch.randn(3, length, width, dtype=torch.float64, generator=torch.Generator().manual_seed(length))
    numbers = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    angles = [[k * n ** (-2 * i / width) for i in range(width // 2)] for k in range(start, start + length)]
    turns = torch.exp(1j * torch.tensor(angles, dtype=torch.float64))
    expected = torch.view_as_real(numbers * turns).flatten(-2)
    assert torch.allclose(Rotary(width, n)(x, torch.arange(start, start + length)), expected, atol=1e-9)


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
def test_a_narrow_module_keeps_its_frequencies(narrow):
    x, far = torch.randn(1, 1, 64, dtype=torch.float64), torch.tensor([5000])
    assert torch.equal(Rotary(64).to(narrow)(x, far), Rotary(64)(x, far))
    assert torch.nn.Sequential(Rotary(8)).half()[0].frequencies.dtype == torch.float64


def test_no_checkpoint_and_no_training_changes_frequencies():
    rotary = Rotary(8)
    assert list(rotary.parameters()) == []
    assert rotary.state_dict() == {}
    for assign in (False, True):
        rounded = {"frequencies": torch.zeros(4).half()}
        assert rotary.load_state_dict(rounded, strict=False, assign=assign).missing_keys == []
    assert torch.equal(rotary.frequencies, frequencies(8))


def test_it_works_wherever_its_input_lies():
    assert Rotary(8)(torch.zeros(2, 3, 5, 8, device="meta")).is_meta


def test_rotary_takes_given_frequencies():
    x, omega = torch.randn(3, 4, dtype=torch.float64), [0.5, 0.0]
    rotated = Rotary(4, frequencies=omega)(x)
    assert torch.equal(rotated[:, 2:], x[:, 2:])
    assert torch.allclose(rotated[2, 0], x[2, 0] * math.cos(1) - x[2, 1] * math.sin(1))
    assert torch.equal(Rotary(4, 100.0)(x), Rotary(4, frequencies=frequencies(4, 100.0))(x))
    for bad in ([1.0], [1.0, math.nan], [1.0, 2.0, 3.0]):
        refusal(lambda bad=bad: Rotary(4, frequencies=bad), ValueError, "frequencies must be 2 finite numbers")
    for bad in (5, "ab", ["a", "b"]):
        refusal(lambda bad=bad: Rotary(4, frequencies=bad), TypeError, "frequencies")


@given(kind=st.sampled_from([torch.int8, torch.int32, torch.int64, torch.uint8, torch.float64]), batched=st.booleans())
def test_each_row_of_a_batch_has_positions_of_its_own_and_each_head_the_same(kind, batched):
    x = torch.randn(2, 3, 4, 8, dtype=torch.float64)
    places = [[0, 1, 2, 3], [7, 0, 90, 2]] if batched else [[7, 0, 90, 2]]
    result = Rotary(8)(x, torch.tensor(places, dtype=kind))
    for row, head, token in product(range(2), range(3), range(4)):
        expected = rotated(x[row, head, token], places[row if batched else 0][token])
        assert torch.allclose(result[row, head, token], expected)
    without_heads = Rotary(8)(x[:, 0], torch.tensor(places, dtype=kind))
    assert torch.equal(without_heads, result[:, 0])


def test_default_positions_count_from_0():
    x = torch.randn(2, 3, 4, 8)
    for k in (torch.arange(4), torch.arange(4).unsqueeze(0), torch.arange(4).expand(2, 4)):
        assert torch.equal(Rotary(8)(x, k), Rotary(8)(x))


def test_stretched_positions_rotate_in_between():
    x = torch.randn(4, 8, dtype=torch.float64)
    half = Rotary(8)(x, torch.arange(4) * 0.5 + torch.zeros(4, dtype=torch.float64))
    assert torch.allclose(half, Rotary(8, frequencies=frequencies(8) / 2)(x))


def test_positions_that_do_not_fit_are_refused():
    x = torch.zeros(2, 3, 4, 8)
    bad_positions(lambda bad: Rotary(8)(x, bad))
    for shape in ((), (3,), (3, 4), (2, 1, 4), (1, 5)):
        bad = torch.zeros(shape, dtype=torch.int64)
        refusal(lambda bad=bad: Rotary(8)(x, bad), ValueError, "positions must have shape", shape)
    refusal(lambda: Rotary(8)(x.to("meta"), torch.arange(4)), ValueError, "positions are on cpu, the vectors on meta")
    refusal(lambda: Rotary(8)(x[0, 0], torch.zeros(2, 4, dtype=torch.int64)), ValueError, "positions", "(2, 4)")


def test_sizes_are_checked():
    refusal(lambda: Rotary(4.0), TypeError, "d_head")
    refusal(lambda: Rotary(5), ValueError, "d_head")
    refusal(lambda: Rotary(4, 0.0), ValueError, "n")
    refusal(lambda: Rotary(4, "1"), TypeError, "n must be")


def test_tensors_that_do_not_fit_are_refused():
    bad_vectors(Rotary(4))
