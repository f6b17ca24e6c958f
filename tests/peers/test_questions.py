"""What answers to questions say of Transformers and of torch 2.13: their snippets, and what no snippet holds."""

from functools import partial
from types import SimpleNamespace

import pytest
import torch
import transformers
from torch import nn
from transformers import Qwen2VLConfig, Qwen2VLModel

from helpers import questions
from pe_lesson import sinusoidal

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


def test_torch_has_no_rope():
    """Everybody seems to write their own RoPE. Is there an official one in PyTorch?"""
    names = [name.lower() for module in (torch, nn, nn.functional) for name in dir(module)]
    assert [name for name in names if "rope" in name.split("_") or "rotary" in name] == []


def test_text_goes_on_behind_an_image_at_the_largest_position_and_one():
    """Qwen2-VL (M-RoPE): what are the three rows of `position_ids`, and where is the first word after an image?"""
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
