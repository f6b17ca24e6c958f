"""The types of a model's ``rope_parameters``; ``make test-peers`` compares them with the code that people run."""

import math

import pytest
import torch

from pe_lesson import frequencies
from pe_lesson.positions.rope_parameters import TYPES, read_rope
from pe_lesson.positions.rope_scaling import ntk_by_parts
from tests.support.bad_input import refusal
from tests.support.released_rope import RELEASED

THETA = {"rope_theta": 1e4}
LONG = {"factor": 4.0, "original_max_position_embeddings": 64}
MODEL = {"model_type": "any"}
NEEDS = {
    "yarn": LONG,
    "linear": {"factor": 4.0},
    "dynamic": LONG,
    "llama3": {**LONG, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
    "longrope": {**LONG, "short_factor": [1.0, 1.0], "long_factor": [1.0, 3.0]},
    "proportional": {},
    "default": {},
}


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_is_read_and_names_what_it_lacks(kind):
    given = {"rope_type": kind, **THETA, **NEEDS[kind]}
    omega, factor, _ = read_rope(given, 4, 65)
    assert omega.dtype == torch.float64
    assert omega.shape == (2,)
    assert factor >= 1
    for key in given.keys() - {"rope_type", "short_factor"}:
        with pytest.raises((TypeError, ValueError), match=f"{key}|max_position_embeddings"):
            read_rope({name: value for name, value in given.items() if name != key}, 4, 65)


def test_a_configuration_as_a_file_has_it_reads_like_the_flat_dictionary():
    flat = {"rope_type": "yarn", **THETA, **LONG}
    file = {"model_type": "x", "hidden_size": 8, "rope_scaling": {"type": "yarn", **LONG}, **THETA}
    assert torch.equal(read_rope(file, 64).frequencies, read_rope(flat, 64).frequencies)
    beside = {**file, "rope_scaling": {"type": "yarn", "factor": 4.0}, "original_max_position_embeddings": 64}
    assert torch.equal(read_rope(beside, 64).frequencies, read_rope(flat, 64).frequencies)
    assert torch.equal(read_rope({"rope_scaling": None, **THETA}, 64).frequencies, frequencies(64))


@pytest.mark.parametrize("released", RELEASED, ids=lambda released: released.model)
def test_released_configurations_are_read(released):
    omega, factor, _ = read_rope(released.config, released.d_head)
    assert (omega.diff() <= 0).all()
    assert 1 <= factor < 1.5


@pytest.mark.parametrize(
    ("more", "factor"),
    [
        ({"mscale": 1.0, "mscale_all_dim": 1.0}, 1.0),
        ({"mscale": 2.0, "mscale_all_dim": 1.0}, (0.2 * math.log(4) + 1) / (0.1 * math.log(4) + 1)),
        ({"mscale": 2.0}, 0.1 * math.log(4) + 1),
        ({"mscale": 2.0, "mscale_all_dim": 1.0, "attention_factor": 1.5}, 1.5),
    ],
)
def test_what_yarns_attention_factor_follows(more, factor):
    assert math.isclose(read_rope({"type": "yarn", **THETA, **LONG, **more}, 64).attention_factor, factor)


def test_a_factor_in_the_scale_of_scores_is_noted():
    given = {"type": "yarn", **THETA, **LONG, "mscale": 1.0, "mscale_all_dim": 1.0}
    assert read_rope(given, 64).notes[0].endswith("scores are multiplied by 1.296, too: mscale_all_dim")
    assert read_rope({**given, "mscale_all_dim": 0}, 64).notes == ()


def test_yarn_need_not_round_its_bounds():
    rounded = read_rope({"type": "yarn", **THETA, **LONG}, 64).frequencies
    assert not torch.allclose(read_rope({"type": "yarn", **THETA, **LONG, "truncate": False}, 64).frequencies, rounded)


def test_llama3_is_by_parts():
    omega = read_rope({"rope_type": "llama3", **THETA, **NEEDS["llama3"]}, 64).frequencies
    assert torch.equal(omega, ntk_by_parts(frequencies(64, 10_000), 4.0, 64, 1.0, 4.0))


@pytest.mark.parametrize(("length", "slowest"), [(None, 1), (10, 1), (64, 1), (128, 5), (256, 13)])
def test_dynamic_follows_the_text(length, slowest):
    omega = read_rope({"rope_type": "dynamic", **THETA, **LONG}, 16, length).frequencies
    assert math.isclose(frequencies(16)[-1] / omega[-1], slowest, rel_tol=1e-9)


@pytest.mark.parametrize(("length", "divisor"), [(None, 1), (64, 1), (65, 3)])
def test_longrope_has_a_list_for_short_texts_and_one_for_long(length, divisor):
    omega, factor, _ = read_rope({"rope_type": "longrope", **THETA, **NEEDS["longrope"]}, 4, length)
    assert math.isclose(frequencies(4)[1] / omega[1], divisor)
    assert math.isclose(factor, math.sqrt(1 + math.log(4) / math.log(64)))


def test_a_factor_may_be_the_ratio_of_two_lengths():
    given = {"type": "su", **THETA, **NEEDS["longrope"], "factor": None, "max_position_embeddings": 256}
    assert math.isclose(read_rope(given, 4).attention_factor, math.sqrt(1 + math.log(4) / math.log(64)))


def test_parts_of_a_head_can_stay_unrotated():
    partial = read_rope({**THETA, "partial_rotary_factor": 0.25}, 64).frequencies
    assert torch.equal(partial, frequencies(16))
    proportional = read_rope({"rope_type": "proportional", **THETA, "partial_rotary_factor": 0.25}, 64).frequencies
    assert torch.equal(proportional, torch.cat([frequencies(64)[:8], torch.zeros(24, dtype=torch.float64)]))


def test_yarn_keeps_pairs_of_32_turns_and_squeezes_pairs_of_one():
    long = {"rope_type": "yarn", **THETA, "factor": 4.0, "original_max_position_embeddings": 4096}
    divisors = frequencies(64, 10_000) / read_rope(long, 64).frequencies
    # in 4096 positions pair 10.5 makes 32 turns and pair 22.5 one: kept up to 10, squeezed from 23 on
    assert torch.allclose(divisors[:11], torch.tensor(1.0, dtype=torch.float64))
    assert torch.allclose(divisors[23:], torch.tensor(4.0, dtype=torch.float64))
    assert (divisors[10:24].diff() > 0).all()


@pytest.mark.parametrize("kind", ["linear", "dynamic", "yarn", "longrope", "llama3"])
def test_a_factor_of_1_changes_nothing(kind):
    omega, scale, _ = read_rope({"rope_type": kind, **THETA, **NEEDS[kind], "factor": 1.0}, 4)
    assert torch.allclose(omega, frequencies(4), rtol=1e-12, atol=0)
    assert scale == 1


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (
            {"rope_type": "llama3", **LONG, **THETA, "low_freq_factor": 4.0, "high_freq_factor": 1.0},
            ValueError,
            ("low_freq_factor must be at most",),
        ),
        ({"rope_type": "ntk", **THETA}, ValueError, ("rope_type", "ntk", "yarn")),
        ({"factor": 4.0, **THETA}, ValueError, ("default", "factor")),
        ({"type": "dynamic", "alpha": 1000.0, **LONG, **THETA}, ValueError, ("dynamic", "alpha")),
        ({"alibi": True, "model_type": "falcon"}, ValueError, ("seems not to rotate", "alibi: True")),
        ({"rotary_dim": 6, **THETA}, ValueError, ("rotary_dim and qk_rope_head_dim at most d_head, 4",)),
        ({"rotary_dim": 2.5, **THETA}, TypeError, ("rotary_dim",)),
        ({"partial_rotary_factor": 0.2, **THETA}, ValueError, ("rotary_dim must be at least 1, got 0",)),
        ({"model_type": "glm5_next_text", "qk_rope_head_dim": 0}, ValueError, ("not to rotate", "qk_rope_head_dim: 0")),
        ({"position_embedding_type": "nope", **THETA}, ValueError, ("seems not to rotate", "'nope'")),
        (
            {"model_type": "granitemoehybrid", "position_embedding_type": None, **THETA},
            ValueError,
            ("seems not to rotate",),
        ),
        ({"model_type": "unknown"}, ValueError, ("rope_theta is missing", "often 10,000")),
        ({"rope_parameters": {"full_attention": THETA, "sliding": THETA}}, ValueError, ("in full_attention, sliding",)),
        ({"full_attention": THETA, "sliding": THETA}, ValueError, ("parameters['full_attention'] or",)),
        ({"model_type": "internlm", "rotary": {"base": 10000, "type": "dynamic"}}, ValueError, ("in rotary",)),
        ({"model_type": "qwen", **THETA, "use_dynamic_ntk": True}, ValueError, ("use_dynamic_ntk is not read",)),
        ({"model_type": "chatglm", "position_encoding_2d": True}, ValueError, ("position_encoding_2d is not read",)),
        ({"model_type": "chatglm", "rope_ratio": 500}, ValueError, ("rope_ratio is not read", "code")),
        ({"model_type": "step3p5", **THETA, "partial_rotary_factors": [1.0]}, ValueError, ("factors is not read",)),
        ({"model_type": "llama", "rope_scaling": "linear", **THETA}, ValueError, ("rope_scaling must be a dict",)),
        ({"rope_parameters": THETA, "rope_scaling": {**LONG, "type": "yarn"}}, ValueError, ("the same one",)),
        ({"model_type": "kimi_linear", **THETA, "mla_use_nope": True}, ValueError, ("seems not to rotate",)),
        ({"model_type": "any", **THETA, "nope_layer_interval": 4}, ValueError, ("nope_layer_interval is not read",)),
        ({"model_type": "zamba2", **THETA, "use_mem_rope": False}, ValueError, ("seems not to rotate",)),
        ({"position_embeddings_type": "relative", "rotary_embedding_base": 1e4}, ValueError, ("'relative'",)),
        ({"model_type": "pixtral", "patch_size": 16, **THETA}, ValueError, ("rows and columns",)),
        ({"model_type": "deepseek_v3", **THETA, "qk_rope_head_dim": 64}, ValueError, ("qk_rope_head_dim at most",)),
        ({}, ValueError, ("rope_theta is missing", "class")),
        ({"rope_scaling": {"type": "longrope", "long_mscale": 1.2}}, ValueError, ("long_mscale is not read",)),
        ({"rope_theta": "1e4"}, TypeError, ("rope_theta",)),
        ({**THETA, "partial_rotary_factor": 2.0}, ValueError, ("partial_rotary_factor", "at most 1")),
        ({"type": "longrope", **THETA, **LONG, "short_factor": [1.0]}, ValueError, ("short_factor",)),
        ({"type": "longrope", **THETA, **NEEDS["longrope"], "factor": None}, ValueError, ("max_position",)),
    ],
)
def test_slips_get_one_line(given, error, words):
    refusal(lambda: read_rope(given, 4), error, *words)


