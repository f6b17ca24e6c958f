"""Biases on the scores: our ALiBi beside MPT's, BLOOM's and x-transformers', our buckets beside T5's."""

import pytest
import torch
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from x_transformers import x_transformers

from helpers.claims import agree, claim
from pe_lesson.attention.alternatives import Alibi
from pe_lesson.attention.attend import causal_mask

TEN = "10_beyond_sinusoids"
SLOPES = "The paper of ALiBi uses the slopes $2^{-8h/H}$ for the heads $h = 1, \\dots, H$."
HEADS = [1, 2, 8, 16]


@pytest.mark.parametrize("heads", HEADS)
def test_mpts_row_has_our_slopes(heads):
    row = build_mpt_alibi_tensor(heads, 5)  # (heads, 1, 5): -4, -3, … 0 slopes
    agree(Alibi(heads)(torch.arange(5))[:, -1:], row, claim(TEN, SLOPES), 1e-6)


@pytest.mark.parametrize("heads", HEADS)
def test_blooms_row_has_our_slopes(heads):
    row = build_alibi_tensor(torch.ones(1, 5, dtype=torch.long), heads, torch.float32)  # (heads, 1, 5): 0, 1, … 4
    agree(Alibi(heads)(torch.arange(5))[:, :1], -row, claim(TEN, SLOPES), 1e-6)


def test_one_row_per_head_gives_the_weights_of_the_whole_bias_under_a_causal_mask():
    scores, mask = torch.randn(8, 20, 20, dtype=torch.float64), causal_mask(20)
    whole, row = Alibi(8)(torch.arange(20)), build_mpt_alibi_tensor(8, 20)
    weights = [(scores + bias + mask).softmax(dim=-1) for bias in (whole, row)]
    agree(*weights, claim(TEN, SLOPES))


@pytest.mark.parametrize("heads", HEADS)
def test_x_transformers_bias_is_ours_to_both_sides(heads):
    theirs = x_transformers.AlibiPositionalBias(heads)(9, 9)
    ours = Alibi(heads)(torch.arange(9))
    agree(ours, theirs, claim(TEN, "two steps to the left cost as much as two to the right", "x-transformers"), 1e-5)
