"""The tiny model: torch's own layer with the same weights, and what it cannot tell without positions."""

from functools import partial

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from pe_lesson import PositionalEncoding
from pe_lesson.attention.dot_product import causal_mask
from pe_lesson.attention.measures import accuracy, pairwise_accuracy
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import mirror, order_task
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.rotary import Rotary
from tests.support.bad_input import refusal


def test_model_is_torchs_own_layer_with_the_same_weights():
    torch.manual_seed(0)
    model = TinyAttention()
    (layer,) = model.layers
    theirs = torch.nn.MultiheadAttention(16, 2, bias=False, batch_first=True, dtype=torch.float64)
    theirs.load_state_dict({"in_proj_weight": layer.qkv.weight, "out_proj.weight": layer.out_proj.weight})
    ids, _ = order_task(4, 8, 0)
    x = model.embedding(ids)
    expected = model.head((x + theirs(x, x, x, need_weights=False)[0]).mean(dim=1)).squeeze(-1)
    assert torch.allclose(model(ids), expected)


def test_the_three_places_and_the_mask_are_all_used():
    torch.manual_seed(0)
    table, rotary, bias = Learned(8, 16, dtype=torch.float64), Rotary(8), Alibi(2)
    model = TinyAttention(positional=table, rotary=rotary, bias=bias, causal=True)
    (layer,) = model.layers
    ids, _ = order_task(4, 8, 0)
    x = table(model.embedding(ids))
    q, k, v = (part.unflatten(-1, (2, 8)).transpose(1, 2) for part in layer.qkv(x).chunk(3, dim=-1))
    mixed = functional.scaled_dot_product_attention(
        rotary(q), rotary(k), v, attn_mask=bias(torch.arange(8)) + causal_mask(8)
    )
    expected = model.head((x + layer.out_proj(mixed.transpose(1, 2).flatten(2))).mean(dim=1)).squeeze(-1)
    assert torch.allclose(model(ids), expected)


