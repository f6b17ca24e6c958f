"""Exercise 10.4 tries a learner's test on these pairs of turns, of a query and of a key."""

from collections.abc import Callable
from functools import wraps

import torch
from torch import Tensor

from pe_lesson._words import marked
from pe_lesson.positions.rotary import Rotary

Turn = Callable[[Tensor, int], Tensor]


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


def on_lying_ellipse(x: Tensor, position: int) -> Tensor:
    """With the other ellipse for its key, the score depends on the offset, though lengths depend on the position."""
    axes = torch.tensor([2.0, 1.0]).repeat(len(x) // 2).to(x)
    return neighbours(x / axes, position) * axes


def on_standing_ellipse(x: Tensor, position: int) -> Tensor:
    axes = torch.tensor([2.0, 1.0]).repeat(len(x) // 2).to(x)
    return neighbours(x * axes, position) / axes


def counted_from_1(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position + 1)


def backwards_in(pair: int) -> Turn:
    """A turn that is wrong in two columns alone; a vector of zeros there does not tell."""

    def one_pair_backwards(x: Tensor, position: int) -> Tensor:
        columns = torch.arange(len(x)) // 2 == pair
        return torch.where(columns, neighbours(x, -position), neighbours(x, position))

    return one_pair_backwards


ONE_PAIR_BACKWARDS = [backwards_in(pair) for pair in range(3)]


def minus_elsewhere(x: Tensor, position: int) -> Tensor:
    """What ``watched`` changes: the sign, at any place but the first that it is asked for."""
    return not_turned(x, position)


def slower(x: Tensor, position: int) -> Tensor:
    return neighbours(x, position) * (1 + 1e-4 * position)


ALIKE: list[tuple[Turn, Turn]] = [
    (not_turned, not_turned), (rolled, rolled), (neighbours, neighbours), (halves, halves),
    (on_lying_ellipse, on_standing_ellipse), (counted_from_1, counted_from_1),
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
        *((neighbours, turn) for turn in ONE_PAIR_BACKWARDS), (not_turned, minus_elsewhere), (slower, slower),
    ]
    for twin in (key, _minus(key))
]  # fmt: skip

TWO_COLUMNS_PASS = marked(
    "a turn that is wrong in two columns passes: is a vector 0 there, or left out? Draw eight random numbers"
)
ONLY_WRONG: dict[Turn, str] = {  # what a test does that is wrong about one kind of pair alone, by the key's turn
    on_standing_ellipse: marked(
        "it says False where both turn on ellipses, so that lengths change and the score does not: are lengths or "
        "distances compared, not dot products? Or does float32 round more than the comparison allows?"
    ),
    by_the_square: marked(
        "a turn by the square of the position passes: is the offset 0 in each score? There a turn by anything alike in "
        "both is undone"
    ),
    counted_from_1: marked(
        "it says False where both count positions from 1, so that position 0 turns as well: is a vector used without "
        "its turn?"
    ),
    **dict.fromkeys(ONE_PAIR_BACKWARDS, TWO_COLUMNS_PASS),
    minus_elsewhere: marked(
        "a score with the other sign passes: is there an abs() or a square, or is one agreement enough (any)?"
    ),
}
