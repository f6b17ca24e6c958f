"""Positions and masks: a text alone, in a padded batch and in a pack is one text."""

import pytest
import torch

from pe_lesson.attention.layer import AttentionLayer, additive_mask
from pe_lesson.attention.model import TinyAttention
from pe_lesson.positions.alibi import Alibi
from tests.support.attention import every_scheme, model, nearly_equal
from tests.support.bad_input import refusal

ABSOLUTE = ("learned", "sinusoidal")


@every_scheme
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("pooling", ["mean", "last"])
def test_padding_changes_nothing_with_positions_from_the_mask(scheme, causal, pooling, ids):
    tiny = model(scheme, causal=causal, pooling=pooling)
    padding = torch.full((len(ids), 3), 5)
    for left in (True, False):
        padded = torch.cat([padding, ids] if left else [ids, padding], dim=1)
        mask = torch.ones_like(padded, dtype=torch.bool)
        mask[:, slice(3) if left else slice(8, None)] = False
        positions = (mask.cumsum(-1) - 1).clamp(min=0)
        real = slice(3, None) if left else slice(8)
        assert nearly_equal(tiny.hidden_states(padded, positions, mask)[:, real], tiny.hidden_states(ids))
        assert nearly_equal(tiny(padded, positions, mask), tiny(ids))
        naive = nearly_equal(tiny(padded, None, mask), tiny(ids))
        assert naive == (not left or scheme not in ABSOLUTE)
    assert not nearly_equal(tiny(padded), tiny(ids))


@every_scheme
@pytest.mark.parametrize("causal", [False, True])
def test_a_pack_is_its_texts(scheme, causal, ids):
    tiny = model(scheme, causal=causal)
    texts = [ids[:1, :3], ids[1:2], ids[2:3, :5]]
    lengths = torch.tensor([3, 8, 5])
    text = torch.arange(3).repeat_interleave(lengths).unsqueeze(0)  # (1, 16)
    positions = torch.cat([torch.arange(length) for length in lengths])
    mask = text.unsqueeze(2) == text.unsqueeze(1)  # (1, 16, 16)
    pack = torch.cat(texts, dim=1)
    alone = torch.cat([tiny.hidden_states(each) for each in texts], dim=1)
    assert nearly_equal(tiny.hidden_states(pack, positions, mask), alone)
    assert nearly_equal(tiny.hidden_states(pack, None, mask), alone) == (scheme not in ABSOLUTE)
    assert not nearly_equal(tiny.hidden_states(pack, positions), alone)


def test_a_token_that_sees_nothing_sees_itself():
    mask = torch.tensor([[False, False, True]])
    inf = -torch.inf
    assert additive_mask(mask, 3, torch.float64).tolist() == [[[0, inf, 0], [inf, 0, 0], [inf, inf, 0]]]
    assert additive_mask(mask, 1, torch.float32).tolist() == [[[inf, inf, 0]]]
    assert additive_mask(mask, 1, torch.float32).dtype == torch.float32


@pytest.mark.slow
def test_compiled_without_a_break(ids):
    tiny = model("rotary", causal=True, pooling="last")
    mask = torch.ones_like(ids, dtype=torch.bool)
    positions = mask.cumsum(-1) - 1
    torch.compiler.reset()
    compiled = torch.compile(tiny, backend="eager", fullgraph=True)
    assert nearly_equal(compiled(ids), tiny(ids))
    assert nearly_equal(compiled(ids, positions, mask), tiny(ids))


@every_scheme
def test_all_of_it_lies_where_the_model_lies(scheme, ids):
    tiny = model(scheme, causal=True, pooling="last").to("meta")
    mask = torch.ones_like(ids, dtype=torch.bool)
    assert tiny(ids).is_meta
    assert tiny(ids, torch.arange(8), mask).is_meta
    assert tiny(ids, cache=tiny.new_cache()).is_meta


def test_what_does_not_fit_is_refused():
    layer, x = AttentionLayer(16, 2), torch.zeros(2, 4, 16)
    for bad, error in (([0, 1, 2, 3], TypeError), (torch.arange(6), ValueError)):
        refusal(lambda bad=bad: layer(x, bad), error, "positions must")
    refusal(lambda: layer(None), TypeError, "embeddings must be")
    refusal(lambda: AttentionLayer(16, 2, bias=Alibi(3))(x), ValueError, "bias is for 3 heads, the layer has 2")
    refusal(lambda: layer(x[0]), ValueError, "(batch, length, d_model)", "(4, 16)")
    refusal(lambda: layer(x[..., :8]), ValueError, "d_model")
    refusal(lambda: layer.attention_weights(x[0]), ValueError, "(batch, length, d_model)", "(4, 16)")
    refusal(lambda: layer(x.to("meta")), ValueError, "embeddings are on meta")
    refusal(lambda: layer(x.double()), TypeError, "float64", "float32")
    refusal(lambda: layer(x, queries=0), ValueError, "queries must be at least 1")
    refusal(lambda: AttentionLayer(16, 2, causal="no"), TypeError, "causal must be True or False, got 'no' (str)")
    for bad in (5, torch.ones(2, 4), [[True]]):
        refusal(lambda bad=bad: layer(x, attention_mask=bad), TypeError, "attention_mask must be a bool tensor")
    for shape in ((4,), (2, 3), (3, 4), (4, 4), (2, 4, 3), (2, 1, 4, 4)):
        bad = torch.ones(shape, dtype=torch.bool)
        refusal(
            lambda bad=bad: layer(x, attention_mask=bad), ValueError, "attention_mask must have shape", tuple(bad.shape)
        )
    refusal(lambda: TinyAttention(pooling="first"), ValueError, "pooling must be 'mean' or 'last'")
    refusal(lambda: TinyAttention(layers=0), ValueError, "layers")
