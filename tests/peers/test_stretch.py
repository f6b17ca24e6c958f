"""Longer than trained: our two simplest ways, beside those of x-transformers and rotary-embedding-torch."""

import pytest
from rotary_embedding_torch import RotaryEmbedding
from x_transformers import x_transformers

from pe_lesson.encoding.table import frequencies
from pe_lesson.positions.rope_scaling import interpolated, ntk_base
from tests.support.claims import agree, claim

TWELVE = "12_longer_than_trained"
SIZES = [(16, 4.0), (64, 8.0)]


@pytest.mark.parametrize(("d_head", "factor"), SIZES)
def test_the_raised_base_is_theirs(d_head, factor):
    ours = frequencies(d_head, ntk_base(10_000, factor, d_head))
    says = "To make it slower by a factor $s$, replace $n$ by $n \\cdot s^{\\,d/(d-2)}$"
    theirs = RotaryEmbedding(d_head, theta_rescale_factor=factor).freqs
    agree(ours, theirs, claim(TWELVE, says, "rotary-embedding-torch"), 1e-6)
    theirs = x_transformers.RotaryEmbedding(d_head, base_rescale_factor=factor).inv_freq
    agree(ours, theirs, claim(TWELVE, says, "x-transformers"), 1e-6)


@pytest.mark.parametrize(("d_head", "factor"), SIZES)
def test_squeezed_positions_are_theirs(d_head, factor):
    ours = 13 * interpolated(frequencies(d_head), factor)
    says = "Divide every position by the factor by which the text is too long (Chen et al. 2023)."
    theirs = RotaryEmbedding(d_head, interpolate_factor=factor)
    theirs = theirs(theirs.get_seq_pos(14))[-1, ::2]  # each phase stands twice
    agree(ours, theirs, claim(TWELVE, says, "rotary-embedding-torch"))
    theirs, _ = x_transformers.RotaryEmbedding(d_head, interpolation_factor=factor).forward_from_seq_len(14)
    agree(ours, theirs[0, -1, ::2], claim(TWELVE, says, "x-transformers"))
