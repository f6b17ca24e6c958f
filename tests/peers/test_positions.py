"""Lesson 11 beside real models with random weights: its test passes right ones and finds the faults of wrong ones."""

import re

import pytest
import torch
from torch import Tensor, nn
from transformers import (
    DynamicCache,
    GPT2Config,
    GPT2LMHeadModel,
    GPT2Model,
    LlamaConfig,
    LlamaForCausalLM,
    LlamaModel,
    MptConfig,
    MptModel,
    RobertaConfig,
    RobertaModel,
    T5Config,
    T5EncoderModel,
)
from transformers.models.opt.modeling_opt import OPTLearnedPositionalEmbedding

from pe_lesson.attention.masks import positions_from_mask
from tests.support.claims import agree, claim
from tools import lessons

ELEVEN = "11_positions_at_work"
SIZES = {"vocab_size": 8, "initializer_range": 0.2, "bos_token_id": None, "eos_token_id": None}
WIDTHS = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
COUNT = "The remedy is to count real tokens only."
ADAPTER = "this is `run`; the cache is `transformers.DynamicCache()`"
REFUSED = "In 16 bits rounding looks like a fault: there `harmed` refuses."


@pytest.fixture(scope="module")
def lesson() -> dict:
    """What the lesson's cells define, its tests among them."""
    return lessons.defined_up_to(ELEVEN, "harmed_by_cache")


def llama(**more) -> nn.Module:
    given = {**SIZES, **WIDTHS, "pad_token_id": 7, "max_position_embeddings": 64, **more}
    return LlamaModel(LlamaConfig(**given))


def deep_llama() -> nn.Module:
    return llama(hidden_size=256, intermediate_size=512, num_hidden_layers=24, initializer_range=0.08)


def gpt2() -> nn.Module:
    return GPT2Model(GPT2Config(**SIZES, pad_token_id=7, n_embd=32, n_layer=2, n_head=4, n_positions=64))


def roberta() -> nn.Module:
    config = RobertaConfig(**SIZES, **WIDTHS, pad_token_id=1, max_position_embeddings=64)
    return RobertaModel(config, add_pooling_layer=False)


def mpt() -> nn.Module:
    return MptModel(MptConfig(vocab_size=8, d_model=32, n_heads=4, n_layers=2, max_seq_len=64, initializer_range=0.2))


def t5() -> nn.Module:
    return T5EncoderModel(T5Config(vocab_size=8, d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4))


def run_of(model: nn.Module):
    """``run`` for each model: the lesson's own for one that writes, else without what the model does not take."""
    model.eval()
    if isinstance(model, LlamaModel | GPT2Model):
        cell = next(c for c in lessons.read(lessons.FOLDER / f"{ELEVEN}.ipynb").cells if "def run(ids, at" in c.source)
        names = {"model": model, "torch": torch}
        exec(re.search(r"```python\n(.*?)```", cell.source, re.DOTALL)[1], names)
        return names["run"]

    @torch.no_grad()
    def run(ids: Tensor, at: Tensor, mask: Tensor, cache: object = None) -> Tensor:
        more = {"position_ids": at + 2} if isinstance(model, RobertaModel) else {}
        if isinstance(model, MptModel):
            more = {"past_key_values": cache}
            mask = mask.tril() if mask.dim() == 3 else mask
        if mask.dim() == 3:
            mask = mask.unsqueeze(1)
            if not isinstance(model, RobertaModel):  # these two add what they get to the scores
                mask = torch.zeros(mask.shape).masked_fill(~mask, torch.finfo(torch.float32).min)
        return model(ids, attention_mask=mask, **more).last_hidden_state

    return run


FAULTS = {
    "none": lambda run: run,
    "padding counted": lambda run: lambda i, at, m, c=None: run(i, columns(i, at, m), m, c),
    "mask not passed": lambda run: lambda i, at, m, c=None: run(i, at, torch.ones_like(m), c),
    "first row for all rows": lambda run: lambda i, at, m, c=None: run(i, at[:1].expand(i.shape), m, c),
    "one too far after the prompt": lambda run: lambda i, at, m, c=None: run(i, at + (i.size(1) == 1), m, c),
    "always 0 after the prompt": lambda run: lambda i, at, m, c=None: run(i, at * (i.size(1) > 1), m, c),
    "nan": lambda run: lambda i, at, m, c=None: run(i, at, m, c) * torch.nan,
}
ALL, WRITTEN = ["batch", "pack", "written"], ["written"]
FOUND = {  # the cases in which each fault shows
    llama: [[], [], ALL, [], WRITTEN, WRITTEN, ALL],
    gpt2: [[], ALL, ALL, ["batch", "written"], WRITTEN, WRITTEN, ALL],
    roberta: [[], ["batch", "pack"], ["batch", "pack"], ["batch"], [], [], ["batch", "pack"]],
    mpt: [[], [], ALL, [], [], [], ALL],
    t5: [[], [], ["batch", "pack"], [], [], [], ["batch", "pack"]],
}
ENTRIES = [
    pytest.param(build, fault, found, id=f"{build.__name__}-{fault}")
    for build, row in FOUND.items()
    for fault, found in zip(FAULTS, row, strict=True)
]


