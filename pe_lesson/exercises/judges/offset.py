"""Exercise 10.4 watches a learner's test: what it says of pairs of turns, and whether its calls can show anything."""

from collections.abc import Callable
from functools import wraps
from inspect import unwrap

import torch
from torch import Tensor

from pe_lesson.exercises._mistake import Mistake, refuse_assert
from pe_lesson.exercises._read import read_bool
from pe_lesson.exercises.judges.turns import ALIKE, MIXED, ONLY_WRONG, Turn, minus_elsewhere, not_turned

Calls = list[tuple[Tensor, int]]  # the vectors and positions that a turn was asked for


def watched(answer: Callable[[Turn, Turn], object], turn_query: Turn, turn_key: Turn) -> object:
    """What a test says of two turns; a Mistake if vectors and places that it asks for tell nothing."""
    asked: tuple[Calls, Calls] = ([], [])

    def noted(turn: Turn, calls: Calls) -> Turn:
        changes_sign = unwrap(turn) is minus_elsewhere

        @wraps(turn)
        def call(x: Tensor, position: int) -> Tensor:
            if not isinstance(x, Tensor) or x.shape != (8,) or (isinstance(position, Tensor) and position.dim()):
                raise Mistake("a turn takes a tensor of shape (8,), one vector, then one position: turn_query(q, 5)")
            calls.append((x, position))
            turned = turn(x, position)
            return -turned if changes_sign and position != calls[0][1] else turned

        return call

    value = _same_draw(answer, noted(turn_query, asked[0]), noted(turn_key, asked[1]))
    if value is None or value is ...:
        return value
    yes = _is_yes(value)
    _refuse_probe(*asked, yes)
    if yes and len(asked[0]) == len(asked[1]) == 2:  # a loop may have begun at a poor place, and stopped to say no
        places = [int(position) for _, position in (*asked[0], *asked[1])]
        _refuse_same_place(*places)
        if not _is_yes(_same_draw(answer, *MIXED[0])):  # a test of lengths says yes there, and has no offset
            _refuse_crossed(*asked)
            _refuse_places(*places)
    return value


def _same_draw(answer: Callable[[Turn, Turn], object], turn_query: Turn, turn_key: Turn) -> object:
    """What a test says, with the same draw for every pair, and for the mistakes that are listed."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return answer(turn_query, turn_key)


def _is_yes(value: object) -> bool:
    return str(value) in ("True", "tensor(True)")


def _refuse_probe(queries: Calls, keys: Calls, yes: bool) -> None:
    """Raise a Mistake if what a test asked for is worthless, whatever it then compares."""
    if not queries and not keys:
        raise Mistake(
            "neither turn_query nor turn_key is called: turn vectors with both, and compare dot products at two places"
        )
    if not queries or not keys:
        if not yes:  # a test may stop early to say no
            return
        raise Mistake(
            "one of the two functions is never asked: turn the query with turn_query and the key with turn_key"
        )
    if any(all(not x.any() for x, _ in calls) for calls in (queries, keys)):
        raise Mistake("a vector of zeros has the score 0 at every position; draw random numbers")


def _refuse_crossed(queries: Calls, keys: Calls) -> None:
    one, other, third, fourth = (x for x, _ in (*queries, *keys))
    alike = _equal(one, third) and _equal(other, fourth)
    crossed = _equal(one, fourth) and _equal(other, third)
    if (alike or crossed) and not _equal(one, other):
        raise Mistake(
            "both functions are given both vectors; has each score its query from turn_query and its key from turn_key?"
        )


def _equal(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and torch.equal(one, other)


def _refuse_same_place(query: int, moved_query: int, key: int, moved_key: int) -> None:
    if query == moved_query and key == moved_key:
        raise Mistake(
            "each function is called twice at one position; move query and key by the same number of positions"
        )


def _refuse_places(query: int, moved_query: int, key: int, moved_key: int) -> None:
    """Raise a Mistake unless query and key moved, by the same number of positions."""
    if query == moved_query:
        raise Mistake("the key moved alone, so the offset changed; move both by the same number of positions")
    if key == moved_key:
        raise Mistake("the query moved alone, so the offset changed; move both by the same number of positions")
    if query == key and moved_query == moved_key:
        raise Mistake(
            "if scores are compared, their offset is 0: there a turn by anything alike in both is undone; take another"
        )
    crosswise = query - moved_key == moved_query - key != 0  # the keys may come in the other order
    if query - key != moved_query - moved_key and not crosswise:
        raise Mistake("the two scores have two offsets; move query and key by the same number of positions")


RIGHTS = [True] * len(ALIKE) + [False] * len(MIXED)


def name_wrong_test(values: list[object]) -> None:
    """Raise a Mistake for a test whose yes and no to the pairs show how it compares, whichever numbers it drew."""
    verdicts = [read_bool(value) for value in values if value is not None]
    if len(verdicts) == len(values):
        _name_wrong_pair(verdicts)
        _name_comparison(verdicts[: len(ALIKE)], verdicts[len(ALIKE) :])
    if all(verdicts):
        raise Mistake("it says True to everything, mixed layouts too; which two numbers does it compare?")
    if all(verdicts[len(ALIKE) :]):
        raise Mistake(
            "it says True where two scores differ: are dot products compared, or is it the wrong way round? And == and "
            "!= allow no rounding"
        )
    if not all(verdicts[: len(ALIKE)]):
        raise Mistake(
            "it says False to some that are turned alike: are both vectors turned, are they the same two, is the "
            "offset the same, and are dot products compared, up to rounding?"
        )


def _name_wrong_pair(verdicts: list[bool]) -> None:
    pairs = zip(ALIKE + MIXED, verdicts, RIGHTS, strict=True)
    wrong = {ONLY_WRONG.get(unwrap(key), "") for (_, key), verdict, right in pairs if verdict != right}
    if len(wrong) > 1:
        wrong -= {ONLY_WRONG[minus_elsewhere]}  # a key that is asked for once never changes its sign
    if len(wrong) == 1 and (sentence := wrong.pop()):
        raise Mistake(sentence)


def _name_comparison(alike: list[bool], mixed: list[bool]) -> None:
    if not any(mixed) and alike[ALIKE.index((not_turned, not_turned))]:
        raise Mistake(
            "it says False to some that keep the score: is the comparison too strict (== allows no rounding, float16 "
            "and float32 round more than float64), or one of a part of the numbers? torch.allclose in float64 allows "
            "for it"
        )
    if not any(mixed):
        raise Mistake(
            "it says False where both leave the vectors as they are: that score depends on nothing, so on the offset "
            "only"
        )
    if all(alike) and all(verdict != twin for verdict, twin in zip(mixed[::2], mixed[1::2], strict=True)):
        raise Mistake("a score that grows with the position passes, or one that falls: is an abs() missing?")
    if all(alike) and all(mixed[-2:]) and not all(mixed):
        raise Mistake(
            "a score that grows slowly passes: is the tolerance too wide (in float64 rounding is near 1e-15), or do "
            "you compare angles or signs, not scores?"
        )


def name_wrong_call(error: str) -> None:
    """Raise a Mistake in plain words for a call with something missing, or an assert."""
    if "missing" in error and "position" in error:
        raise Mistake("a turn takes a vector of width 8, then a position: turn_query(q, 5) ({error})", error=error)
    refuse_assert(error)
