"""What the lessons say of trained models, counted on seeds that nobody looked at: ``make claims``.

Each claim is a sentence of a notebook and a function from seeds to one bool per seed. A sentence that holds
for fewer than nine of ten seeds is to be cut, or to say its number.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from math import log
from time import monotonic
from typing import Any, cast

import torch
from torch import nn

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
from tools import claims_lesson_12, lessons
from tools._seeds import Seeds, both_hold, in_most_seeds

NINE, TEN, TWELVE = "09_does_it_matter", "10_beyond_sinusoids", "12_longer_than_trained"
FOURTEEN = "14_who_bites_whom"


@dataclass(frozen=True)
class Claim:
    """A sentence as it stands in the notebook, and for which seeds it holds."""

    notebook: str
    sentence: str
    holds: Callable[[Seeds], Iterable[bool]]


LESSON_9 = lessons.defined(NINE, "Add", "bits_16", "tables", "answer_map")
LESSON_10 = lessons.defined(TEN, "SCHEMES", "make")
SCHEMES: dict[str, Callable[[], nn.Module]] = {
    "none": TinyAttention,
    **{name: partial(LESSON_10["make"], name) for name in LESSON_10["SCHEMES"]},
    **{name: partial(TinyAttention, positional=LESSON_9["Add"](scheme)) for name, scheme in LESSON_9["tables"].items()},
    "one layer": partial(TinyAttention, causal=True, pooling="last"),
    "two layers": partial(TinyAttention, causal=True, pooling="last", layers=2),
}


@cache
def runs(scheme: str, task: Task, seeds: Seeds, steps: int = 150, length: int = 8) -> list[Run]:
    """One trained model per seed."""
    return train(SCHEMES[scheme], task, seeds=seeds, steps=steps, length=length, eval_every=10)


@cache
def pairwise_accuracies(scheme: str, task: Task, seeds: Seeds, steps: int = 150) -> list[list[float]]:
    """``pairwise_accuracy`` at 8, 16 and 32 letters, for each seed."""
    measured = evaluate(runs(scheme, task, seeds, steps), task, [8, 16, 32], pairwise_accuracy)
    return cast("list[list[float]]", measured)  # no table ends before 32


def final(scheme: str, seeds: Seeds) -> list[float]:
    """The accuracy of each seed at the end of its training."""
    return [run.accuracies[-1] for run in runs(scheme, order_task, seeds)]


def stays_at_half(seeds: Seeds) -> Iterator[bool]:
    """Without positions, the accuracy stays at one half and the loss ends at ln 2."""
    for run in runs("none", order_task, seeds):
        half = all(abs(right - 0.5) < 0.01 for right in run.accuracies)
        yield half and abs(sum(run.losses[-10:]) / 10 - log(2)) < 0.01


def learns_with_sinusoids(seeds: Seeds) -> Iterator[bool]:
    """With sinusoids, the loss ends below half of ln 2 and the accuracy above 0.75."""
    for run in runs("sinusoids", order_task, seeds):
        yield sum(run.losses[-10:]) / 10 < log(2) / 2 and run.accuracies[-1] > 0.75


def half_is_red(seeds: Seeds) -> Iterator[bool]:
    """Four of five places are red above the diagonal, and not red below it."""
    above_diagonal, off_diagonal = torch.ones(8, 8).triu(1) > 0, ~torch.eye(8).bool()
    for run in runs("sinusoids", order_task, seeds):
        red = LESSON_9["answer_map"](run.model) > 0.5
        yield float((red == above_diagonal)[off_diagonal].double().mean()) >= 0.8


def half_without_its_table(seeds: Seeds) -> Iterator[bool]:
    """The trained weights without their table are right in exactly one half."""
    for run in runs("sinusoids", order_task, seeds):
        bare = TinyAttention()
        bare.load_state_dict(run.model.state_dict(), strict=False)
        yield accuracy(bare, *order_task(64, 8, seed=1)) == 0.5


def other_tables(seeds: Seeds) -> list[bool]:
    """All three tables of lesson 00 end above 0.75 with 8 letters."""
    groups = [final(name, seeds) for name in LESSON_9["tables"]]
    return [min(accuracies) > 0.75 for accuracies in zip(*groups, strict=True)]


def raw_index_at_32(seeds: Seeds) -> list[bool]:
    """Whether the raw index fails, and the two other tables do not."""
    scored = [[run.accuracies[-1] for run in runs(name, order_task, seeds, 150, 32)] for name in LESSON_9["tables"]]
    return [raw < 0.75 < min(others) for raw, *others in zip(*scored, strict=True)]


def says_no_and_ranks(seeds: Seeds) -> Iterator[bool]:
    """No row at 32 letters gets a yes, and more than 0.7 of the pairs are in order."""
    ids, labels = adjacency_task(64, 32, 10_000)
    for run in runs("ALiBi", adjacency_task, seeds):
        never = not (run.model(ids) > 0).any()
        yield never and pairwise_accuracy(run.model, ids, labels) > 0.7


def falls_with_length(scheme: str, seeds: Seeds) -> list[bool]:
    """Whether *side by side* is worse at 32 letters than at 8."""
    return [line[2] < line[0] for line in pairwise_accuracies(scheme, adjacency_task, seeds)]


def at_last(name: str, seeds: Seeds, low: float, high: float) -> Iterator[bool]:
    """Whether the accuracy is between the two, where the last letter is neither A nor B."""
    ids, labels = order_task(64, 8, 10_000)
    inside = ids[:, -1] > 1
    for run in runs(name, order_task, seeds):
        yield low <= accuracy(run.model, ids[inside], labels[inside]) <= high


@cache
def whole_way() -> dict[str, Any]:
    """What lesson 14 defines, up to its training."""
    return lessons.defined(
        FOURTEEN, "sentences", "tokens", "vocab", "ids", "active", "passive", "mean_of_words", "WhoDoesIt",
        "trained", "right", "attention_of",
    )  # fmt: skip


@cache
def who_bites(seeds: Seeds, positions: bool = True) -> list[nn.Module]:
    """Lesson 14's model, trained once per seed."""
    lesson = whole_way()
    rows: Callable[[], nn.Module] = nn.Identity
    if positions:
        rows = partial(lesson["PositionalEncoding"], 32, dropout=0.0, max_length=16)
    return [lesson["trained"](rows(), seed) for seed in seeds]


