"""Exercise 10.5: what a wrong turn does, in words: at position 0, to the length of a pair, or by which angle."""

import cmath
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from pe_lesson.exercises._mistake import Mistake


def _rows(positions: Sequence[int], d_head: int) -> tuple[Tensor, Tensor]:
    numbers = torch.arange(len(positions) * d_head) * 5 % 7 - 2.5
    return numbers.reshape(len(positions), d_head), torch.tensor(positions)


TURNED = [
    _rows([1], 2), _rows([3, 0, 9], 4), _rows([2, 5], 8), _rows([4, 4, 1, 7], 8), _rows([1_000_001, 0], 2),
    _rows([7, 2], 6),
]  # fmt: skip
SEEN = 0.01  # what is nearer than this part, or angle, may be rounding
NEAR = 0.1  # what is as near as this to the right numbers in all rows is rounded


class _Pair(NamedTuple):
    """One pair of columns of one row, before and after, as complex numbers."""

    position: int
    number: int
    pairs: int
    before: complex
    after: complex

    @property
    def turn(self) -> complex:
        return self.after / self.before

    @property
    def right(self) -> complex:
        return cmath.rect(1, self.position * 10_000 ** (-self.number / self.pairs))

    @property
    def changes_length(self) -> bool:
        return abs(abs(self.turn) - 1) > SEEN

    @property
    def is_misplaced(self) -> bool:
        """Whether only places and signs of its two numbers differ."""
        (a, b), (c, d) = ((abs(z.real), abs(z.imag)) for z in (self.before, self.after))
        return all(min(abs(part - a), abs(part - b)) <= SEEN for part in (c, d))

    @property
    def numbers(self) -> dict[str, str]:
        parts = (self.before.real, self.before.imag, self.after.real, self.after.imag)
        return {name: _short(part) for name, part in zip("abcd", parts, strict=True)}


def _short(number: float) -> str:
    return f"{round(number, 4) + 0.0:.3g}"  # no -0


def _pairs(value: Tensor, x: Tensor, positions: Tensor) -> Iterator[_Pair]:
    count = x.size(1) // 2
    rows = zip(positions.tolist(), x.tolist(), value.tolist(), strict=True)
    for position, row, turned in rows:
        for i in range(count):
            yield _Pair(position, i, count, *(complex(*each[2 * i : 2 * i + 2]) for each in (row, turned)))


def name_wrong_turn(values: list[object]) -> None:
    """Raise a Mistake for rows of the right shape that are turned wrongly, if it can be told in words how."""
    pairs: list[_Pair] = []
    for value, (x, positions) in zip(values, TURNED, strict=True):
        if not isinstance(value, Tensor) or value.shape != x.shape or value.is_complex() or not value.isfinite().all():
            return
        pairs += _pairs(value, x, positions)
    if all(abs(pair.after - pair.before * pair.right) <= NEAR for pair in pairs):
        return
    moved = [pair for pair in pairs if pair.position == 0 and abs(pair.turn - 1) > SEEN]
    if moved and all(pair.is_misplaced for pair in moved):
        raise Mistake(
            "at position 0 every angle is 0, so nothing should turn; here a pair ({a}, {b}) becomes ({c}, {d}): is "
            "each of a, b, cos and sin in its place, with its sign?",
            **moved[0].numbers,
        )
    if any(pair.changes_length for pair in pairs):
        if not moved:
            most = max(pairs, key=lambda pair: abs(abs(pair.turn) - 1))
            raise Mistake(
                "a turn keeps the length of each pair, and here it changes: at position {position} ({a}, {b}) becomes "
                "({c}, {d}); do both lines have the same a and b, and one angle?",
                position=most.position,
                **most.numbers,
            )
        return
    _name_angle([pair for pair in pairs if abs(cmath.phase(pair.turn / pair.right)) > SEEN])


def _name_angle(wrong: list[_Pair]) -> None:
    wrong.sort(key=lambda pair: pair.number > 0)
    if wrong and wrong[0].number == 0:
        raise Mistake(
            "lengths stay, but angles are wrong: at position {position} pair 0 turns by {angle} (up to full turns); "
            "its frequency is 1, so its angle is the position",
            position=wrong[0].position, angle=_short(cmath.phase(wrong[0].turn)),
        )  # fmt: skip
    if wrong:
        pair = wrong[0]
        raise Mistake(
            "pair 0 turns as it should, pair {pair} of {count} does not: at position {position} it turns by {angle}, "
            "and {right} is right; is its frequency 10,000^(-2i / d_head), with i = {pair}?",
            pair=pair.number, count=pair.pairs, position=pair.position,
            angle=_short(cmath.phase(pair.turn)), right=_short(cmath.phase(pair.right)),
        )  # fmt: skip
