"""Exercise 10.5: what a wrong turn does, in words: at position 0, to the length of a pair, or by which angle."""

import cmath
from collections.abc import Sequence
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
    d_head: int
    before: complex
    after: complex

    @property
    def stays(self) -> bool:
        return abs(self.after - self.before) <= SEEN * abs(self.before)

    @property
    def keeps_its_numbers(self) -> bool:
        """Whether only places and signs of its two numbers differ."""
        old = [abs(part) for part in (self.before.real, self.before.imag)]
        new = [abs(part) for part in (self.after.real, self.after.imag)]
        return all(min(abs(part - one) for one in old) <= SEEN for part in new)

    @property
    def stretch(self) -> float:
        return abs(abs(self.after) / abs(self.before) - 1)

    @property
    def angle(self) -> float:
        return cmath.phase(self.after / self.before)

    @property
    def right_angle(self) -> float:
        return cmath.phase(cmath.rect(1, self.position * 10_000 ** (-2 * self.number / self.d_head)))

    @property
    def is_near(self) -> bool:
        return abs(self.after - self.before * cmath.rect(1, self.right_angle)) <= NEAR

    @property
    def turns_as_it_should(self) -> bool:
        return abs(cmath.phase(cmath.rect(1, self.angle - self.right_angle))) <= SEEN

    @property
    def numbers(self) -> dict[str, str]:
        parts = (self.before.real, self.before.imag, self.after.real, self.after.imag)
        return {name: _short(part) for name, part in zip("abcd", parts, strict=True)}


def _short(number: float) -> str:
    return f"{round(number, 4) + 0.0:.3g}"  # no -0


def name_wrong_turn(values: list[object]) -> None:
    """Raise a Mistake for rows of the right shape that are turned wrongly, if it can be told in words how."""
    pairs = []
    for value, (x, positions) in zip(values, TURNED, strict=True):
        if not isinstance(value, Tensor) or value.shape != x.shape or value.is_complex() or not value.isfinite().all():
            return
        for k, row, turned in zip(positions.tolist(), x.tolist(), value.tolist(), strict=True):
            columns = range(0, len(row), 2)
            pairs += [
                _Pair(k, i // 2, len(row), complex(*row[i : i + 2]), complex(*turned[i : i + 2])) for i in columns
            ]
    if all(pair.is_near for pair in pairs):
        return
    moved = [pair for pair in pairs if pair.position == 0 and not pair.stays]
    if moved and all(pair.keeps_its_numbers for pair in moved):
        raise Mistake(
            "at position 0 every angle is 0, so nothing should turn; here a pair ({a}, {b}) becomes ({c}, {d}): is "
            "each of a, b, cos and sin in its place, with its sign?",
            **moved[0].numbers,
        )
    most = max(pairs, key=lambda pair: pair.stretch)
    if most.stretch > SEEN:
        _name_stretched(most, moved)
        return
    _name_angle([pair for pair in pairs if not pair.turns_as_it_should])


def _name_stretched(pair: _Pair, moved: list[_Pair]) -> None:
    if not moved:
        raise Mistake(
            "a turn keeps the length of each pair, and here it changes: at position {position} ({a}, {b}) becomes "
            "({c}, {d}); do both lines have the same a and b, and one angle?",
            position=pair.position,
            **pair.numbers,
        )


def _name_angle(wrong: list[_Pair]) -> None:
    if first := [pair for pair in wrong if pair.number == 0]:
        raise Mistake(
            "lengths stay, but angles are wrong: at position {position} pair 0 turns by {angle} (up to full turns); "
            "its frequency is 1, so its angle is the position",
            position=first[0].position, angle=_short(first[0].angle),
        )  # fmt: skip
    if wrong:
        pair = wrong[0]
        raise Mistake(
            "pair 0 turns as it should, pair {pair} of {count} does not: at position {position} it turns by {angle}, "
            "and {right} is right; is its frequency 10,000^(-2i / d_head), with i = {pair}?",
            pair=pair.number, count=pair.d_head // 2, position=pair.position,
            angle=_short(pair.angle), right=_short(pair.right_angle),
        )  # fmt: skip
