"""Lesson 11 beside real models with random weights: which position each token gets, and who minds a wrong one."""

import pytest
import torch
from torch import Tensor, nn
from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb
from transformers.models.opt.modeling_opt import OPTLearnedPositionalEmbedding

from helpers.claims import agree, claim
from pe_lesson.attention.masks import pack, positions_from_mask

ELEVEN = "11_positions_at_work"
SIZES = {"vocab_size": 20, "bos_token_id": 1, "eos_token_id": None, "pad_token_id": 0, "attn_implementation": "eager"}
LENGTH, PADDING = 6, 3
COUNT = "The cure is to count real tokens only."
MENDED = "With mask and positions, all three give what the sentence gives alone."
CACHE = "With the right count the cache gives what the whole sentence gives."


def llama() -> nn.Module:
    sizes = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
    return LlamaForCausalLM(LlamaConfig(**SIZES, **sizes, max_position_embeddings=64, initializer_range=0.2)).eval()


def gpt2() -> nn.Module:
    sizes = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
    return GPT2LMHeadModel(GPT2Config(**SIZES, **sizes, initializer_range=0.2)).eval()


MODELS = pytest.mark.parametrize("build", [llama, gpt2])


class Case:
    """A model, a sentence, the same padded on the left, and the scores that the sentence gets alone."""

    def __init__(self, build):
        self.model = build()
        self.sentence = torch.randint(2, 20, (1, LENGTH))
        self.padded = torch.cat([torch.zeros(1, PADDING, dtype=torch.long), self.sentence], dim=1)
        self.mask = (self.padded != 0).long()
        self.positions = positions_from_mask(self.mask)
        self.alone = self.scores(self.sentence)

    @torch.no_grad()
    def scores(self, ids: Tensor, **options) -> Tensor:
        return self.model(ids, **options).logits

    def in_batch(self, **options) -> Tensor:
        return self.scores(self.padded, attention_mask=self.mask, **options)[:, PADDING:]

    def gap(self, other: Tensor) -> float:
        return (other - self.alone).abs().max().item()


@MODELS
def test_alone_is_in_a_left_padded_batch_with_mask_and_positions(build):
    case = Case(build)
    agree(case.alone, case.in_batch(position_ids=case.positions), claim(ELEVEN, MENDED))


def test_a_rope_model_forgives_a_shift_that_all_tokens_share():
    case, columns = Case(llama), torch.arange(PADDING + LENGTH)[None]
    sentence = claim(ELEVEN, "RoPE and ALiBi look at *offsets* between tokens")
    agree(case.alone, case.in_batch(position_ids=columns), sentence, 1e-4)


def test_a_model_with_a_table_does_not():
    case, columns = Case(gpt2), torch.arange(PADDING + LENGTH)[None]
    sentence = claim(ELEVEN, "its first real token stands in column 3 and gets row 3 of the table in place of row 0.")
    assert case.gap(case.in_batch(position_ids=columns)) > 0.01, sentence


@MODELS
def test_prompt_and_answer_counted_differently_harm_both(build):
    case = Case(build)
    mixed = case.positions.clone()
    mixed[:, -1] = PADDING + LENGTH - 1
    says = "For RoPE and ALiBi this is a wrong offset, for the sinusoids a wrong row."
    assert case.gap(case.in_batch(position_ids=mixed)) > 0.01, claim(ELEVEN, says)


@MODELS
def test_alone_is_from_the_cache_token_by_token(build):
    case, cache, scores = Case(build), DynamicCache(), []
    for token in case.sentence.split(1, dim=1):
        scores.append(case.scores(token, past_key_values=cache))  # the model counts
    agree(case.alone, torch.cat(scores, dim=1), claim(ELEVEN, CACHE))


@MODELS
def test_alone_is_from_the_cache_in_a_left_padded_batch(build):
    case, cache, scores = Case(build), DynamicCache(), []
    for end in range(PADDING + 1, PADDING + LENGTH + 1):
        start = 0 if end == PADDING + 1 else end - 1
        new = {"attention_mask": case.mask[:, :end], "position_ids": case.positions[:, start:end]}
        scores.append(case.scores(case.padded[:, start:end], past_key_values=cache, **new)[:, -1:])
    agree(case.alone, torch.cat(scores, dim=1), claim(ELEVEN, CACHE))


