"""What lesson 09 says of its trained models, as rows for ``make claims``: a sentence, and for which seeds it holds."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from math import log
from typing import Any

import torch
from torch import nn

from pe_lesson.attention import Run, TinyAttention, accuracy, order_task, train
from tools._seeds import Rows, Seeds
from tools.lessons import defined

NOTEBOOK = "09_does_it_matter"


@cache
def lesson() -> dict[str, Any]:
    """What the notebook defines, up to its training."""
    return defined(NOTEBOOK, "without", "with_encoding", "Add", "bits_16", "tables", "answer_map")


@cache
def runs(make_model: Callable[[], nn.Module], seeds: Seeds) -> list[Run]:
    """The notebook's training of 8 letters, one run per seed."""
    return train(make_model, order_task, seeds=seeds, eval_every=10)


def stays_at_half(seeds: Seeds) -> Iterator[bool]:
    """Without positions, the accuracy stays at one half and the loss ends at ln 2."""
    for run in runs(lesson()["without"], seeds):
        half = all(abs(right - 0.5) < 0.01 for right in run.accuracies)
        yield half and abs(sum(run.losses[-10:]) / 10 - log(2)) < 0.01


def learns_with_sinusoids(seeds: Seeds) -> Iterator[bool]:
    """With sinusoids, the loss ends below half of ln 2 and the accuracy above 0.75."""
    for run in runs(lesson()["with_encoding"], seeds):
        yield sum(run.losses[-10:]) / 10 < log(2) / 2 and run.accuracies[-1] > 0.75


def half_is_red(seeds: Seeds) -> Iterator[bool]:
    """Four of five places are red above the diagonal, and not red below it."""
    above_diagonal, off_diagonal = torch.ones(8, 8).triu(1) > 0, ~torch.eye(8).bool()
    for run in runs(lesson()["with_encoding"], seeds):
        red = lesson()["answer_map"](run.model) > 0.5
        yield float((red == above_diagonal)[off_diagonal].double().mean()) >= 0.8


def half_without_its_table(seeds: Seeds) -> Iterator[bool]:
    """The trained weights without their table are right in exactly one half."""
    for run in runs(lesson()["with_encoding"], seeds):
        bare = TinyAttention()
        bare.load_state_dict(run.model.state_dict(), strict=False)
        yield accuracy(bare, *order_task(64, 8, seed=1)) == 0.5


def with_tables(seeds: Seeds, length: int) -> list[list[float]]:
    """The final accuracy of each seed with each of lesson 00's three tables, the raw index first."""
    makes = [partial(TinyAttention, positional=lesson()["Add"](scheme)) for scheme in lesson()["tables"].values()]
    return [[run.accuracies[-1] for run in train(make, order_task, seeds=seeds, length=length)] for make in makes]


def all_three_learn(seeds: Seeds) -> list[bool]:
    """All three tables of lesson 00 end above 0.75 with 8 letters."""
    return [min(accuracies) > 0.75 for accuracies in zip(*with_tables(seeds, 8), strict=True)]


def raw_index_at_32(seeds: Seeds) -> list[bool]:
    """Whether the raw index fails, and the two other tables do not."""
    return [raw < 0.75 < min(others) for raw, *others in zip(*with_tables(seeds, 32), strict=True)]


ROWS: Rows = [
    ("Without the encoding (dashed), the accuracy is 0.5, and the loss goes to the dotted line", stays_at_half),
    ("With it (solid), the loss falls towards 0 and the accuracy rises towards 1.", learns_with_sinusoids),
    ("The half above the diagonal: there A stands before B.", half_is_red),
    ("Exactly ½: the proof holds for these weights, too.", half_without_its_table),
    ("With 8 letters the model learns from all three.", all_three_learn),
    ("The raw index: up to 31 in all columns drowns the letters.", raw_index_at_32),
]
