"""Positions, masks and cache: a text alone, in a padded batch, in a pack and letter by letter is one text."""

import pytest
import torch

from helpers.bad_input import refusal
from pe_lesson import PositionalEncoding
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer, additive_mask
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import order_task
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.rotary import Rotary

SCHEMES = {
    "none": dict,
    "learned": lambda: {"positional": Learned(32, 16, dtype=torch.float64)},
    "sinusoidal": lambda: {"positional": PositionalEncoding(16, 0.0, 32, dtype=torch.float64)},
    "rotary": lambda: {"rotary": Rotary(8)},
    "alibi": lambda: {"bias": Alibi(2)},
}
ABSOLUTE = ("learned", "sinusoidal")


def model(scheme, layers=2, **options):
    torch.manual_seed(0)
    return TinyAttention(**SCHEMES[scheme](), layers=layers, **options)


def same(one, other):
    return torch.allclose(one, other, rtol=0, atol=1e-12)


@pytest.fixture
def ids():
    return order_task(2, 8, 0)[0]


every_scheme = pytest.mark.parametrize("scheme", SCHEMES)


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
        assert same(tiny.hidden_states(padded, positions, mask)[:, real], tiny.hidden_states(ids))
        assert same(tiny(padded, positions, mask), tiny(ids))
        naive = same(tiny(padded, None, mask), tiny(ids))
        assert naive == (not left or scheme not in ABSOLUTE)
    assert not same(tiny(padded), tiny(ids))


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
    assert same(tiny.hidden_states(pack, positions, mask), alone)
    assert same(tiny.hidden_states(pack, None, mask), alone) == (scheme not in ABSOLUTE)
    assert not same(tiny.hidden_states(pack, positions), alone)


@every_scheme
@pytest.mark.parametrize("pieces", [[1] * 8, [5, 1, 1, 1], [3, 5]])
def test_a_cache_gives_what_the_whole_gives(scheme, pieces, ids):
    tiny = model(scheme, causal=True, pooling="last")
    cache = tiny.new_cache()
    parts = ids.split(pieces, dim=1)
    found = torch.cat([tiny.hidden_states(part, cache=cache) for part in parts], dim=1)
    assert same(found, tiny.hidden_states(ids))
    assert [(kept.count, len(kept)) for kept in cache] == [(8, 8)] * 2
    cache = tiny.new_cache()
    assert same([tiny(part, cache=cache) for part in parts][-1], tiny(ids))


@every_scheme
def test_a_cache_takes_a_left_padded_batch(scheme, ids):
    tiny = model(scheme, causal=True, pooling="last")
    padded, mask = ids.clone(), torch.ones_like(ids, dtype=torch.bool)
    mask[0, :3] = False
    positions = (mask.cumsum(-1) - 1).clamp(min=0)
    cache = tiny.new_cache()
    parts = [tiny(padded[:, at], positions[:, at], mask[:, at], cache) for at in (slice(6), slice(6, 7), slice(7, 8))]
    assert same(parts[-1][:1], tiny(ids[:1, 3:]))
    assert same(parts[-1][1:], tiny(ids[1:]))


@every_scheme
@pytest.mark.parametrize("pieces", [[1] * 8, [5, 1, 1, 1], [3, 5], [8], [2, 2, 4]])
def test_a_cache_that_forgets_is_a_window_however_the_text_is_cut(scheme, pieces, ids):
    tiny = model(scheme, layers=1, causal=True)
    cache = tiny.new_cache(3)
    found = torch.cat([tiny.hidden_states(part, cache=cache) for part in ids.split(pieces, dim=1)], dim=1)
    k = torch.arange(8)
    near = (k.unsqueeze(1) - k) < 3
    assert same(found, tiny.hidden_states(ids, attention_mask=near.unsqueeze(0)))
    assert (cache[0].count, len(cache[0])) == (8, 3)


