"""Biases on the scores: ALiBi beside MPT's, BLOOM's and x-transformers', buckets beside T5's and x-transformers'."""

import pytest
import torch
from transformers import MptConfig, MptModel, T5Config, T5EncoderModel
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.t5.modeling_t5 import T5Attention
from x_transformers import x_transformers

from pe_lesson.attention.dot_product import causal_mask
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.relative_bias import BucketBias
from pe_lesson.positions.t5_buckets import t5_bucket
from tests.support.claims import agree, claim
from tools import lessons

TEN, THIRTEEN = "10_beyond_sinusoids", "13_other_shapes"
SLOPES = "Its paper uses the slopes $2^{-8h/H}$ for the heads $h = 1, \\dots, H$."
HEADS = [1, 2, 8, 16]


@pytest.mark.parametrize("heads", HEADS)
def test_mpts_and_blooms_rows_have_our_slopes(heads):
    bias, says = Alibi(heads)(torch.arange(5)), claim(TEN, SLOPES)
    agree(bias[:, -1:], build_mpt_alibi_tensor(heads, 5), says, 1e-6)  # (heads, 1, 5): -4, -3, … 0 slopes
    bloom = build_alibi_tensor(torch.ones(1, 5, dtype=torch.long), heads, torch.float32)  # the same, 0, 1, … 4
    agree(bias[:, :1], -bloom, says, 1e-6)


def test_the_lessons_row_is_mpts():
    alibi_rows = lessons.defined(THIRTEEN, "alibi_rows")["alibi_rows"]
    agree(alibi_rows(8, 20), build_mpt_alibi_tensor(8, 20), claim(THIRTEEN, "MPT adds **one row per head**"))


def test_the_row_gives_the_weights_of_the_whole_bias_under_a_causal_mask_and_not_without():
    scores = torch.randn(8, 20, 20, dtype=torch.float64)
    whole, row = Alibi(8)(torch.arange(20)), build_mpt_alibi_tensor(8, 20).double()
    sentence = claim(THIRTEEN, "So with a causal mask row and table give the same outputs. Without a mask they do not")
    masked = [(scores + bias + causal_mask(20)).softmax(dim=-1) for bias in (whole, row)]
    agree(*masked, sentence)
    open_ones = [(scores + bias).softmax(dim=-1) for bias in (whole, row)]
    assert not torch.allclose(*open_ones, atol=0.01), sentence


@torch.no_grad()
def test_mpt_ends_at_the_length_for_which_it_builds_its_row():
    model = MptModel(MptConfig(vocab_size=8, d_model=32, n_heads=4, n_layers=1, max_seq_len=16)).eval()
    says = claim(THIRTEEN, "so do MPT and Whisper's encoder in the library Transformers.")
    assert model(torch.zeros(1, 16, dtype=torch.long)).last_hidden_state.shape == (1, 16, 32), says
    with pytest.raises(RuntimeError, match="must match the size"):
        model(torch.zeros(1, 17, dtype=torch.long))


@pytest.mark.parametrize("heads", HEADS)
def test_x_transformers_bias_is_ours_to_both_sides(heads):
    theirs = x_transformers.AlibiPositionalBias(heads)(9, 9)
    ours = Alibi(heads)(torch.arange(9))
    agree(ours, theirs, claim(TEN, "two steps to the left cost as much as two to the right", "x-transformers"), 1e-5)


@pytest.mark.parametrize(("buckets", "distance"), [(32, 128), (16, 64), (64, 512), (32, 100)])
@pytest.mark.parametrize("bidirectional", [True, False])
def test_the_buckets_are_t5s(bidirectional, buckets, distance):
    far = torch.arange(-3000, 3001)
    says = (
        "Its decoder looks to the left only and has 32 buckets." if not bidirectional else "An encoder looks both ways"
    )
    ours = t5_bucket(far, bidirectional=bidirectional, num_buckets=buckets, max_distance=distance)
    theirs = T5Attention._relative_position_bucket(far, bidirectional, buckets, distance)
    agree(ours, theirs, claim(THIRTEEN, says), 0)
    others = x_transformers.RelativePositionBias._relative_position_bucket(far, not bidirectional, buckets, distance)
    agree(ours, others, claim(THIRTEEN, says, "x-transformers"), 0)


def test_the_bounds_that_the_lesson_names_are_t5s():
    back = -torch.tensor([15, 16, 32, 64, 112, 113, 5000])
    decoder = T5Attention._relative_position_bucket(back, bidirectional=False).tolist()
    assert decoder == [15, 16, 21, 26, 30, 31, 31], claim(THIRTEEN, "The last bucket, 31, begins at 113")
    both = T5Attention._relative_position_bucket(torch.tensor([-91, -90, -7, 1, 91])).tolist()
    assert both == [15, 14, 7, 17, 31], claim(THIRTEEN, "and from 91 on all share one.")


@pytest.mark.parametrize("bidirectional", [True, False])
def test_the_bias_of_a_text_is_t5s_with_the_same_numbers(bidirectional):
    config = T5Config(num_heads=4, is_decoder=not bidirectional)
    theirs, ours = T5Attention(config, has_relative_attention_bias=True), BucketBias(4, bidirectional=bidirectional)
    ours.bias_table.weight.data = theirs.relative_attention_bias.weight.data
    says = "one number per offset and head, added to the score"
    agree(ours(torch.arange(200)), theirs.compute_bias(200, 200)[0], claim(THIRTEEN, says))


def test_t5s_layers_share_the_first_ones_numbers_and_scores_are_not_divided():
    says = claim(
        THIRTEEN, "all self-attention layers of a stack share the numbers of its first, and scores are not divided"
    )
    model = T5EncoderModel(T5Config(vocab_size=8, d_model=32, d_kv=8, d_ff=48, num_layers=3, num_heads=4))
    holders = [layer.layer[0].SelfAttention.has_relative_attention_bias for layer in model.encoder.block]
    assert holders == [True, False, False], says
    attention = T5Attention(T5Config(d_model=4, d_kv=4, num_heads=1, dropout_rate=0.0)).eval()
    eye = torch.eye(4)
    for part in (attention.q, attention.k, attention.v, attention.o):
        part.weight.data = eye
    x = torch.randn(1, 5, 4)
    zeros = torch.zeros(1, 1, 5, 5)
    agree((x @ x.transpose(1, 2)).softmax(dim=-1) @ x, attention(x, position_bias=zeros)[0], says)
