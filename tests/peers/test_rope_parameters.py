"""``read_rope`` beside the functions of Transformers that read the same dictionaries, made up and released ones."""

import copy
from importlib import import_module

import pytest
import torch
from torch import Tensor, nn
from transformers import CONFIG_MAPPING, LlamaConfig, Phi3Config, Qwen2VLTextConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.gptj.modeling_gptj import create_sinusoidal_positions
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
from transformers.models.stablelm.modeling_stablelm import StableLmRotaryEmbedding

from pe_lesson.encoding.table import frequencies
from pe_lesson.positions._rope_configuration import BASES, SHARES, SOME_LAYERS, TRAINED
from pe_lesson.positions.rope_parameters import TYPES, read_rope
from tests.support.claims import agree, claim
from tests.support.released_rope import RELEASED, Released
from tools import lessons

TWELVE = "12_longer_than_trained"
CASES = [
    {"rope_type": "default"},
    {"rope_type": "default", "partial_rotary_factor": 0.25},
    {"rope_type": "linear", "factor": 4.0},
    {"rope_type": "linear", "factor": 2.0, "partial_rotary_factor": 0.25},
    {"rope_type": "dynamic", "factor": 4.0},
    {"rope_type": "yarn", "factor": 4.0},
    {"rope_type": "yarn", "factor": 8.0, "beta_fast": 16, "beta_slow": 2, "attention_factor": 1.5},
    {"rope_type": "yarn", "factor": 8.0, "truncate": False, "mscale": 0.7},
    {"rope_type": "yarn", "factor": 8.0, "beta_fast": 1, "mscale": 0.7, "mscale_all_dim": 1.2},
    {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
    {"rope_type": "longrope", "factor": 4.0},
    {"rope_type": "longrope", "factor": 4.0, "attention_factor": 1.5},
    {"rope_type": "proportional", "partial_rotary_factor": 0.25},
    {"rope_type": "proportional", "partial_rotary_factor": 0.5, "factor": 2.0},
]
CLASSES = {"longrope": Phi3Config, "mrope": Qwen2VLTextConfig}  # others read as Llama does


def theirs(given: dict, d_head: int, length: int) -> tuple[Tensor, float]:
    """What Transformers makes of the same configuration for a text of this length."""
    model = given.get("model_type")
    given = copy.deepcopy({key: value for key, value in given.items() if key not in ("model_type", *SOME_LAYERS)})
    scaling = given.get("rope_scaling") or {}
    if scaling.get("type") == "su":
        scaling["type"] = "longrope"  # so does Phi3Config, but 5.23 checks the keys before
    made = (
        CONFIG_MAPPING[model]
        if model in {*BASES, *SHARES} - {"gemma3_text"}
        else CLASSES.get(scaling.get("type"), LlamaConfig)
    )
    size = {"hidden_size": d_head, "num_attention_heads": 1, "num_key_value_heads": 1}
    rotated = given.get("qk_rope_head_dim", d_head)
    config = made(**size, **({} if made is Phi3Config else {"head_dim": rotated}), pad_token_id=0, **given)
    kind = config.rope_parameters["rope_type"]
    if kind == "default":
        return StableLmRotaryEmbedding.compute_default_rope_parameters(config)  # knows partial_rotary_factor
    return ROPE_INIT_FUNCTIONS[kind](config, None, seq_len=length)


def agreed(ours: dict, other: dict, d_head: int, length: int, said: str = "") -> None:
    """Frequencies and factor are theirs, and a pair that they do not rotate is not rotated."""
    said = f"read_rope reads otherwise than Transformers: {ours}, d_head {d_head}, length {length} {said}"
    (omega, factor, _), (there, there_factor) = read_rope(ours, d_head, length), theirs(other, d_head, length)
    assert omega.shape == there.shape, said
    rotated = there != 0
    assert torch.equal(rotated, omega != 0), f"other pairs are rotated: {said}"
    agree(omega[rotated] / there[rotated].double(), torch.ones(int(rotated.sum())), said, 3e-6)
    assert factor == pytest.approx(there_factor, rel=1e-12), f"factors {factor} and {there_factor}: {said}"


@pytest.mark.parametrize("times", [0.5, 1, 4])
@pytest.mark.parametrize(("theta", "trained"), [(10_000.0, 64), (500_000.0, 8192)])
@pytest.mark.parametrize("d_head", [64, 128])
@pytest.mark.parametrize("case", CASES, ids=lambda case: ",".join(f"{k}={v}" for k, v in case.items()))
def test_each_type_is_read_as_transformers_reads_it(case, d_head, theta, trained, times):
    given = {**case, "rope_theta": theta, TRAINED: trained}
    if case["rope_type"] == "longrope":
        given["short_factor"] = [1 + i / 50 for i in range(d_head // 2)]
        given["long_factor"] = [1 + i / 9 for i in range(d_head // 2)]
    there = {"rope_parameters": dict(given), "max_position_embeddings": trained}
    agreed(given, there, d_head, int(times * trained))


def test_yarn_with_a_base_so_small_that_its_ramp_ends_beyond_the_last_pair():
    given = {"rope_type": "yarn", "factor": 4.0, "rope_theta": 10.0, TRAINED: 838}
    agreed(given, {"rope_parameters": dict(given), "max_position_embeddings": 838}, 64, 838)


@pytest.mark.parametrize("length", [1000, 40_000, 200_000])
@pytest.mark.parametrize("released", RELEASED, ids=lambda released: released.model)
def test_what_a_released_model_says_is_read_as_transformers_reads_it(released: Released, length: int):
    agreed(released.config, released.config, released.d_head, length, released.address)


def test_the_released_ones_differ_from_each_other():
    """A reader that knew fewer keys would agree with itself, not with them."""
    by_name = {released.model: released for released in RELEASED}
    factor = read_rope(by_name["DeepSeek-V3"].config, 64).attention_factor
    assert factor == 1.0
    oss = by_name["gpt-oss-20b"]
    cut = {**oss.config, "rope_scaling": {**oss.config["rope_scaling"], "truncate": True}}
    apart = (read_rope(cut, 64).frequencies / read_rope(oss.config, 64).frequencies - 1).abs().max().item()
    assert 0.7 < apart < 0.8
    qwen = read_rope(by_name["Qwen2.5, for long texts"].config, 128).frequencies
    assert (frequencies(128, 1e6) / qwen)[-1].item() == pytest.approx(4)


def test_every_type_that_transformers_knows_is_read():
    assert set(TYPES) - {"default"} == set(ROPE_INIT_FUNCTIONS), "a type is new, or gone"
    assert {case["rope_type"] for case in CASES} == set(TYPES)


def test_the_configurations_of_the_lesson_are_read_alike_at_the_lengths_that_it_prints():
    names = lessons.defined(TWELVE, "llama", "qwen", "follows")
    for given in (names["llama"], names["qwen"], names["follows"]):
        for length in (4096, 8192, 16_384):
            agreed(given, given, 128, length, claim(TWELVE, "`read_rope` gives the frequencies of a head's 64 pairs"))


def test_the_divisors_that_the_lesson_names():
    llama = lessons.defined(TWELVE, "llama")["llama"]
    divisors = frequencies(128, llama["rope_theta"]) / theirs(llama, 128, 8192)[0]
    llama3 = claim(TWELVE, "The fastest makes over a thousand, and is kept.")
    agree(divisors[[0, -1]], torch.tensor([1.0, 8.0]), llama3)


def test_dynamic_as_the_method_has_it_and_as_transformers_runs_it():
    given = lessons.defined(TWELVE, "follows")["follows"]
    says = claim(TWELVE, "Transformers 5.23 keeps the largest stretch until a text shorter than $L_0$ comes")
    size = {"hidden_size": 128, "num_attention_heads": 1, "num_key_value_heads": 1, "head_dim": 128}
    rotary = LlamaRotaryEmbedding(LlamaConfig(**size, pad_token_id=0, **copy.deepcopy(given)))
    slowest = frequencies(128)[-1]
    for length, divisor in [(4096, 1), (8192, 3), (16_384, 7), (8192, 7), (4096, 7), (4095, 1)]:
        rotary(torch.zeros(1), torch.arange(length)[None])
        agree(slowest / rotary.inv_freq[-1], torch.tensor(float(divisor)), says, 1e-3)
    method = claim(TWELVE, "it divides the slowest pair by $s\\,L/L_0 - (s - 1)$.")
    for length, divisor in [(4000, 1), (4096, 1), (8192, 3), (16_384, 7)]:
        agree(slowest / read_rope(given, 128, length).frequencies[-1], torch.tensor(float(divisor)), method, 1e-6)


@pytest.mark.parametrize("model", sorted({*BASES, *SHARES} - {"gptj", "codegen", "chatglm"}))
def test_what_a_file_leaves_out_is_the_default_of_the_class(model: str):
    own = CONFIG_MAPPING[model]().rope_parameters
    own = own.get("full_attention", own)
    assert BASES.get(model, own["rope_theta"]) == own["rope_theta"]
    assert SHARES.get(model, 1.0) == own.get("partial_rotary_factor", 1.0)


def test_gpt_j_rotates_rotary_dim_columns_with_the_usual_base():
    angles = create_sinusoidal_positions(2, 64)[1, :32].asin()  # sines of position 1
    agree(read_rope({"model_type": "gptj", "rotary_dim": 64}, 256).frequencies, angles.double(), "GPT-J", 1e-6)


def rotary_of(config) -> nn.Module:
    """The module with the frequencies, as the model of this configuration builds it."""
    code = import_module(type(config).__module__.replace("configuration", "modeling"))
    return next(made for name, made in vars(code).items() if name.endswith("RotaryEmbedding"))(config)


@pytest.mark.parametrize(
    "model", ["deepseek_v2", "deepseek_v3", "minicpm3", "glm_moe_dsa", "longcat_flash", "mistral4"]
)
def test_where_a_key_has_columns_without_rotation_the_others_have_frequencies_of_their_own(model: str):
    config = CONFIG_MAPPING[model]()
    rotary = rotary_of(config)
    for d_head in (config.qk_rope_head_dim, config.qk_nope_head_dim + config.qk_rope_head_dim):
        omega, factor, _ = read_rope(config.to_dict(), d_head)
        agree(omega, rotary.inv_freq.double(), model, 1e-6)
        assert factor == pytest.approx(rotary.attention_scaling)


@pytest.mark.parametrize("model", ["deepseek_v2", "deepseek_v3", "minicpm3", "mistral4"])
@pytest.mark.parametrize(("factor", "multiplier"), [(40.0, 1.0), (16.0, 0.707)])
def test_the_factor_that_a_note_names_stands_in_the_scale_of_scores(model: str, factor: float, multiplier: float):
    kind = CONFIG_MAPPING[model]
    yarn = {"rope_type": "yarn", "factor": factor, "mscale_all_dim": multiplier, TRAINED: 4096, "rope_theta": 1e4}
    code = import_module(kind.__module__.replace("configuration", "modeling"))
    made = next(made for name, made in vars(code).items() if name.endswith(("V2Attention", "Attention")))
    scale = made(kind(rope_parameters=dict(yarn)), 0).scaling / made(kind(), 0).qk_head_dim ** -0.5
    (note,) = read_rope(yarn, 64).notes
    assert f"multiplied by {scale:.4g}, too" in note


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ({"model_type": "modernbert", "global_rope_theta": 80_000.0, "local_rope_theta": 1e4}, "full_attention_"),
        ({"model_type": "mimo_v2_flash", "rope_theta": 5e6, "swa_rope_theta": 1e4}, "full_attention_"),
        ({"model_type": "gemma3_text", "rope_scaling": {"rope_type": "linear", "factor": 8.0}}, "full_attention_"),
        ({"model_type": "nomic_bert", "rotary_emb_base": 1000, "rotary_emb_fraction": 1.0}, ""),
        ({"model_type": "zamba2", "use_mem_rope": True, "rope_theta": 5e4}, ""),
    ],
    ids=lambda value: value["model_type"] if isinstance(value, dict) else "",
)
def test_other_names_are_read_as_the_class_reads_them(file: dict, kind: str):
    config = CONFIG_MAPPING[file["model_type"]](
        **{key: copy.deepcopy(file[key]) for key in file if key != "model_type"}
    )
    rotary = rotary_of(config)
    there = getattr(rotary, f"{kind}inv_freq").double()
    share = {"partial_rotary_factor": 2 * len(there) / 192} if file["model_type"] == "mimo_v2_flash" else {}
    d_head = 192 if share else 2 * len(there)
    agree(read_rope({**file, **share}, d_head).frequencies, there, str(file), 1e-6)