def test_a_window_hides_padding_too(ids):
    tiny, cache = model("alibi", layers=1, causal=True), Cache(3)
    real = torch.tensor([[False, True, True, True, True, False, True, True]]).expand(8, 8)
    found = torch.cat(
        [tiny.hidden_states(ids[:, at], None, real[:, at], [cache]) for at in (slice(5), slice(5, 8))], dim=1
    )
    k = torch.arange(8)
    seen = ((k.unsqueeze(1) - k) < 3) & real.unsqueeze(1)
    assert same(found, tiny.hidden_states(ids, attention_mask=seen))


def test_values_are_not_turned_and_keys_are_turned_once(ids):
    class Noted(Rotary):
        calls = 0

        def forward(self, x, positions=None):
            Noted.calls += x.size(-2)
            return super().forward(x, positions)

    tiny = TinyAttention(rotary=Noted(8), causal=True)
    cache = tiny.new_cache()
    for k in range(8):
        tiny.hidden_states(ids[:, [k]], cache=cache)
    assert Noted.calls == 2 * 8


def test_a_token_that_sees_nothing_sees_itself():
    mask = torch.tensor([[False, False, True]])
    inf = -torch.inf
    assert additive_mask(mask, 3, torch.float64).tolist() == [[[0, inf, 0], [inf, 0, 0], [inf, inf, 0]]]
    assert additive_mask(mask, 1, torch.float32).tolist() == [[[inf, inf, 0]]]
    assert additive_mask(mask, 1, torch.float32).dtype == torch.float32


def test_compiled_without_a_break(ids):
    tiny = model("rotary", causal=True, pooling="last")
    mask = torch.ones_like(ids, dtype=torch.bool)
    positions = mask.cumsum(-1) - 1
    torch.compiler.reset()
    compiled = torch.compile(tiny, backend="eager", fullgraph=True)
    assert same(compiled(ids), tiny(ids))
    assert same(compiled(ids, positions, mask), tiny(ids))


@every_scheme
def test_all_of_it_lies_where_the_model_lies(scheme, ids):
    tiny = model(scheme, causal=True, pooling="last").to("meta")
    mask = torch.ones_like(ids, dtype=torch.bool)
    assert tiny(ids).is_meta
    assert tiny(ids, torch.arange(8), mask).is_meta
    assert tiny(ids, cache=tiny.new_cache()).is_meta


def test_what_does_not_fit_is_refused(ids):
    layer, x = AttentionLayer(16, 2), torch.zeros(2, 4, 16)
    for bad, error in (([0, 1, 2, 3], TypeError), (torch.arange(6), ValueError)):
        refusal(lambda bad=bad: layer(x, bad), error, "positions must")
    refusal(lambda: layer(None), TypeError, "embeddings must be")
    refusal(lambda: AttentionLayer(16, 2, bias=Alibi(3))(x), ValueError, "bias is for 3 heads, the layer has 2")
    refusal(lambda: layer(x[0]), ValueError, "(batch, length, d_model)", "(4, 16)")
    refusal(lambda: layer(x[..., :8]), ValueError, "d_model")
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
    refusal(lambda: layer(x, cache=Cache()), ValueError, "causal=True")
    tiny = TinyAttention(causal=True)
    refusal(lambda: tiny(ids, cache=tiny.new_cache()), ValueError, "pooling='last'")
    whole = torch.ones(8, 8, 8, dtype=torch.bool)
    refusal(lambda: tiny.hidden_states(ids, attention_mask=whole, cache=tiny.new_cache()), ValueError, "(8, 8, 8)")
    cache = tiny.new_cache()
    tiny.hidden_states(ids, cache=cache)
    refusal(lambda: tiny.hidden_states(ids[:3], cache=cache), ValueError, "8 rows", "3", "new cache")
    for bad in ([*tiny.new_cache(), Cache()], [], Cache(), True):
        refusal(lambda bad=bad: tiny.hidden_states(ids, cache=bad), ValueError, "cache must be a list", "1 layers")
    for bad in (0, -1):
        refusal(lambda bad=bad: Cache(bad), ValueError, "window")
    refusal(lambda: Cache(2.0), TypeError, "window")
    refusal(lambda: TinyAttention(pooling="first"), ValueError, "pooling must be 'mean' or 'last'")
    refusal(lambda: TinyAttention(layers=0), ValueError, "layers")