def test_arguments_are_checked():
    refusal(lambda: read_rope(None, 8), TypeError, "parameters must be a dictionary", "None")
    refusal(lambda: read_rope(THETA, 7), ValueError, "d_head", "even")
    refusal(lambda: read_rope(THETA, 4, "abc"), TypeError, "length")


@pytest.mark.parametrize(
    ("file", "columns", "notes"),
    [
        ({"model_type": "gpt_neox", "rotary_emb_base": 1e4, "rotary_pct": 0.5}, 32, []),
        ({"model_type": "gpt_neox", "rotary_emb_base": 1e4}, 16, ["partial_rotary_factor is 0.25"]),
        ({"model_type": "gptj", "rotary": True, "rotary_dim": 24}, 24, ["rope_theta is 10000"]),
        ({"model_type": "stablelm", **THETA, "rope_pct": 0.75}, 48, []),
        ({"model_type": "phi", "rope_theta": 1e4, "rotary_dim": 20}, 20, []),
        ({"model_type": "llama", "rope_scaling": None}, 64, ["rope_theta is 10000, the default of the class of llama"]),
        ({"rope_scaling": None, **THETA, "rope_local_base_freq": 1e4}, 64, ["not in all layers: the file has rope_l"]),
        ({"model_type": "smollm3", **THETA, "no_rope_layer_interval": 4}, 64, ["not in all layers: the file has no"]),
        ({"model_type": "smollm3", **THETA, "no_rope_layers": [1, 0]}, 64, ["not in all layers: the file has no"]),
        ({"model_type": "smollm3", **THETA, "no_rope_layers": [1, 1], "no_rope_layer_interval": 4}, 64, []),
        ({"model_type": "llama", **THETA, "position_embedding_type": None, "alibi": False}, 64, []),
        ({"model_type": "olmo3", **THETA}, 64, []),
        ({"model_type": "olmo3", **THETA, "rope_scaling": {"type": "linear", "factor": 1}}, 64, ["not in all layers"]),
        ({"model_type": "nemotron_h", "sliding_window": None, **THETA}, 64, ["not in all layers: in none"]),
        ({"model_type": "zamba", **THETA}, 64, ["not in all layers: in none, as Transformers has it"]),
        ({"hidden_size": 64, "num_attention_heads": 1, "head_dim": 64, **THETA}, 64, []),
        ({"rope_type": "linear", "factor": 1.0, "hidden_size": 64, **THETA}, 64, []),
        ({"model_type": "cohere2", **THETA}, 64, ["not in all layers: where some have a window"]),
        ({"model_type": "kolibri1", **THETA}, 64, ["not in all layers: where some have a window"]),
        ({"model_type": "exaone4", "sliding_window": None, **THETA}, 64, []),
        ({"model_type": "cohere2", "sliding_window": None, **THETA}, 64, ["not in all layers: where some"]),
        ({"model_type": "gemma3_text", "sliding_window": None, **THETA}, 64, ["not in all layers: those with"]),
        ({"model_type": "cohere2_moe", "first_k_dense_replace": 1, **THETA}, 64, ["not in all layers: where some"]),
        ({"model_type": "esm", "position_embedding_type": "rotary", **THETA}, 64, []),
        ({"model_type": "kimi_k2", **THETA, "qk_nope_head_dim": 128, "qk_rope_head_dim": 32, "head_dim": 32}, 32, []),
        ({"model_type": "qwen2", **THETA, "use_mrope": False}, 64, []),
        ({"model_type": "qwen", "rotary_emb_base": 1e4, "use_dynamic_ntk": False, "rotary_pct": 1.0}, 64, []),
        ({"model_type": "qwen3", **THETA, "head_dim": 128}, 64, ["d_head is 64, but head_dim in the file is 128"]),
        ({"model_type": "chatglm", **THETA}, 32, ["partial_rotary_factor is 0.5"]),
        ({"model_type": "roformer", **THETA, "rotary_value": False}, 64, []),
        ({"model_type": "glm_moe_dsa", **THETA, "indexer_rope_interleave": True}, 64, []),
        ({"model_type": "nomic_bert", "rotary_emb_base": 1e4, "rotary_emb_fraction": 0.5}, 32, []),
        ({"position_embeddings_type": "rotary", "rotary_embedding_base": 1e4, "model_type": "wav2vec2"}, 64, []),
        (
            {"model_type": "modernbert", "global_rope_theta": 1e4, "position_embedding_type": "absolute"}
            | {"local_rope_theta": 1e4},
            64, ["not in all layers: the file has local_rope_theta"],
        ),
        ({"model_type": "minicpmv", "vocab_size": 9, **THETA, "patch_size": 14, "vision_config": MODEL}, 64, []),
        ({"model_type": "csm", **THETA, "depth_decoder_config": THETA}, 64, ["not read: parameters['depth_decoder"]),
    ],
)  # fmt: skip
def test_other_names_and_what_a_file_leaves_out(file, columns, notes):
    rope = read_rope(file, 64)
    assert torch.equal(rope.frequencies, frequencies(columns))
    assert [note[: len(start)] for note, start in zip(rope.notes, notes, strict=True)] == notes


@pytest.mark.parametrize(
    "file",
    [
        {"model_type": "qwen3_vl", "text_config": THETA, "vision_config": {"patch_size": 16, **MODEL}},
        {"text_config": {"rope_scaling": LONG, **MODEL}},
        {"model_type": "dbrx", "text_config": {"model_type": "", **THETA}, "ffn_config": {"model_type": ""}},
        {"model_type": "llava", "text_config": MODEL, "quantization_config": {"bits": 4}},
        {"model_type": "gemma3", "text_config": {"rope_parameters": {"full_attention": THETA}}},
    ],
)
def test_a_model_of_parts_is_read_by_its_part(file):
    with pytest.raises(ValueError, match=r"in a part: read parameters\['text_config'\]$"):
        read_rope(file, 64)


def test_llama3_with_equal_bounds_is_a_step():
    given = {"rope_type": "llama3", **THETA, **NEEDS["llama3"], "high_freq_factor": 1.0}
    divisors = frequencies(64) / read_rope(given, 64).frequencies
    turns = 64 * frequencies(64) / (2 * math.pi)
    assert torch.allclose(divisors, torch.where(turns < 1, 4.0, 1.0).double())
