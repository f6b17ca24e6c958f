"""The cache in steps: kept and new boxes, and the weights, are those of a cache that is filled step by step."""

import pytest
import torch
from matplotlib.colors import to_hex

from pe_lesson import plots
from pe_lesson.attention import TinyAttention
from pe_lesson.plots._style import PALE
from pe_lesson.positions import Rotary
from tests.support.drawn import boxes, written

PROMPT, LENGTH = 3, 5
STEPS = [(0, PROMPT), (PROMPT, PROMPT + 1), (PROMPT + 1, LENGTH)]


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(5)
    return TinyAttention(rotary=Rotary(8), causal=True)


@pytest.fixture(scope="module")
def figure(model):
    weights = model.attention_weights(torch.arange(LENGTH)[None])[0, 0].detach()
    return plots.kv_cache(weights, list("vwxyz"), prompt=PROMPT)


def test_grey_boxes_are_the_keys_that_the_cache_holds_before_the_step(model, figure):
    cache, texts = model.new_cache(), written(figure)
    colours = {(round(b.get_x(), 4), round(b.get_y(), 4)): to_hex(b.get_facecolor()).upper() for b in boxes(figure)}
    for number, (start, end) in enumerate(STEPS):
        kept = len(cache[0])
        model.hidden_states(torch.arange(start, end)[None], cache=cache)
        there = [texts[f"{number}-key-0-{j}"] for j in range(len(cache[0]))]
        assert f"{number}-key-0-{len(cache[0])}" not in texts
        half = 0.41 / 2
        at = [(round(text.get_position()[0] - half, 4), round(text.get_position()[1] - half, 4)) for text in there]
        assert [colours[corner] == PALE for corner in at] == [True] * kept + [False] * (end - start)
        assert [text.get_text() for text in there] == list("vwxyz")[:end]


def test_a_step_has_the_weights_of_its_new_queries_only(model, figure):
    layer, texts = model.layers[0], written(figure)
    x, at = model.embedding(torch.arange(LENGTH)), torch.arange(LENGTH)
    q, k = layer.qkv(x)[:, :8], layer.qkv(x)[:, 16:24]  # of head 0
    rotate = torch.polar(torch.ones(LENGTH, 4).double(), at[:, None] * 10_000.0 ** (-torch.arange(4).double() / 4))
    q, k = (torch.view_as_complex(z.unflatten(-1, (4, 2)).contiguous()) * rotate for z in (q, k))
    for number, (start, end) in enumerate(STEPS):
        rows = {int(gid.split("-")[2]) for gid in texts if gid.startswith(f"{number}-weight")}
        assert rows == set(range(start, end))
        for query in rows:
            scores = (q[query] * k[: query + 1].conj()).real.sum(-1) / 8**0.5
            shown = [float(texts[f"{number}-weight-{query}-0-{j}"].get_text()) for j in range(query + 1)]
            assert shown == pytest.approx(scores.softmax(0).tolist(), abs=0.0051)


def test_positions_count_all_tokens_and_the_words_say_the_last_of_them(figure):
    texts = written(figure)
    for number, (start, end) in enumerate(STEPS):
        assert [texts[f"{number}-at-{j}"].get_text() for j in range(end)] == [str(j) for j in range(end)]
        assert [texts[f"{number}-at-{j}"].get_weight() for j in range(end)] == ["normal"] * start + ["bold"] * (
            end - start
        )
    assert "prompt: 3 new" in figure.alt
    assert "4 kept, 1 new; z is at position 4" in figure.alt