@given(seed=st.integers(0, 1000), order=st.permutations(range(8)))
def test_without_positions_and_mask_any_order_gives_the_same_answer(seed, order):
    torch.manual_seed(seed)
    model = TinyAttention()
    ids, _ = order_task(2, 8, seed)
    assert torch.allclose(model(ids), model(ids[:, order]), rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_symmetric_bias_alone_gives_half_on_order_at_every_length(seed):
    torch.manual_seed(seed)
    model = TinyAttention(bias=Alibi(2))
    for length in (2, 8, 31):
        ids, labels = order_task(32, length, seed)
        assert torch.allclose(model(ids), model(mirror(ids)), rtol=0, atol=1e-12)
        assert accuracy(model, ids, labels) == pairwise_accuracy(model, ids, labels) == 0.5


def test_model_checks_its_sizes():
    refusal(lambda: TinyAttention(d_model=15), ValueError, "heads must divide d_model", 15)
    refusal(lambda: TinyAttention(heads=0), ValueError, "heads")
    refusal(lambda: TinyAttention(d_model=4.0), TypeError, "d_model")
    refusal(lambda: TinyAttention(dtype=torch.int64), TypeError, "dtype")
    for name, example in (("positional", "Learned(64, 16)"), ("rotary", "Rotary(8)"), ("bias", "Alibi(2)")):
        refusal(lambda name=name: TinyAttention(**{name: 5}), TypeError, name, f"such as {example}", "5 (int)")
    refusal(lambda: TinyAttention()(torch.zeros(4, 0, dtype=torch.int64)), ValueError, "(4, 0)", "a token")
    ids, _ = order_task(1, 8, 0)
    refusal(lambda: TinyAttention(bias=Alibi(3))(ids), ValueError, "3 heads", "2")
    refusal(lambda: TinyAttention(positional=Learned(4, 16))(ids), ValueError, "max_length >= 8")
    refusal(lambda: TinyAttention(rotary=Rotary(4))(ids), ValueError, "d_head")
    refusal(lambda: TinyAttention(positional=PositionalEncoding(8))(ids), ValueError, "(..., seq_length, 8)")


def test_model_in_float32_stays_in_float32():
    ids, _ = order_task(1, 8, 0)
    model = TinyAttention(rotary=Rotary(8), bias=Alibi(2), causal=True, dtype=torch.float32)
    assert model(ids).dtype == torch.float32


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("causal", [False, True])
def test_read_at_the_last_position_is_the_last_of_all_vectors(layers, causal):
    torch.manual_seed(0)
    model = TinyAttention(rotary=Rotary(8), bias=Alibi(2), causal=causal, layers=layers, pooling="last", num_classes=3)
    ids, _ = order_task(4, 9, 0)
    expected = model.head(model.hidden_states(ids)[:, -1])
    assert expected.shape == (16, 3)
    assert torch.allclose(model(ids), expected, rtol=0, atol=1e-12)
    assert torch.allclose(model(ids, attention_mask=torch.ones(16, 9, dtype=torch.bool)), expected, rtol=0, atol=1e-12)
    pack = torch.arange(9) % 5, ((torch.arange(9) // 5)[:, None] == torch.arange(9) // 5)[None]  # two texts
    whole = model.hidden_states(ids, *pack)
    assert not torch.allclose(whole, model.hidden_states(ids))
    assert torch.allclose(model.hidden_states(ids, *pack, queries=3), whole[:, -3:], rtol=0, atol=1e-12)


def test_another_rotation_takes_the_same_weights_and_leaves_the_model_alone():
    torch.manual_seed(0)
    model = TinyAttention(rotary=Rotary(8), pooling="last", layers=2)
    ids, _ = order_task(4, 8, 0)
    before = model(ids)
    squeezed = model.with_rotary(Rotary(8, frequencies=Rotary(8).frequencies / 2))
    assert torch.allclose(squeezed(ids), model(ids, torch.arange(8).double() / 2), rtol=0, atol=1e-12)
    assert not torch.allclose(squeezed(ids), before)
    assert torch.equal(model(ids), before)
    refusal(lambda: model.with_rotary(5), TypeError, "rotary", "5 (int)")


def test_a_row_of_padding_and_positions_that_do_not_fit_are_refused():
    ids = torch.tensor([[0, 2, 1]])
    for pooling in ("mean", "last"):
        mask = torch.tensor([[True, True, False], [False, False, False]])
        call = partial(TinyAttention(pooling=pooling), ids.expand(2, 3), attention_mask=mask)
        refusal(call, ValueError, "attention_mask must have a real token in each row")
    for bad, error in ((torch.arange(6), ValueError), ([0, 1, 2], TypeError), (5, TypeError)):
        refusal(lambda bad=bad: TinyAttention()(ids, bad), error, "positions must")
    refusal(lambda: TinyAttention()([[0, 1]], torch.arange(2)), TypeError, "ids must be an int64 tensor")


def test_a_model_may_have_another_vocabulary():
    model = TinyAttention(num_embeddings=64, num_classes=8)
    assert model(torch.tensor([[0, 63]])).shape == (1, 8)
    refusal(lambda: model(torch.tensor([[0, 64]])), ValueError, "0 to 63", "0 to 64")


@pytest.mark.parametrize("causal", [False, True])
def test_the_weights_are_those_of_the_first_layer(causal):
    torch.manual_seed(0)
    model = TinyAttention(rotary=Rotary(8), bias=Alibi(2), causal=causal)
    ids, _ = order_task(2, 8, 0)
    (layer,), x, weights = model.layers, model.embedding(ids), model.attention_weights(ids)
    assert weights.shape == (8, 2, 8, 8)
    assert torch.allclose(weights.sum(dim=-1), torch.ones(8, 2, 8).double())
    mixed = weights @ layer.project(x, torch.arange(8), torch.arange(8))[2]
    assert torch.allclose(x + layer.out_proj(mixed.transpose(1, 2).flatten(2)), model.hidden_states(ids), atol=1e-12)
