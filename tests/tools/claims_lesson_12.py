"""What lesson 12 says of its trained models, as rows for ``make claims``: a sentence, and for which seeds it holds."""

from collections.abc import Callable, Sequence
from functools import cache

import torch
from torch import Tensor, nn

from pe_lesson import frequencies
from pe_lesson.attention import TinyAttention, TokenEmbedding, by_content, by_length, by_offset, train
from pe_lesson.positions import Rotary
from pe_lesson.positions.rope_scaling import by_parts, raised_base, squeezed

Seeds = range
TASKS = {"content": by_content, "offset": by_offset}
OWN = frequencies(16, 100)
STRETCHES: dict[str, Callable[[float], Tensor]] = {
    "as trained": lambda _factor: OWN,
    "interpolation": lambda factor: squeezed(OWN, factor),
    "larger base": lambda factor: frequencies(16, raised_base(100, factor, 16)),
    "by parts": lambda factor: by_parts(OWN, factor, 16, slow=0.5, fast=2),
}


def make_model(base: float | None) -> TinyAttention:
    rotary = Rotary(16, base) if base else None
    model = TinyAttention(rotary=rotary, causal=True, read="last", d_model=32, answers=8)
    model.embedding = TokenEmbedding(32)
    return model


@cache
def models(task: str, base: float | None, seeds: Seeds) -> list[nn.Module]:
    runs = train(lambda: make_model(base), TASKS[task], seeds=seeds, length=(4, 16), steps=300, draws=64)
    return [run.model for run in runs]


@cache
def at(task: str, seeds: Seeds, length: int, base: float | None = 100) -> list[float]:
    """The fraction right of each seed, as trained."""
    return [found for [found] in by_length(models(task, base, seeds), TASKS[task], [length], draws=256)]


def turned(task: str, seeds: Seeds, length: int, omega: Tensor) -> list[float]:
    """The same with other frequencies."""
    others = [model.with_rotary(Rotary(16, frequencies=omega)) for model in models(task, 100, seeds)]
    return [found for [found] in by_length(others, TASKS[task], [length], draws=256)]


@cache
def stretched(task: str, seeds: Seeds, length: int, way: str, factor: float | None = None) -> list[float]:
    return turned(task, seeds, length, STRETCHES[way](max(1, length / 16) if factor is None else factor))


def slowed(task: str, seeds: Seeds, *group: int) -> list[float]:
    """At 64, with some pairs four times slower."""
    chosen = torch.tensor([i in group for i in range(8)])
    return turned(task, seeds, 64, torch.where(chosen, OWN / 4, OWN))


def each(rule: Callable[..., bool], *values: Sequence[float]) -> list[bool]:
    return [rule(*row) for row in zip(*values, strict=True)]