def reads_unseen(seeds: Seeds) -> list[bool]:
    """At least 0.95, for nouns that met in training and for nouns that did not."""
    right = whole_way()["right"]
    models = who_bites(seeds)
    return [
        min(both) >= 0.95 for both in zip(right(models, pairs="trained"), right(models, pairs="unseen"), strict=True)
    ]


def half_of_pairs(seeds: Seeds) -> list[bool]:
    """Without positions between 0.45 and one half, for both kinds of pairs."""
    right, models = whole_way()["right"], who_bites(seeds, positions=False)
    return [0.45 <= min(both) <= max(both) <= 0.5
            for both in zip(right(models, pairs="trained"), right(models, pairs="unseen"), strict=True)]  # fmt: skip


def looks_at_the_doer(seeds: Seeds) -> Iterator[bool]:
    """The verb attends most to the doer, in the active sentence and in the passive one."""
    lesson = whole_way()
    for model in who_bites(seeds):
        found = []
        for sentence, verb, doer in ((lesson["active"], "bites", "dog"), (lesson["passive"], "bitten", "man")):
            words = sentence.split()
            found.append(words[lesson["attention_of"](model, sentence)[words.index(verb)].argmax()] == doer)
        yield all(found)


CLAIMS = [
    Claim(NINE, "Without the encoding (dashed), the accuracy is 0.5, and the loss goes to the dotted line",
          stays_at_half),
    Claim(NINE, "With it (solid), the loss falls towards 0 and the accuracy rises towards 1.", learns_with_sinusoids),
    Claim(NINE, "The half above the diagonal: there A stands before B.", half_is_red),
    Claim(NINE, "Exactly ½: the proof holds for these weights, too.", half_without_its_table),
    Claim(NINE, "With 8 letters the model learns from all three.", other_tables),
    Claim(NINE, "The raw index: up to 31 in all columns drowns the letters.", raw_index_at_32),
    Claim(TEN, "ALiBi alone cannot tell order",
          lambda seeds: [line == [0.5] * 3 for line in pairwise_accuracies("ALiBi", order_task, seeds)]),
    Claim(TEN, "At 32 letters RoPE is still above 0.9",
          lambda seeds: [line[2] > 0.9 for line in pairwise_accuracies("RoPE", order_task, seeds)]),
    Claim(TEN, "and the sinusoids fall below 0.8",
          lambda seeds: [line[2] < 0.8 for line in pairwise_accuracies("sinusoids", order_task, seeds)]),
    Claim(TEN, "The mask alone knows order at all three lengths.",
          lambda seeds: [min(line) > 0.95 for line in pairwise_accuracies("mask alone", order_task, seeds)]),
    Claim(TEN, "ALiBi is above 0.65 at all three lengths.",
          lambda seeds: [min(line) > 0.65 for line in pairwise_accuracies("ALiBi", adjacency_task, seeds)]),
    Claim(TEN, "its models say *no* to every row, or nearly every row (accuracy 0.50), and still rank them.",
          lambda seeds: in_most_seeds(list(says_no_and_ranks(seeds)))),
    Claim(TEN, "RoPE and the sinusoids are worse at 32 letters than at 8.",
          lambda seeds: both_hold(falls_with_length("RoPE", seeds), falls_with_length("sinusoids", seeds))),
    Claim(TEN, "on *side by side*, RoPE was worse at 32 letters than at 8",
          lambda seeds: falls_with_length("RoPE", seeds)),
    Claim(TEN, "With one layer: exactly ½.", lambda seeds: at_last("one layer", seeds, 0.5, 0.5)),
    Claim(TEN, "With two layers, the first gives each letter a vector that depends on what came before it",
          lambda seeds: at_last("two layers", seeds, 0.95, 1)),
    *(Claim(TWELVE, *row) for row in claims_lesson_12.ROWS),
    Claim(FOURTEEN, "Trained, it reaches one half, or just misses it where it names a third noun.", half_of_pairs),
    Claim(FOURTEEN, "At least 0.95 in each of the three trainings", reads_unseen),
    Claim(FOURTEEN, "For the doer: *dog*, before *bites*, and *man*, after *bitten by*.", looks_at_the_doer),
]  # fmt: skip


def unquoted(claim: Claim) -> bool:
    """Whether the notebook does not say this any more."""
    prose = " ".join(lessons.prose(lessons.read(lessons.FOLDER / f"{claim.notebook}.ipynb")).split())
    return " ".join(claim.sentence.split()) not in prose


def main(first_seed: int, seeds: int) -> int:
    """Count each sentence on its seeds and print a line; 1 if one holds for too few."""
    few, began = 0, monotonic()
    for claim in CLAIMS:
        if unquoted(claim):
            raise SystemExit(
                f"notebooks/{claim.notebook}.ipynb does not say {claim.sentence!r}: quote what it says now"
            )
        tried = range(first_seed, first_seed + seeds)
        held = list(claim.holds(tried))
        missed = [seed for seed, holds in zip(tried, held, strict=True) if not holds]
        few += len(missed) > seeds / 10
        print(
            f"{sum(held):3} of {len(held)}  {claim.notebook[:2]}  {claim.sentence}  {missed or ''}".rstrip(), flush=True
        )
    print(f"{few} of {len(CLAIMS)} sentences hold for fewer than nine seeds in ten; {monotonic() - began:.0f} s")
    return int(few > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first-seed", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=10)
    sys.exit(main(**vars(parser.parse_args())))
