"""What answers to questions say of Transformers and of torch 2.13: their snippets, and what no snippet holds."""

import math
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import pytest
import torch
import transformers
from torch import nn
from transformers import (
    AutoConfig,
    AutoModel,
    BertConfig,
    BertModel,
    GPT2Config,
    GPT2Model,
    LlamaConfig,
    LlamaModel,
    Qwen2VLConfig,
    Qwen2VLModel,
)

from pe_lesson import sinusoidal
from tests.support import questions
from tests.support.claims import claim

BERT = BertConfig(vocab_size=9, hidden_size=8, num_attention_heads=1, num_hidden_layers=1, intermediate_size=8)
SNIPPETS = [question for question in questions.QUESTIONS if "transformers" in question.snippet]
RUN = " ".join(question.links for question in questions.QUESTIONS)


def test_the_versions_are_those_that_the_answers_name():
    for name, module in {"Transformers": transformers, "torch": torch}.items():
        version = ".".join(module.__version__.split(".")[:2])
        assert f"with {name} {version}" in RUN
        assert RUN.count(f"with {name} ") == RUN.count(f"with {name} {version} ")


@pytest.mark.parametrize("question", SNIPPETS, ids=str)
def test_a_snippet_gives_what_it_shows(question):
    names = {}
    torch.set_printoptions(profile="default")  # lessons that ran in this process have set theirs
    exec(questions.opening(question.page), names)
    assert questions.differences(question.snippet, names) == []


class Remembered(nn.Module):
    """Makes its rows anew when the length changes, and keeps the length as a number."""

    length = -1

    def forward(self, x):
        if self.length != x.size(1):
            self.length, self.rows = x.size(1), sinusoidal(x.size(1), 8)
        return x + self.rows


class Sliced(nn.Module):
    """Slices one long table."""

    def __init__(self):
        super().__init__()
        self.register_buffer("rows", sinusoidal(99, 8))

    def forward(self, x):
        return x + self.rows[: x.size(1)]


@pytest.mark.parametrize(("module", "compiled"), [(Remembered, 7), (Sliced, 2)])
def test_with_torch_compile_a_length_kept_as_a_number_compiles_each_time(module, compiled):
    """With `torch.compile` my RoPE or encoding module recompiles for every length. What causes this?"""
    torch._dynamo.reset()
    graphs = []

    def backend(graph, _inputs):
        graphs.append(graph)
        return graph.forward

    run = torch.compile(module(), backend=backend)
    for length in range(3, 10):
        run(torch.zeros(1, length, 8))
    assert len(graphs) == compiled


class Traced(nn.Module):
    """Looks rows up by a length that tracing keeps, or by one that it turns into a number."""

    def __init__(self, number):
        super().__init__()
        self.number = int if number else lambda length: length
        self.register_buffer("rows", sinusoidal(99, 8))

    def forward(self, x):
        return x + self.rows[torch.arange(self.number(x.shape[1]))]


@pytest.mark.filterwarnings("ignore")
def test_tracing_keeps_the_length_of_its_example_only_if_it_is_made_a_number():
    """With `torch.compile` my RoPE or encoding module recompiles for every length. What causes this?"""
    traced = [torch.jit.trace(Traced(number), torch.zeros(1, 5, 8)) for number in (False, True)]
    assert traced[0](torch.zeros(1, 9, 8)).shape == (1, 9, 8)
    with pytest.raises(RuntimeError, match=r"The size of tensor a \(9\) must match the size of tensor b \(5\)"):
        traced[1](torch.zeros(1, 9, 8))


@pytest.mark.parametrize(("key", "value"), [("attn_factor", None), ("attention_factor", 2.0)])
def test_a_value_of_yarn_under_a_wrong_name_has_no_effect(key, value):
    """For YaRN, which numbers go into `factor`, `original_max_position_embeddings` and `max_position_embeddings`?"""
    sizes = {"vocab_size": 9, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1}
    yarn = {"rope_type": "yarn", "rope_theta": 1e4, "factor": 4.0, "original_max_position_embeddings": 8}
    config = LlamaConfig(**sizes, intermediate_size=8, max_position_embeddings=32, rope_parameters=yarn | {key: 2.0})
    scaling = LlamaModel(config).rotary_emb.attention_scaling
    assert scaling == pytest.approx(value or 0.1 * math.log(4) + 1)


def test_torch_has_no_rope():
    """Is there an official RoPE in PyTorch? Is the one with complex numbers (`freqs_cis`, `torch.polar`) another?"""
    names = [name.lower() for module in (torch, nn, nn.functional) for name in dir(module)]
    assert [name for name in names if "rope" in name.split("_") or "rotary" in name] == []


