"""Lesson 09's row of 48 numbers: each number in the pieces is the one that the layer gives to this kind and head."""

import torch

from pe_lesson import plots
from pe_lesson.attention import AttentionLayer
from tests.support.bad_input import refusal
from tests.support.drawn import texts


def test_pieces_are_what_the_layer_computes_with():
    torch.manual_seed(0)
    layer, x = AttentionLayer(16, 2), torch.randn(1, 6, 16)
    figure = plots.heads_split((x @ layer.qkv.weight.T)[0, 4], 2, "A")
    said = texts(figure)
    positions = torch.arange(6)
    for p, part in enumerate(layer.project(x, positions, positions)):
        for h in range(2):
            shown = [float(said[f"piece-{p}-{h}-0-{c}"]) for c in range(8)]
            assert torch.allclose(torch.tensor(shown), part[0, h, 4], atol=0.0501)
    strips = [text for text in figure.axes[0].texts if text.get_text() in ("0 to 7", "8 to 15", "40 to 47")]
    assert [text.get_position()[0] for text in strips] == sorted(text.get_position()[0] for text in strips)
    assert len(strips) == 3
    assert f"head 0 begins with {said['piece-0-0-0-0']}." in figure.alt
    assert "-0.0" not in said.values()


def test_a_row_that_does_not_split_is_refused():
    for bad in (torch.zeros(47), torch.zeros(2, 48), torch.zeros(0)):
        refusal(
            lambda bad=bad: plots.heads_split(bad, 2, "A"), ValueError, "row must have 3 * 2 heads", tuple(bad.shape)
        )
