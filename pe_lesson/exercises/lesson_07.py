"""Graders of lesson 07."""

import math

import torch

from pe_lesson.encoding import frequencies
from pe_lesson.exercises._grading import Mistake, exercise, number, same, tensor, text
from pe_lesson.shift import shift_matrix


@exercise("07.1")
def longest_wavelength(answer: object) -> str:
    right = _longest(64)
    value = number(answer)
    mistakes = [
        (2 * math.pi * 10_000, "this is n · 2π; which pair would need that, and is there one?"),
        (right / (2 * math.pi), "the 2π is missing: this many positions turn the pair by one radian, not all the way round"),
        (2 * math.pi / right, "this is the frequency, in radians a position; the wavelength counts positions a turn"),
        (1 / right, "this counts turns a position; the wavelength counts positions a turn"),
        (2 * math.pi, "this is the fastest pair, pair 0; the slowest stands at the other end"),
        (_longest(128), "this used d_model = 128, the width of the lesson's table; the exercise asks for 64"),
        (_longest(512), "this used d_model = 512; the exercise asks for 64"),
        (_longest(64, 100), "this used n = 100; the exercise asks for n = 10,000"),
        (_longest(64, 1000), "this used n = 1000; the exercise asks for n = 10,000"),
        (2 * math.pi * 10_000 ** (31 / 64), "the exponent is i / d_model here; it should be 2i / d_model"),
        (2 * math.pi * 10_000 ** (63 / 64), "this took the last column, 63, as 2i; what is 2i of the pair it belongs to?"),
        (2 * math.pi * 10_000 ** (60 / 64), "this is the pair before the last one"),
    ]
    # relative, so that a rounded answer passes: the neighbours in the list are a percent apart and more
    if not same(value / right, 1.0, 1e-3):
        for wrong, hint in mistakes:
            if same(value / wrong, 1.0, 1e-3):
                raise Mistake(hint)
        raise Mistake("a wavelength is 2π over a frequency; take the frequency of the last of the 32 pairs")
    return f"{right:,.0f} positions, a quarter short of the often quoted 10,000 · 2π"


@exercise("07.2")
def shift_by_one(answer: object) -> str:
    matrix = tensor(answer, (4, 4), "T(1)")
    right = shift_matrix(1, 4, 100, dtype=torch.float64)
    if _near(matrix, right):
        return "one block turns by 1 radian, the other by 0.1, whatever the row"
    cos, sin = right.diagonal(), right.abs() - right.diagonal().diag()
    degrees = shift_matrix(1, 2, dtype=torch.float64) * 0 + _block(math.radians(1))
    halves = right[[0, 2, 1, 3]][:, [0, 2, 1, 3]]
    mistakes = [
        (right.T, "this turns the wrong way, it is T(-1): the minus sign is on the wrong side, as it is when a block "
         "is made for pairs in the order cosine, sine, or for a column"),
        (cos.diag() + sin, "no entry is negative, so this is no rotation; look at the sign of each product in the algebra"),
        (cos.diag() - sin, "both sines are negative; in the algebra one product is subtracted, the other is added"),
        (_diag(degrees, _block(math.radians(0.1))), "the angles were taken as degrees; sin and cos count in radians"),
        (shift_matrix(1, 4, dtype=torch.float64), "this used n = 10,000; the exercise asks for n = 100"),
        (shift_matrix(1, 4, 1000, dtype=torch.float64), "this used n = 1000; the exercise asks for n = 100"),
        (_diag(_block(1.0), _block(1.0)), "both blocks turn by 1 radian; the second pair has a frequency of its own"),
        (_diag(_block(1.0), _block(10.0)), "the second block used the denominator 10; its frequency is one over that"),
        (_diag(_block(0.1), _block(1.0)), "the two blocks are swapped: pair 0 is the fast one"),
        (_diag(_block(1.0), _block(0.01)), "the exponent is doubled: the frequency of pair 1 is n^(-2i / d_model) with i = 1"),
        (halves, "this is for sines in the first half and cosines in the second; here they alternate, so each block "
         "stands on the diagonal in one piece"),
        (_diag(_block(1.0).flip(0), _block(0.1).flip(0)), "sine and cosine are swapped in the blocks: "
         "T(0) must be the identity, so the cosines stand on the diagonal"),
        (_diag(_block(1.0).flip(1), _block(0.1).flip(1)), "sine and cosine are swapped in the blocks: "
         "T(0) must be the identity, so the cosines stand on the diagonal"),
        (torch.eye(4), "this is the identity, T(0): it leaves a row where it is"),
        (torch.zeros(4, 4), "every entry is zero; it would turn every row into zeros"),
    ]  # fmt: skip
    for wrong, hint in mistakes:
        if _near(matrix, wrong):
            raise Mistake(hint)
    if not _near(matrix[:2, 2:], torch.zeros(2, 2)) or not _near(matrix[2:, :2], torch.zeros(2, 2)):
        raise Mistake("one pair leaks into the other; outside the two blocks on the diagonal every entry is zero")
    if _near(matrix[:2, :2], right[:2, :2]):
        raise Mistake("the first block is right, the second is not; compare it with the block of a turn by 0.1 radian")
    if _near(matrix[2:, 2:], right[2:, 2:]):
        raise Mistake("the second block is right, the first is not; compare it with the block of a turn by 1 radian")
    raise Mistake("row 0 of the table times T(1) should be row 1; start with the pair of row 0, (0, 1), and one block")


@exercise("07.3")
def first_drift(answer: object) -> str:
    if isinstance(answer, torch.Tensor) and answer.shape == (2,):
        raise Mistake("these are two numbers, a row and a column; the position is the row alone")
    value = number(answer, "the position")
    if value != int(value):
        raise Mistake(f"a position is a whole number, this is {text(answer)}")
    exact = torch.arange(20_000).unsqueeze(1) * frequencies(128)
    tables = [_errors(frequency, exact) for frequency in _float32_frequencies(128)]
    if any(value == _first(errors.amax(dim=columns), 1e-3) for errors in tables for columns in (1, (1, 2), 2)[:0] or (1,)):
        return "found, not quoted"
    raise Mistake("?")


def _longest(d_model: int, n: float = 10_000.0) -> float:
    return 2 * math.pi / frequencies(d_model, n)[-1].item()
