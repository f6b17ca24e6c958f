"""Graders of lesson 07."""

import math

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.encoding.table import frequencies
from pe_lesson.exercises._engine import Mistake, same
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_number as number
from pe_lesson.exercises._engine import read_tensor as tensor


@exercise("07.1")
def longest_wavelength(answer: object) -> str:
    right, value = _longest(64), number(answer)
    mistakes = [
        (2 * math.pi * 10_000, "this is n · 2π; which pair would need that, and is there one?"),
        (right / (2 * math.pi), "this many positions turn the pair by one radian; all the way round takes longer"),
        (2 * math.pi / right, "this is the frequency, radians a position; the wavelength is positions a turn"),
        (1 / right, "this is turns a position; the wavelength is positions a turn"),
        (2 * math.pi, "this is the fastest pair, pair 0; the slowest stands at the other end"),
        (
            _longest(128),
            "this is right for d_model = 128; the same comes out if 2i is taken for the last column's number",
        ),
        (_longest(512), "this used d_model = 512; the exercise asks for 64"),
        (_longest(64, 100), "this is right for n = 100; the same comes out if the exponent is i / d_model"),
        (_longest(64, 1000), "this used n = 1000; the exercise asks for n = 10,000"),
        (2 * math.pi * 10_000 ** (60 / 64), "this is the pair before the last one"),
    ]
    for expected, hint in [(right, None), *mistakes]:
        if same(value / expected, 1.0, 1e-3):  # relative, so that a rounded answer passes
            if hint:
                raise Mistake(hint)
            return f"{right:,.0f} positions, a quarter short of the often quoted 10,000 · 2π"
    raise Mistake("a wavelength is 2π over a frequency; take the frequency of the last of the 32 pairs")


@exercise("07.2")
def shift_by_one(answer: object) -> str:
    matrix, right = tensor(answer, (4, 4), "T(1)"), _blocks(1, 0.1)
    if _near(matrix, right):
        return "one block turns by 1 radian, the other by 0.1, whatever the row"
    cos, mixed = right.diagonal().diag(), torch.tensor([0, 2, 1, 3])
    swapped = "sine and cosine are swapped in the blocks: T(0) must be the identity, so cosines stand on the diagonal"
    mistakes = [
        (right.T, "this turns the wrong way, it is T(-1): the minus sign is on the wrong side, as in a block for "
         "pairs in the order cosine, sine, or for a column"),
        (right.abs(), "no entry is negative, so this is no rotation; look at the signs in the algebra"),
        (2 * cos - right.abs(), "both sines are negative; in the algebra one product is subtracted, the other added"),
        (_blocks(math.radians(1), math.radians(0.1)), "the angles were taken as degrees; sin and cos want radians"),
        (_blocks(1, 0.01), "the second block turns by 0.01: either n = 10,000 was used, or the exponent is doubled"),
        (_blocks(1, 1000**-0.5), "this used n = 1000; the exercise asks for n = 100"),
        (_blocks(1, 1), "both blocks turn by 1 radian; the second pair has a frequency of its own"),
        (_blocks(1, 10), "the second block used the denominator 10; its frequency is one over that"),
        (_blocks(0.1, 1), "the two blocks are swapped: pair 0 is the fast one"),
        (right[mixed][:, mixed], "this is for sines in the first half and cosines in the second; here they "
         "alternate, so each block stands on the diagonal in one piece"),
        (right[[1, 0, 3, 2]], swapped),
        (right[:, [1, 0, 3, 2]], swapped),
        (torch.eye(4), "this is the identity, T(0): it leaves a row where it is"),
    ]  # fmt: skip
    for wrong, hint in mistakes:
        if _near(matrix, wrong):
            raise Mistake(hint)
    if not _near(matrix * (_blocks(1, 1) == 0), torch.zeros(4, 4)):
        raise Mistake("one pair leaks into the other; outside the two blocks on the diagonal every entry is zero")
    if _near(matrix[:2, :2], right[:2, :2]):
        raise Mistake("the first block is right, the second is not: its angle is the frequency of pair 1")
    if _near(matrix[2:, 2:], right[2:, 2:]):
        raise Mistake("the second block is right, the first is not: its angle is the frequency of pair 0")
    raise Mistake("row 0 of the table times T(1) should be row 1; start with the pair of row 0, (0, 1), and one block")


