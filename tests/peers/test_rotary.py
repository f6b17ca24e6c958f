"""RoPE: our rotation beside Llama's, x-transformers' and rotary-embedding-torch's."""

import inspect

import pytest
import torch
from rotary_embedding_torch import RotaryEmbedding
from torch import Tensor
from transformers import GPTNeoXConfig, LlamaConfig, RoFormerConfig
from transformers.models.deepseek_v4.modeling_deepseek_v4 import DeepseekV4Attention
from transformers.models.gpt_neox.modeling_gpt_neox import GPTNeoXRotaryEmbedding
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb
from x_transformers import x_transformers

from pe_lesson.positions.rotary import Rotary
from tests.support.claims import agree, claim
from tools import lessons

TEN = "10_beyond_sinusoids"
ORDER = "The rotations are the same up to the order of the columns."
TURN = (
    r"is $(a\cos\varphi - b\sin\varphi,\; a\sin\varphi + b\cos\varphi)$. The angle is the position times the frequency"
)


def halves(x: Tensor) -> Tensor:
    """Columns in Llama's order: the first of every pair, then the second of every pair."""
    return torch.cat([x[..., 0::2], x[..., 1::2]], dim=-1)


@pytest.mark.parametrize(("d_head", "base"), [(8, 10_000.0), (64, 10_000.0), (128, 500_000.0)])
def test_llamas_rotation_is_ours_up_to_the_order_of_the_columns(d_head, base):
    config = LlamaConfig(head_dim=d_head, rope_parameters={"rope_type": "default", "rope_theta": base})
    q, k = torch.randn(2, 3, 4, 60, d_head)  # (batch, heads, length, d_head) each
    positions = torch.randint(0, 100, (3, 60))
    cos, sin = LlamaRotaryEmbedding(config)(q, positions)
    theirs = apply_rotary_pos_emb(halves(q), halves(k), cos, sin)
    turn = Rotary(d_head, base)
    for ours, other in zip((q, k), theirs, strict=True):
        agree(halves(turn(ours, positions)), other, claim(TEN, ORDER), 2e-5)


def test_the_lessons_own_line_for_halves_is_llamas():
    half_split = lessons.defined(TEN, "half_split")["half_split"]
    config = LlamaConfig(head_dim=8)
    x, k = torch.randn(1, 1, 1, 8), torch.tensor([[5]])
    theirs, _ = apply_rotary_pos_emb(x, x, *LlamaRotaryEmbedding(config)(x, k))
    agree(half_split(x[0, 0, 0], 5), theirs[0, 0, 0], claim(TEN, "Hugging Face's pairs halves"))


def test_roformer_does_not_rotate_the_values_unless_told():
    assert RoFormerConfig().rotary_value is False, claim(TEN, "Queries and keys are rotated, **values are not**")


def test_deepseek_v4_rotates_its_output_back():
    says = claim("13_other_shapes", "unless the output is rotated back by the query's position, as in DeepSeek-V4.")
    forward = inspect.getsource(DeepseekV4Attention.forward)
    assert "kv = apply_rotary_pos_emb(kv, cos, sin)" in forward, says  # keys and values are one tensor
    assert "apply_rotary_pos_emb(attn_output.transpose(1, 2), cos, -sin)" in forward, says


def test_neox_rotates_the_first_quarter_of_the_columns_by_our_frequencies():
    config = GPTNeoXConfig(hidden_size=256, num_attention_heads=4)
    cos, _ = GPTNeoXRotaryEmbedding(config)(torch.zeros(1), torch.arange(9)[None])
    phases = torch.arange(9).unsqueeze(1) * Rotary(16).frequencies  # a head has 64 columns
    agree(phases.cos().repeat(1, 2)[None], cos, claim(TEN, TURN))


@pytest.mark.parametrize("d_head", [8, 64])
def test_two_other_libraries_rotate_as_we_do(d_head):
    x, at = torch.randn(2, 4, 50, d_head), torch.arange(7, 57)
    ours = Rotary(d_head)(x, at)
    theirs = RotaryEmbedding(d_head).rotate_queries_or_keys(x, offset=7)
    agree(ours, theirs, claim(TEN, TURN, "rotary-embedding-torch"), 2e-5)
    phases, _ = x_transformers.RotaryEmbedding(d_head)(at)
    agree(ours, x_transformers.apply_rotary_pos_emb(x, phases), claim(TEN, TURN, "x-transformers"), 2e-5)
