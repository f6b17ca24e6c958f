"""What lesson 14 says of its trained models, as rows for ``make claims``: a sentence, and for which seeds it holds."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from torch import nn

from tools._seeds import Rows, Seeds
from tools.lessons import defined

NOTEBOOK = "14_who_bites_whom"


@cache
def lesson() -> dict[str, Any]:
    """What the notebook defines, up to its training."""
    return defined(
        NOTEBOOK, "sentences", "tokens", "vocab", "ids", "active", "passive", "mean_of_words", "WhoDoesIt",
        "trained", "right", "attention_of",
    )  # fmt: skip


@cache
def models(seeds: Seeds, positions: bool = True) -> list[nn.Module]:
    """The notebook's model, trained once per seed."""
    rows: Callable[[], nn.Module] = nn.Identity
    if positions:
        rows = partial(lesson()["PositionalEncoding"], 32, dropout=0.0, max_length=16)
    return [lesson()["trained"](rows(), seed) for seed in seeds]


def both_kinds(seeds: Seeds, positions: bool = True) -> list[tuple[float, float]]:
    """For each seed, how often it is right for nouns that met in training, and for nouns that did not."""
    kinds = [lesson()["right"](models(seeds, positions), pairs=pairs) for pairs in ("trained", "unseen")]
    return list(zip(*kinds, strict=True))


def looks_at_the_doer(seeds: Seeds) -> Iterator[bool]:
    """The verb attends most to the doer, in the active sentence and in the passive one."""
    for model in models(seeds):
        found = []
        for sentence, verb, doer in ((lesson()["active"], "bites", "dog"), (lesson()["passive"], "bitten", "man")):
            words = sentence.split()
            found.append(words[lesson()["attention_of"](model, sentence)[words.index(verb)].argmax()] == doer)
        yield all(found)


ROWS: Rows = [
    ("Trained, it reaches one half, or just misses it where it names a third noun.",
     lambda seeds: [0.45 <= min(both) <= max(both) <= 0.5 for both in both_kinds(seeds, positions=False)]),
    ("At least 0.95 in each of the three trainings",
     lambda seeds: [min(both) >= 0.95 for both in both_kinds(seeds)]),
    ("For the doer: *dog*, before *bites*, and *man*, after *bitten by*.", looks_at_the_doer),
]  # fmt: skip
