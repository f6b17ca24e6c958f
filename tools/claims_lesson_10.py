"""What lesson 10 says of its trained models, as rows for ``make claims``: a sentence, and for which seeds it holds."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, cast

from pe_lesson.attention import (
    Run,
    TinyAttention,
    accuracy,
    adjacency_task,
    evaluate,
    order_task,
    pairwise_accuracy,
    train,
)  # fmt: skip
from pe_lesson.attention.training import Task
from tools._seeds import Rows, Seeds, both_hold, in_most_seeds
from tools.lessons import defined

NOTEBOOK = "10_beyond_sinusoids"


@cache
def lesson() -> dict[str, Any]:
    """What the notebook defines, up to its training."""
    return defined(NOTEBOOK, "make")


@cache
def runs(scheme: str, task: Task, seeds: Seeds) -> list[Run]:
    """The notebook's training, one run per seed."""
    return train(partial(lesson()["make"], scheme), task, seeds=seeds)


def pairs_right(scheme: str, task: Task, seeds: Seeds) -> list[list[float]]:
    """``pairwise_accuracy`` at 8, 16 and 32 letters, for each seed."""
    measured = evaluate(runs(scheme, task, seeds), task, [8, 16, 32], pairwise_accuracy)
    return cast("list[list[float]]", measured)  # no table ends before 32


def says_no_and_ranks(seeds: Seeds) -> Iterator[bool]:
    """No row at 32 letters gets a yes, and more than 0.7 of the pairs are in order."""
    ids, labels = adjacency_task(64, 32, 10_000)
    for run in runs("ALiBi", adjacency_task, seeds):
        never = not (run.model(ids) > 0).any()
        yield never and pairwise_accuracy(run.model, ids, labels) > 0.7


def falls_with_length(scheme: str, seeds: Seeds) -> list[bool]:
    """Whether *side by side* is worse at 32 letters than at 8."""
    return [line[2] < line[0] for line in pairs_right(scheme, adjacency_task, seeds)]


def at_last(layers: int, seeds: Seeds, low: float, high: float) -> Iterator[bool]:
    """Whether the accuracy is between the two, where the last letter is neither A nor B."""
    ids, labels = order_task(64, 8, 10_000)
    inside = ids[:, -1] > 1
    make_model = partial(TinyAttention, causal=True, pooling="last", layers=layers)
    for run in train(make_model, order_task, seeds=seeds):
        yield low <= accuracy(run.model, ids[inside], labels[inside]) <= high


ROWS: Rows = [
    ("ALiBi alone cannot tell order",
     lambda seeds: [line == [0.5] * 3 for line in pairs_right("ALiBi", order_task, seeds)]),
    ("At 32 letters RoPE is still above 0.85",
     lambda seeds: [line[2] > 0.85 for line in pairs_right("RoPE", order_task, seeds)]),
    ("and the sinusoids fall below 0.9",
     lambda seeds: [line[2] < 0.9 for line in pairs_right("sinusoids", order_task, seeds)]),
    ("The mask alone knows order at all three lengths.",
     lambda seeds: [min(line) > 0.95 for line in pairs_right("mask alone", order_task, seeds)]),
    ("ALiBi is above 0.65 at all three lengths.",
     lambda seeds: [min(line) > 0.65 for line in pairs_right("ALiBi", adjacency_task, seeds)]),
    ("its models say *no* to every row, or nearly every row (accuracy 0.50), and still rank them.",
     lambda seeds: in_most_seeds(list(says_no_and_ranks(seeds)))),
    ("RoPE and the sinusoids are worse at 32 letters than at 8.",
     lambda seeds: both_hold(falls_with_length("RoPE", seeds), falls_with_length("sinusoids", seeds))),
    ("on *side by side*, RoPE was worse at 32 letters than at 8", lambda seeds: falls_with_length("RoPE", seeds)),
    ("With one layer: exactly ½.", lambda seeds: at_last(1, seeds, 0.5, 0.5)),
    ("With two layers, the first gives each letter a vector that depends on what came before it",
     lambda seeds: at_last(2, seeds, 0.95, 1)),
]  # fmt: skip