def test_text_goes_on_behind_an_image_at_the_largest_position_and_one():
    """Qwen2-VL: what are M-RoPE's three rows of `position_ids`, and why 'value tensor of shape [3, 7] cannot …'?"""
    text, image = 0, 1
    kinds = torch.tensor([[text] * 3 + [image] * 4 + [text] * 2])
    model = SimpleNamespace(
        config=Qwen2VLConfig(), get_vision_position_ids=partial(Qwen2VLModel.get_vision_position_ids, None)
    )
    grid = torch.tensor([[1, 4, 4]])  # four patches become one token
    positions, deltas = Qwen2VLModel.get_rope_index(model, torch.ones_like(kinds), kinds, image_grid_thw=grid)
    time, row, column = positions[:, 0].tolist()
    assert time == [0, 1, 2, 3, 3, 3, 3, 5, 6]
    assert row == [0, 1, 2, 3, 3, 4, 4, 5, 6]
    assert column == [0, 1, 2, 3, 4, 3, 4, 5, 6]
    assert deltas.item() == -2


@pytest.mark.parametrize("attention", ["sdpa", "eager"])
@pytest.mark.parametrize(("kind", "separates"), [("llama", True), ("gpt2", True), ("bert", False)])
def test_restarted_positions_separate_documents_without_a_mask_and_a_cache(kind, separates, attention):
    """Several documents in one row (packing): is it enough to restart `position_ids`?"""
    says = claim("11_positions_at_work", "but only without an attention mask and with `use_cache=False`.")
    sizes = {"vocab_size": 9, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1}
    model = AutoModel.from_config(AutoConfig.for_model(kind, **sizes), attn_implementation=attention).eval()
    ids, restarted = torch.tensor([[3, 4, 5, 6, 7]]), torch.tensor([[0, 1, 0, 1, 2]])
    alone = model(ids[:, 2:])[0]
    ways = {"use_cache": False}, {"use_cache": True}, {"use_cache": False, "attention_mask": torch.ones_like(ids)}
    packed = [model(ids, position_ids=restarted, **way)[0][:, 2:] for way in ways]
    assert [torch.allclose(out, alone, atol=1e-5) for out in packed] == [separates, False, False], says


def test_an_image_that_was_cut_has_fewer_places_than_its_grid_counts():
    """Qwen2-VL: what are M-RoPE's three rows of `position_ids`, and why 'value tensor of shape [3, 7] cannot …'?"""
    kinds = torch.tensor([[0, 0, 0, 1, 1]])  # two tokens of the image's four are left
    model = SimpleNamespace(
        config=Qwen2VLConfig(), get_vision_position_ids=partial(Qwen2VLModel.get_vision_position_ids, None)
    )
    grid, ones = torch.tensor([[1, 4, 4]]), torch.ones_like(kinds)
    with pytest.raises(RuntimeError, match=r"tensor of shape \[3, 7\] cannot be broadcast .* of shape \[3, 5\]"):
        Qwen2VLModel.get_rope_index(model, ones, kinds, image_grid_thw=grid, attention_mask=ones)


def test_a_longer_table_exchanged_in_place_leaves_berts_buffers_short():
    """Can I load a model with a learned table of 512 positions into one of 1,024, by copying rows?"""
    model = BertModel(deepcopy(BERT))
    model.embeddings.position_embeddings = nn.Embedding(1024, 8)
    model.config.max_position_embeddings = 1024
    model(torch.ones(1, 512, dtype=torch.long))
    with pytest.raises(RuntimeError, match=r"The expanded size of the tensor \(600\)"):
        model(torch.ones(1, 600, dtype=torch.long))


def test_a_table_of_another_size_is_made_anew_when_mismatches_are_ignored(tmp_path):
    """Can I load a model with a learned table of 512 positions into one of 1,024, by copying rows?"""
    short = BertModel(deepcopy(BERT))
    short.save_pretrained(tmp_path)
    long = BertModel.from_pretrained(tmp_path, max_position_embeddings=1024, ignore_mismatched_sizes=True)
    old, new = (model.embeddings.position_embeddings.weight for model in (short, long))
    assert len(new) == 1024
    assert not (new[:512] == old).any()


def test_a_text_that_is_fed_again_with_its_cache_ends_gpt2s_rows_in_step_45():
    """The model writes one token at a time with a KV cache. What do I feed, and which position does each … get?"""
    model = GPT2Model(GPT2Config(vocab_size=9, n_embd=8, n_head=1, n_layer=1))
    cache = None
    for step in range(1, 45):
        cache = model(torch.ones(1, step, dtype=torch.long), past_key_values=cache, use_cache=True).past_key_values
    with pytest.raises(IndexError, match="index out of range"):
        model(torch.ones(1, 45, dtype=torch.long), past_key_values=cache, use_cache=True)
