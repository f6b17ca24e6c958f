"""What lesson 12 says of its trained models, as rows for ``make claims``: a sentence, and for which seeds it holds."""

from functools import cache, partial
from typing import Any

from torch import Tensor, nn

from pe_lesson.attention import by_content, by_offset, train
from tools._seeds import Rows, Seeds, both_hold, in_most_seeds, per_seed
from tools.lessons import defined

NOTEBOOK = "12_longer_than_trained"
TASKS = {"content": by_content, "offset": by_offset}


@cache
def lesson() -> dict[str, Any]:
    """What the notebook defines, up to its training."""
    return defined(
        NOTEBOOK, "make_model", "right", "own", "slowed", "interpolation", "larger_base", "parts", "stretches"
    )


def frequencies(way: str, factor: float) -> Tensor:
    """The frequencies of RoPE, stretched in one of the lesson's ways, or as trained."""
    omega: Tensor = lesson()["own"] if way == "as trained" else lesson()["stretches"][way](factor)
    return omega


@cache
def models(task: str, base: float | None, seeds: Seeds) -> list[nn.Module]:
    """Lesson 12's models of one question, one per seed; ``base`` None is no RoPE."""
    how = {"seeds": seeds, "length": (4, lesson()["trained"]), "steps": lesson()["steps"], "draws": 64}
    return [run.model for run in train(partial(lesson()["make_model"], base), TASKS[task], **how)]


@cache
def fraction_right(task: str, seeds: Seeds, length: int, base: float | None = 100) -> list[float]:
    """The fraction right of each seed, as trained."""
    return [row[0] for row in lesson()["evaluate"](models(task, base, seeds), TASKS[task], [length], draws=256)]


@cache
def stretched(task: str, seeds: Seeds, length: int, way: str, factor: float | None = None) -> list[float]:
    """The fraction right of each seed, stretched in one way, by as much as the length asks unless told."""
    omega = frequencies(way, max(1, length / 16) if factor is None else factor)
    fractions: list[float] = lesson()["right"](models(task, 100, seeds), TASKS[task], length, omega)
    return fractions


def slowed(task: str, seeds: Seeds, *pairs: int) -> list[float]:
    """At 64, with some pairs four times slower."""
    fractions: list[float] = lesson()["right"](models(task, 100, seeds), TASKS[task], 64, lesson()["slowed"](pairs))
    return fractions


def lengths_are_too_much(seeds: Seeds) -> list[bool]:
    """At 16 nearly all is right, at 64 less, at 128 still less, by content and by offset."""
    rows = [[fraction_right(task, seeds, length) for length in (16, 64, 128)] for task in TASKS]
    worse = [per_seed(lambda near, far, farther: near >= 0.95 > far > farther, *row) for row in rows]
    return both_hold(*worse)


def larger_base_helps_and_harms(seeds: Seeds) -> list[bool]:
    """A base of 10,000 is better by content at 128, and worse by offset at 32."""
    low, high = (fraction_right("content", seeds, 128, base) for base in (100, 10_000))
    later = per_seed(lambda low, high: high > low + 0.2, low, high)
    low, high = (fraction_right("offset", seeds, 32, base) for base in (100, 10_000))
    return both_hold(later, per_seed(float.__lt__, high, low))


def groups_by_offset(seeds: Seeds) -> list[bool]:
    """Slowing either group of pairs lifts most seeds at 64, by offset."""
    own = slowed("offset", seeds)
    groups = [slowed("offset", seeds, *pairs) for pairs in ((2, 3), (4, 5))]
    return both_hold(*(in_most_seeds(per_seed(float.__lt__, own, group)) for group in groups))


def interpolated_by_offset(seeds: Seeds) -> list[bool]:
    """By offset 0.8 or less at 20, and guesses from 24 on."""
    fractions = [stretched("offset", seeds, length, "position interpolation") for length in (20, 24, 32, 64)]
    return per_seed(lambda fifth, half, *more: fifth <= 0.8 and max(half, *more) < 0.25, *fractions)


def stretches_lift_most_at_64(seeds: Seeds) -> list[bool]:
    """At 64, by offset, each stretch is better than none for most seeds."""
    before, base, parts = (stretched("offset", seeds, 64, way) for way in ("as trained", "larger base", "by parts"))
    return both_hold(*(in_most_seeds(per_seed(float.__lt__, before, after)) for after in (base, parts)))


def base_lowers_most_at_32(seeds: Seeds) -> list[bool]:
    """At 32, by offset, the larger base is worse than none for most seeds."""
    fractions = [stretched("offset", seeds, 32, way) for way in ("as trained", "larger base")]
    return in_most_seeds(per_seed(lambda before, base: base < before, *fractions))


def each_stretch_wins_for_a_seed(seeds: Seeds) -> list[bool]:
    """Of two stretches, each is the better one for some seed."""
    base, parts = (stretched("offset", seeds, 64, way) for way in ("larger base", "by parts"))
    each_wins = any(per_seed(float.__gt__, base, parts)) and any(per_seed(float.__gt__, parts, base))
    return [each_wins] * len(seeds)


def interpolation_fails_at_16(seeds: Seeds) -> list[bool]:
    """At 16, by offset, stretched by 4: the first way only guesses, the others do not."""
    fractions = [stretched("offset", seeds, 16, way, factor=4) for way in lesson()["stretches"]]
    return per_seed(lambda squeezed, base, parts: squeezed < 0.25 and min(base, parts) > 0.8, *fractions)


def fails_at_128(seeds: Seeds) -> list[bool]:
    """At 128, below 0.9 by content and by offset."""
    fractions = [fraction_right(task, seeds, 128) for task in TASKS]
    return per_seed(lambda *both_tasks: max(both_tasks) < 0.9, *fractions)


ROWS: Rows = [
    ("Both questions are learned at 16. At 64, models do worse.", lengths_are_too_much),
    ("A model trained on texts of up to 16 tokens reads one of 128, and fails.", fails_at_128),
    ("Better: always right, since only content counts.",
     lambda seeds: [fraction > 0.99 for fraction in fraction_right("content", seeds, 128, None)]),
    ("By offset they fail at every length.",
     lambda seeds: [fraction < 0.3 for fraction in fraction_right("offset", seeds, 16, None)]),
    ("Slowing pairs 4 to 7 brings every seed back to 1.00",
     lambda seeds: [fraction > 0.99 for fraction in slowed("content", seeds, 4, 5, 6, 7)]),
    ("slowing 2 and 3, or 4 and 5, lifts both ends of the range", groups_by_offset),
    ("slowing 0 and 1, the fastest, leaves only guesses",
     lambda seeds: [fraction < 0.25 for fraction in slowed("offset", seeds, 0, 1)]),
    ("A larger base delays one failure and speeds up the other.", larger_base_helps_and_harms),
    ("By content: always right.",
     lambda seeds: [fraction > 0.99 for fraction in stretched("content", seeds, 128, "position interpolation")]),
    ("length 20 already costs a fifth or more, and at 24 the models only guess", interpolated_by_offset),
    ("Stretched by parts, the models are always right by content.",
     lambda seeds: [fraction > 0.99 for fraction in stretched("content", seeds, 128, "by parts")]),
    ("*larger base* and *by parts* both lift most seeds at 64", stretches_lift_most_at_64),
    ("which is better depends on the seed", each_stretch_wins_for_a_seed),
    ("By offset, 32 is worse than without a stretch", base_lowers_most_at_32),
    ("Position interpolation loses the question by offset even here. The others cost far less.",
     interpolation_fails_at_16),
]  # fmt: skip
