"""The cache: a text letter by letter is the text as a whole, or what a window leaves of it."""

import pytest
import torch

from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.model import TinyAttention
from pe_lesson.positions.rotary import Rotary
from tests.support.attention import every_scheme, model, nearly_equal
from tests.support.bad_input import refusal


@every_scheme
@pytest.mark.parametrize("pieces", [[1] * 8, [5, 1, 1, 1], [3, 5]])
def test_a_cache_gives_what_the_whole_gives(scheme, pieces, ids):
    tiny = model(scheme, causal=True, pooling="last")
    cache = tiny.new_cache()
    parts = ids.split(pieces, dim=1)
    found = torch.cat([tiny.hidden_states(part, cache=cache) for part in parts], dim=1)
    assert nearly_equal(found, tiny.hidden_states(ids))
    assert [(kept.count, len(kept)) for kept in cache] == [(8, 8)] * 2
    cache = tiny.new_cache()
    assert nearly_equal([tiny(part, cache=cache) for part in parts][-1], tiny(ids))


@every_scheme
def test_a_cache_takes_a_left_padded_batch(scheme, ids):
    tiny = model(scheme, causal=True, pooling="last")
    padded, mask = ids.clone(), torch.ones_like(ids, dtype=torch.bool)
    mask[0, :3] = False
    positions = (mask.cumsum(-1) - 1).clamp(min=0)
    cache = tiny.new_cache()
    parts = [tiny(padded[:, at], positions[:, at], mask[:, at], cache) for at in (slice(6), slice(6, 7), slice(7, 8))]
    assert nearly_equal(parts[-1][:1], tiny(ids[:1, 3:]))
    assert nearly_equal(parts[-1][1:], tiny(ids[1:]))


@every_scheme
@pytest.mark.parametrize("pieces", [[1] * 8, [5, 1, 1, 1], [3, 5], [8], [2, 2, 4]])
def test_a_cache_that_forgets_is_a_window_however_the_text_is_cut(scheme, pieces, ids):
    tiny = model(scheme, layers=1, causal=True)
    cache = tiny.new_cache(3)
    found = torch.cat([tiny.hidden_states(part, cache=cache) for part in ids.split(pieces, dim=1)], dim=1)
    k = torch.arange(8)
    near = (k.unsqueeze(1) - k) < 3
    assert nearly_equal(found, tiny.hidden_states(ids, attention_mask=near.unsqueeze(0)))
    assert (cache[0].count, len(cache[0])) == (8, 3)


def test_a_window_hides_padding_too(ids):
    tiny, cache = model("alibi", layers=1, causal=True), Cache(3)
    real = torch.tensor([[False, True, True, True, True, False, True, True]]).expand(8, 8)
    found = torch.cat(
        [tiny.hidden_states(ids[:, at], None, real[:, at], [cache]) for at in (slice(5), slice(5, 8))], dim=1
    )
    k = torch.arange(8)
    seen = ((k.unsqueeze(1) - k) < 3) & real.unsqueeze(1)
    assert nearly_equal(found, tiny.hidden_states(ids, attention_mask=seen))


def test_values_are_not_rotated_and_keys_are_rotated_once(ids):
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


def test_what_does_not_fit_is_refused(ids):
    refusal(lambda: AttentionLayer(16, 2)(torch.zeros(2, 4, 16), cache=Cache()), ValueError, "causal=True")
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
