"""Graders of lesson 04."""

import math
from collections.abc import Callable

import torch

from pe_lesson.encoding.table import sinusoidal_loop
from pe_lesson.exercises._engine import Mistake, call, diagnose, exercise, number, same, tensor


@exercise("04.1")
def one_entry(answer: object) -> str:
    right, value = math.cos(7 / 50 ** (2 / 8)), number(answer)
    mistakes = [
        (math.sin(7 / 50 ** (2 / 8)), "the pair is right, the function is not: an odd column holds the other one"),
        (math.cos(7 / 50 ** (6 / 8)), "this took the column for the pair: i is column // 2, not 3"),
        (
            math.sin(7 / 50 ** (6 / 8)),
            "this took the column for the pair, i is column // 2; and an odd column is no sine",
        ),
        (math.cos(7 / 50 ** (3 / 8)), "the exponent is 2i over d_model, and i is column // 2; this used 3 / 8"),
        (
            math.cos(7 / 50 ** (4 / 8)),
            "the exponent is doubled; it is 2i / d_model with i = column // 2 and d_model = 8",
        ),
        (math.cos(7 * 50 ** (2 / 8)), "this multiplies by the denominator; the formula divides"),
        (math.cos(6 / 50 ** (2 / 8)), "off by one: positions are counted from 0, so position 7 is k = 7"),
        (math.cos(8 / 50 ** (2 / 8)), "off by one: positions are counted from 0, so position 7 is k = 7"),
        (
            math.cos(7 / 1000 ** (2 / 8)),
            "this used n = 1000 from the lesson's first cell; the exercise asks for n = 50",
        ),
        (math.cos(math.radians(7 / 50 ** (2 / 8))), "this took the angle for degrees; it is in radians"),
        (math.cos(7 / 50 ** (1 / 8)), "the exponent is halved; it is 2i / d_model with i = column // 2"),
        (7 / 50 ** (2 / 8), "this is the angle; its sine or cosine is asked for"),
        (1, "this is the cosine of almost nothing: the exponent needs parentheses, as in 50 ** (…), or all is divided"),
    ]
    otherwise = "fill in the parts one by one: the pair of column 3, its exponent, the angle, then sine or cosine"
    if same(value, right, 6e-3):
        otherwise = "right as far as it goes; give four decimals or more"
    diagnose(value, right, mistakes, otherwise)
    return "column 3 is the cosine of pair 1"


@exercise("04.2")
def one_row(answer: object) -> str:
    k, d_model, n = 5, 6, 50
    row = tensor(call(answer, k, d_model, n), (6,), "the row of d_model = 6")
    table = torch.tensor(sinusoidal_loop(7, d_model, n))
    right = table[k]
    angles = [k / n ** (2 * i / d_model) for i in range(3)]
    sines, cosines = [math.sin(a) for a in angles], [math.cos(a) for a in angles]
    mistakes = [
        (
            [x for pair in zip(cosines, sines, strict=True) for x in pair],
            "sine and cosine are swapped: even columns hold sines",
        ),
        (sines + cosines, "all sines come before all cosines; they should alternate"),
        (_row([k / n ** (4 * i / d_model) for i in range(3)]), "the exponent is doubled; it is 2i / d_model"),
        (
            _row([k / n ** (i / d_model) for i in range(3)]),
            "the exponent is halved; it is 2i / d_model, with i the pair",
        ),
        (
            _row([k * n ** (2 * i / d_model) for i in range(3)]),
            "this multiplies by the denominator; the formula divides",
        ),
        (
            _row_by_column(lambda column: k / n ** (2 * column / d_model)),
            "this took the column for the pair; i is column // 2",
        ),
        (
            _row_by_column(lambda column: k / n ** (column / d_model)),
            "here the columns of a pair have exponents of their own; both have 2i / d_model, with i = column // 2",
        ),
        (table[k - 1], "this is the row before; use k as it comes, counted from 0"),
        (table[k + 1], "this is the row after; use k as it comes, counted from 0"),
        (sinusoidal_loop(6, d_model, 1000)[k], "this used the n of the lesson's first cell, not the argument n"),
        (
            _row([k / n ** (2 * i / 4) for i in range(3)]),
            "this used the d_model of the lesson's first cell, not the argument",
        ),
    ]
    diagnose(row, right, mistakes, "compare the row of k = 1 with loop_encoding(2, 6, 50)[1], entry by entry")
    return "one position, one row"


@exercise("04.3")
def wavelength(answer: object) -> str:
    i, d_model, n = 3, 8, 10_000
    length = number(call(answer, i, d_model, n), "the wavelength")
    right = 2 * math.pi * 1000
    if same(length / right, 1.0, 1e-6):  # relative: float32, or two decimals, will do
        length = right
    mistakes = [
        (1000, "this is the denominator, the length for one radian; a full wave is more than that"),
        (math.pi * 1000, "this is half a wave, where the sine passes 0 on its way down"),
        (1 / 1000, "this is the frequency, radians a position; the wavelength grows where it falls"),
        (2 * math.pi / 1000, "upside down: slow pairs have small frequencies and long waves"),
        (2 * math.pi * 10**6, "the exponent is doubled; it is 2i / d_model"),
        (2 * math.pi * 10_000 ** (3 / 8), "the exponent is halved; it is 2i / d_model"),
        (2 * math.pi * 10, "this halved i as if it were a column; i counts pairs already"),
        (360 * 1000, "this counts degrees; the angle is in radians"),
    ]
    diagnose(
        length,
        right,
        mistakes,
        f"for pair 3 of d_model = 8 with n = 10,000 it gives {length:.6g}; the angle must grow by 2π in that many positions",
    )
    if not same(number(call(answer, 0, 6, 7), "the wavelength"), 2 * math.pi, 5e-3):
        raise Mistake("right for one pair and wrong for pair 0 of another table; use the arguments only")
    return "pair 0 takes about six positions, and each later pair longer"


def _row_by_column(angle: Callable[[int], float]) -> list[float]:
    return [(math.sin, math.cos)[column % 2](angle(column)) for column in range(6)]


def _row(angles: list[float]) -> list[float]:
    return [wave(angle) for angle in angles for wave in (math.sin, math.cos)]