@exercise("07.3")
def first_drift(answer: object) -> str:
    if isinstance(answer, Tensor) and answer.dim() == 1 and len(answer) in (2, 3):
        raise Mistake("this is an index with a column in it; the position is the row alone")
    value = number(answer[0] if isinstance(answer, Tensor) and answer.shape == (1,) else answer, "the position")
    if value != int(value) or value < 0:
        raise Mistake(f"a position is a whole number from 0 on, this is {shown(answer)}")
    two_i = torch.arange(0, 128, 2)
    # the stub's frequencies, then those that lesson 05's lines give when they are float32 from the start
    rounded = (frequencies(128).float(), torch.exp(two_i * (-math.log(10_000) / 128)), 10_000 ** (-two_i / 128))
    if value in [_first(_errors(frequency)[1:].amax(dim=0), 1e-3) for frequency in rounded]:
        return "found, not quoted: with float64 phases the same search finds nothing"
    phase, sine, cosine = _errors(rounded[0])
    error = torch.maximum(sine, cosine)
    first = _first(error, 1e-3)
    mistakes = [
        (0, "position 0 has no error; a search that finds nothing may say 0: do both tables have the same phases?"),
        (first - 1, "one too early: there the error is still within 1e-3; which index does the first True have?"),
        (first + 1, "one too late: positions count from 0, and the first one past the limit is asked for"),
        (int((sine > 1e-3).sum()), "this is how many positions are past the limit, not the first of them"),
        (int((error > 1e-3).sum()), "this is how many positions are past the limit, not the first of them"),
        (int(error.argmax()), "this is where the error is largest; it passes 1e-3 before that"),
        (_first(error, 1e-4), "this is where the error passes 1e-4; the limit is 1e-3"),
        (_first(phase, 1e-3), "this compares the phases; compare their sines and cosines, the entries of the table"),
        (_first(cosine, 1e-3), "these are the cosines alone, or differences without abs(); a sine is off earlier"),
    ]
    for wrong, hint in mistakes:
        if value == wrong:
            raise Mistake(hint)
    if value >= len(error):
        raise Mistake("this is beyond the 20,000 positions; an index into a flattened table counts entries, not rows")
    if value < first:
        raise Mistake(f"there the largest error is {error[int(value)]:.1e}, not past 1e-3 yet")
    raise Mistake("an earlier position is past 1e-3 already; take the first one, over all columns")


def _longest(d_model: int, n: float = 10_000.0) -> float:
    return 2 * math.pi / frequencies(d_model, n)[-1].item()


def _blocks(*angles: float) -> Tensor:
    turns = [(math.sin(angle), math.cos(angle)) for angle in angles]
    return torch.block_diag(*(torch.tensor([[cos, -sin], [sin, cos]], dtype=torch.float64) for sin, cos in turns))


def _near(matrix: Tensor, other: Tensor) -> bool:
    return same(matrix, other, 6e-3)  # two typed decimals are enough


def _errors(frequency: Tensor) -> Tensor:
    """At each of 20,000 positions the largest error of float32 phases, their sines, their cosines: ``(3, 20000)``."""
    k = torch.arange(20_000).unsqueeze(1)
    exact, rough = k * frequencies(128), k * frequency
    return torch.stack([(view(rough) - view(exact)).abs().amax(dim=1) for view in (torch.clone, torch.sin, torch.cos)])


def _first(error: Tensor, limit: float) -> int:
    return int((error > limit).int().argmax())
