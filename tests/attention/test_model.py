"""The tiny model: torch's own layer with the same weights, and what it cannot tell without positions."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from helpers.bad_input import refusal
from pe_lesson import PositionalEncoding
from pe_lesson.attention.attend import causal_mask
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import adjacency_task, mirror, order_task, swap
from pe_lesson.attention.training import (
    accuracy,
    loss_of,
)
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.rotary import Rotary


def test_model_is_torchs_own_layer_with_the_same_weights():
    torch.manual_seed(0)
    model = TinyAttention()
    (layer,) = model.layers
    theirs = torch.nn.MultiheadAttention(16, 2, bias=False, batch_first=True, dtype=torch.float64)
    theirs.load_state_dict({"in_proj_weight": layer.project.weight, "out_proj.weight": layer.merge.weight})
    ids, _ = order_task(4, 8, 0)
    x = model.embedding(ids)
    expected = model.answer((x + theirs(x, x, x, need_weights=False)[0]).mean(dim=1)).squeeze(-1)
    assert torch.allclose(model(ids), expected)


def test_the_three_places_and_the_mask_are_all_used():
    torch.manual_seed(0)
    add, turn, bias = Learned(8, 16, dtype=torch.float64), Rotary(8), Alibi(2)
    model = TinyAttention(add=add, turn=turn, bias=bias, causal=True)
    (layer,) = model.layers
    ids, _ = order_task(4, 8, 0)
    x = add(model.embedding(ids))
    q, k, v = (part.unflatten(-1, (2, 8)).transpose(1, 2) for part in layer.project(x).chunk(3, dim=-1))
    mixed = functional.scaled_dot_product_attention(
        turn(q), turn(k), v, attn_mask=bias(torch.arange(8)) + causal_mask(8)
    )
    expected = model.answer((x + layer.merge(mixed.transpose(1, 2).flatten(2))).mean(dim=1)).squeeze(-1)
    assert torch.allclose(model(ids), expected)


@given(seed=st.integers(0, 1000), order=st.permutations(range(8)))
def test_without_positions_and_mask_any_order_gives_the_same_answer(seed, order):
    torch.manual_seed(seed)
    model = TinyAttention()
    ids, _ = order_task(2, 8, seed)
    assert torch.allclose(model(ids), model(ids[:, order]), rtol=0, atol=1e-12)


@pytest.mark.parametrize("length", [2, 5, 8, 16, 33])
@pytest.mark.parametrize("seed", range(5))
def test_without_positions_accuracy_is_half_and_loss_log_2_or_more(length, seed):
    torch.manual_seed(seed)
    model = TinyAttention()
    for task in (order_task, adjacency_task) if length >= 5 else (order_task,):
        rows = task(32, length, seed)
        assert accuracy(model, *rows) == 0.5
        assert loss_of(model, *rows).item() >= math.log(2) - 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_symmetric_bias_alone_gives_half_on_order_at_every_length(seed):
    torch.manual_seed(seed)
    model = TinyAttention(bias=Alibi(2))
    for length in (2, 8, 31):
        ids, labels = order_task(32, length, seed)
        assert torch.allclose(model(ids), model(mirror(ids)), rtol=0, atol=1e-12)
        assert accuracy(model, ids, labels) == 0.5


@pytest.mark.parametrize(
    "options",
    [{"causal": True}, {"turn": Rotary(8)}, {"causal": True, "bias": Alibi(2)}],
    ids=["mask", "rotary", "both"],
)
def test_mask_and_rotation_break_the_symmetry(options):
    torch.manual_seed(0)
    model = TinyAttention(**options)
    ids, _ = order_task(8, 8, 0)
    assert not torch.allclose(model(ids), model(swap(ids)))
    assert not torch.allclose(model(ids), model(mirror(ids)))


def test_model_checks_its_sizes():
    refusal(lambda: TinyAttention(d_model=15), ValueError, "heads must divide d_model", 15)
    refusal(lambda: TinyAttention(heads=0), ValueError, "heads")
    refusal(lambda: TinyAttention(d_model=4.0), TypeError, "d_model")
    refusal(lambda: TinyAttention(dtype=torch.int64), TypeError, "dtype")
    for name in ("add", "turn", "bias"):
        refusal(lambda name=name: TinyAttention(**{name: 5}), TypeError, name, "5 (int)")
    refusal(lambda: TinyAttention()(torch.zeros(4, 0, dtype=torch.int64)), ValueError, "(4, 0)", "a letter")
    ids, _ = order_task(1, 8, 0)
    refusal(lambda: TinyAttention(bias=Alibi(3))(ids), ValueError, "3 heads", "2")
    refusal(lambda: TinyAttention(add=Learned(4, 16))(ids), ValueError, "max_length >= 8")
    refusal(lambda: TinyAttention(turn=Rotary(4))(ids), ValueError, "d_head")
    refusal(lambda: TinyAttention(add=PositionalEncoding(8))(ids), ValueError, "(..., seq_length, 8)")


def test_model_in_float32_stays_in_float32():
    ids, _ = order_task(1, 8, 0)
    model = TinyAttention(turn=Rotary(8), bias=Alibi(2), causal=True, dtype=torch.float32)
    assert model(ids).dtype == torch.float32