def columns(ids: Tensor, at: Tensor, mask: Tensor) -> Tensor:
    """Positions by column, also with a cache; ``mask`` covers all columns so far."""
    return torch.arange(mask.size(-1) - ids.size(1), mask.size(-1)).expand(ids.shape)


def harmed(lesson: dict, run, cache=None) -> list[str]:
    """What both tests of the lesson find, with the limit that they are given in float32."""
    limit = lesson["limit_of"](run)
    written = cache is not None and lesson["harmed_by_cache"](run, cache(), limit)
    return lesson["harmed"](run, limit) + ["written"] * written


@pytest.mark.parametrize(("build", "fault", "found"), ENTRIES)
def test_the_lessons_test_passes_right_models_and_finds_the_faults_of_wrong_ones(lesson, build, fault, found):
    run = FAULTS[fault](run_of(build()))
    writes = build in (llama, gpt2, mpt)
    assert harmed(lesson, run, DynamicCache if writes else None) == found, claim(
        ELEVEN, "`harmed` names the cases that differ from the sentence alone."
    )


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("build", [llama, deep_llama, gpt2])
def test_right_models_pass_in_every_type(lesson, build, dtype):
    run = run_of(build().to(dtype))
    assert harmed(lesson, run, DynamicCache) == [], claim(ELEVEN, ADAPTER)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_sixteen_bits_are_refused(lesson, dtype):
    run, says = run_of(llama().to(dtype)), claim(ELEVEN, REFUSED)
    for ask in (lambda: lesson["harmed"](run), lambda: lesson["harmed_by_cache"](run, DynamicCache())):
        with pytest.raises(TypeError, match="use float64 or float32"):
            pytest.fail(says) if ask() is not None else None


def test_robertas_positions_begin_at_2(lesson):
    model, mask = roberta().eval(), lesson["mask"]
    begin = claim(ELEVEN, "RoBERTa's positions begin at 2, so give `at + 2`.")
    ids = torch.where(mask, lesson["batch"].clamp(min=2), 1)  # 1 is its padding
    with torch.no_grad():
        own = model(ids, attention_mask=mask.long()).last_hidden_state[mask]
        ours = [run_of(model)(ids, positions_from_mask(mask) - late, mask.long())[mask] for late in (0, 2)]
    agree(own, ours[0], begin)
    assert lesson["gap"](own, ours[1]) > 0.1, begin


@pytest.mark.parametrize("kind", ["dynamic", "longrope"])
def test_keys_that_were_kept_go_wrong_when_frequencies_follow_the_text(kind):
    lists = {"short_factor": [1.0] * 4, "long_factor": [4.0] * 4} if kind == "longrope" else {}
    given = {"rope_type": kind, "rope_theta": 1e4, "factor": 4.0, "original_max_position_embeddings": 8, **lists}
    sizes = {**WIDTHS, "max_position_embeddings": 8 if kind == "dynamic" else 32}
    says = claim(ELEVEN, "In lesson 12 frequencies may change while a text grows. Then kept keys go wrong.")
    text = torch.randint(0, 7, (1, 14))
    gaps = []
    for parameters in ({"rope_type": "default", "rope_theta": 1e4}, given):
        torch.manual_seed(0)
        model = LlamaModel(LlamaConfig(**SIZES, **sizes, pad_token_id=7, rope_parameters=parameters)).eval()
        cache = DynamicCache()
        with torch.no_grad():
            whole = model(text, use_cache=False).last_hidden_state
            kept = [model(token, past_key_values=cache).last_hidden_state for token in text.split(1, dim=1)]
        gaps.append((torch.cat(kept, dim=1) - whole)[:, -1].abs().max().item())
    assert gaps[0] < 1e-5, says
    assert gaps[1] > 1e-3, says


@pytest.mark.parametrize("build", [LlamaForCausalLM, GPT2LMHeadModel])
def test_generate_counts_real_tokens_only(lesson, build):
    sizes = {"n_embd": 32, "n_layer": 2, "n_head": 4} if build is GPT2LMHeadModel else WIDTHS
    config = (GPT2Config if build is GPT2LMHeadModel else LlamaConfig)(**SIZES, **sizes, pad_token_id=7)
    model, seen, mask = build(config).eval(), [], lesson["mask"].long()
    model.register_forward_pre_hook(lambda _, __, given: seen.append(given["position_ids"]), with_kwargs=True)
    model.generate(lesson["batch"], attention_mask=mask, max_new_tokens=3, do_sample=False)
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
