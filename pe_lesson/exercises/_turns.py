"""Exercise 10.4 tries a learner's test on these turns; from its calls it can be told whether a test shows anything."""

from collections.abc import Callable
from functools import wraps

import torch
from torch import Tensor

from pe_lesson._words import marked
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.positions.rotary import Rotary

Turn = Callable[[Tensor, int], Tensor]
Calls = list[tuple[Tensor, int]]  # the vectors and positions that a turn was asked for
NO_SCORE = marked("no score is computed: ask dot products at two places, not whether the two functions are the same")
NEVER = marked("one of the two functions is never asked: turn the query with turn_query and the key with turn_key")
SAME = marked("both scores are taken at the same place, so they agree whatever the functions do; move query and key")
AT_0 = marked("the offset is 0: there a turn by anything alike in both is undone; take another")
QUERY = marked("the query moved alone, so the offset changed; move both by the same number of positions")
KEY = marked("the key moved alone, so the offset changed; move both by the same number of positions")
OTHER = marked("the two scores have two offsets; move query and key by the same number of positions")
CROSSED = marked(
    "both functions are given both vectors; has each score its query from turn_query and its key from turn_key?"
)
YES = {"True", "tensor(True)"}
ZEROS = marked("a vector of zeros has the score 0 at every position; draw random numbers")


def neighbours(x: Tensor, position: int) -> Tensor:
    rotated: Tensor = Rotary(x.size(-1))(x.unsqueeze(0), torch.tensor([position])).squeeze(0)
    return rotated


def halves(x: Tensor, position: int) -> Tensor:
    angles = position * Rotary(x.size(-1)).frequencies
    cos, sin = angles.cos().to(x), angles.sin().to(x)
    a, b = x.chunk(2)
    return torch.cat([a * cos - b * sin, a * sin + b * cos])


def rounding(every: int) -> Turn:
    """A turn whose last digits differ from place to place, again after ``every`` places."""

    def turn(x: Tensor, position: int) -> Tensor:
        return halves(x, position) * (1 + torch.finfo(x.dtype).eps * (position % every))

    return turn


def rolled(x: Tensor, position: int) -> Tensor:
    """Move numbers of few digits round a ring, with the other sign when they come in again: scores need no rounding."""
    digits = 24 if x.dtype == torch.float64 else 10  # a sum of 8 products then has no more than the dtype holds
    unit = 2.0 ** (x.abs().max().clamp(min=1e-9).log2().floor() + 1 - digits)
    short = (x / unit).round() * unit
    return torch.cat([short, -short]).roll(position)[: len(x)]


def by_the_square(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position**2)


def not_turned(x: Tensor, position: int) -> Tensor:  # noqa: ARG001 - the same call as the others
    return x


def backwards(x: Tensor, position: int) -> Tensor:
    return neighbours(x, -position)


def longer_with_position(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position) * (1 + position)


def growing(x: Tensor, position: int) -> Tensor:
    """With ``shrinking`` as its key, the score depends on the offset, though lengths depend on the position: xPos."""
    return neighbours(x, position) * 1.01**position


def shrinking(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position) * 1.01**-position


def counted_from_1(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position + 1)


def backwards_in(pair: int) -> Turn:
    """A turn that is wrong in two columns alone; a vector of zeros there does not tell."""

    def one_pair_backwards(x: Tensor, position: int) -> Tensor:
        columns = torch.arange(len(x)) // 2 == pair
        return torch.where(columns, neighbours(x, -position), neighbours(x, position))

    return one_pair_backwards


def minus_elsewhere(x: Tensor, position: int) -> Tensor:
    """``watched`` makes it: nothing at the first place that it is asked for, at any other the vector's other sign."""
    return not_turned(x, position)


def slower(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position) * (1 + 1e-4 * position)


ALIKE: list[tuple[Turn, Turn]] = [
    (not_turned, not_turned), (rolled, rolled), (neighbours, neighbours), (halves, halves),
    (growing, shrinking), (counted_from_1, counted_from_1),
    *((turn, turn) for turn in map(rounding, (7, 9, 11, 13, 16))),
]  # fmt: skip


def _minus(turn: Turn) -> Turn:
    @wraps(turn)
    def negated(x: Tensor, position: int) -> Tensor:
        return -turn(x, position)

    return negated


MIXED: list[tuple[Turn, Turn]] = [  # each, and its twin whose scores have the other sign
    (query, twin)
    for query, key in [
        (neighbours, halves), (halves, neighbours), (neighbours, not_turned), (not_turned, neighbours),
        (by_the_square, by_the_square), (neighbours, backwards), (longer_with_position, longer_with_position),
        (neighbours, backwards_in(0)), (neighbours, backwards_in(1)), (not_turned, minus_elsewhere), (slower, slower),
    ]
    for twin in (key, _minus(key))
]  # fmt: skip


def watched(answer: Callable[[Turn, Turn], object], turn_query: Turn, turn_key: Turn) -> object:
    """Return what a test says of two turns; a Mistake if vectors and places that it asks for tell nothing."""
    asked: tuple[Calls, Calls] = ([], [])

    def noted(turn: Turn, calls: Calls) -> Turn:
        @wraps(turn)
        def call(x: Tensor, position: int) -> Tensor:
            calls.append((x, position))
            turned = turn(x, position)
            return -turned if turn.__name__ == minus_elsewhere.__name__ and position != calls[0][1] else turned

        return call

    with torch.random.fork_rng(devices=[]):  # the same draw for every pair, and for the mistakes that are listed
        torch.manual_seed(0)
        value = answer(noted(turn_query, asked[0]), noted(turn_key, asked[1]))
    if value is not None and value is not ... and (sentence := _unfit(*asked, yes=str(value) in YES)):
        raise Mistake(sentence)
    return value


def _equal(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and torch.equal(one, other)


def _unfit(queries: Calls, keys: Calls, yes: bool) -> str:
    """Say what makes a probe worthless, whatever it then compares; nothing if it may be right."""
    if not queries or not keys:  # a test may stop early to say no
        if not queries and not keys:
            return NO_SCORE
        return NEVER if yes else ""
    if any(all(not x.any() for x, _ in calls) for calls in (queries, keys)):
        return ZEROS
    if len(queries) != 2 or len(keys) != 2 or not yes:  # a loop may have begun at a poor place, and stopped to say no
        return ""
    (one, other), (third, fourth) = ([x for x, _ in calls] for calls in (queries, keys))
    if not _equal(one, other) and (
        (_equal(one, third) and _equal(other, fourth)) or (_equal(one, fourth) and _equal(other, third))
    ):
        return CROSSED
    (a, b), (c, d) = ([int(position) for _, position in calls] for calls in (queries, keys))
    if a == b or c == d:
        return SAME if a == b and c == d else KEY if a == b else QUERY
    if {a, b} == {c, d}:
        return AT_0 if a == c else OTHER
    return "" if a - c == b - d or a - d == b - c else OTHER