@MODELS
def test_a_position_of_0_for_every_new_token_harms_both(build):
    case, cache, scores = Case(build), DynamicCache(), []
    for token in case.sentence.split(1, dim=1):
        zero = torch.zeros(1, 1, dtype=torch.long)
        scores.append(case.scores(token, past_key_values=cache, position_ids=zero))
    assert case.gap(torch.cat(scores, dim=1)) > 0.01, claim(ELEVEN, "All of them: with position 0 everywhere")


@MODELS
def test_alone_is_in_the_pack_with_both_and_the_table_minds_the_mask_alone(build):
    case = Case(build)
    documents = [torch.randint(2, 20, (5,)), case.sentence[0], torch.randint(2, 20, (4,))]
    ids, positions, same = pack(documents)
    middle = slice(5, 5 + LENGTH)
    seen = (same & torch.ones_like(same).tril())[:, None]  # a mask of four dimensions is taken as it is
    hidden = torch.zeros(seen.shape).masked_fill(~seen, torch.finfo(torch.float32).min)
    both = case.scores(ids, attention_mask=hidden, position_ids=positions)[:, middle]
    says = "Sinusoids need both. RoPE and ALiBi need the mask only"
    agree(case.alone, both, claim(ELEVEN, says), 1e-4)
    columns = torch.arange(ids.size(1))[None]
    mask_only = case.gap(case.scores(ids, attention_mask=hidden, position_ids=columns)[:, middle])
    assert (mask_only < 1e-4) == (build is llama), claim(ELEVEN, says)


@MODELS
def test_generate_counts_real_tokens_only(build):
    case, seen = Case(build), []
    rows = torch.cat([case.padded, torch.randint(2, 20, case.padded.shape)])  # one row padded, one full
    mask = (rows != 0).long()
    case.model.register_forward_pre_hook(lambda _, __, given: seen.append(given["position_ids"]), with_kwargs=True)
    case.model.generate(rows, attention_mask=mask, max_new_tokens=3, do_sample=False)
    expected = positions_from_mask(mask)
    assert torch.equal(seen[0], expected), claim(ELEVEN, COUNT)
    for step, positions in enumerate(seen[1:], start=1):
        assert torch.equal(positions, expected[:, -1:] + step), claim(ELEVEN, COUNT)
    assert len(seen) == 3


def test_opts_own_count_is_ours_wherever_a_token_is_real():
    mask = torch.tensor([[0, 0, 1, 1, 1], [1, 1, 1, 0, 0], [1, 1, 1, 1, 1]])
    table = OPTLearnedPositionalEmbedding(8, 1)
    table.weight.data = torch.arange(-2.0, 8).unsqueeze(1)  # row r holds its position: OPT's table begins at -2
    real = mask.bool()
    assert torch.equal(table(mask)[..., 0][real].long(), positions_from_mask(mask)[real]), claim(ELEVEN, COUNT)


def test_llamas_cache_holds_keys_after_their_turn_and_values_as_they_are():
    case, cache = Case(llama), DynamicCache()
    case.scores(case.sentence, past_key_values=cache)
    first = case.model.model.layers[0]
    x = first.input_layernorm(case.model.model.embed_tokens(case.sentence))
    keys = first.self_attn.k_proj(x).unflatten(-1, (4, 8)).transpose(1, 2)
    cos, sin = LlamaRotaryEmbedding(case.model.config)(keys, torch.arange(LENGTH)[None])
    _, turned = apply_rotary_pos_emb(keys, keys, cos, sin)
    sentence = claim(ELEVEN, "A key is turned once, by its own position, and then stays as it is.")
    agree(turned, cache.layers[0].keys, sentence)
    values = first.self_attn.v_proj(x).unflatten(-1, (4, 8)).transpose(1, 2)
    agree(values, cache.layers[0].values, claim(ELEVEN, "RoPE turns queries and keys, in each layer that uses it."))
