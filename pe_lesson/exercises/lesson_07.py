"""Exercises of lesson 07. Number 07.2 is not used again."""

import math
from functools import cache

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.encoding.shift import shift_matrix
from pe_lesson.encoding.table import frequencies
from pe_lesson.exercises._engine import Mistake, exercise, grader, read_number

WAVE = "2 * math.pi / frequencies(64)[-1]"
LONGEST = 2 * math.pi / frequencies(64)[-1].item()
DEGREES = "degrees have no part in it: a full turn is 2π radians"

exercise(
    "07.1",
    head="longest =",
    right=LONGEST,
    tolerance=0.0,
    relative=1e-3,  # so that a rounded answer passes
    mistakes={
        "2 * math.pi * 10_000": "this is n · 2π; which pair would need that, and is there one?",
        "1 / frequencies(64)[-1]": "this many positions turn the pair by one radian; all the way round takes longer",
        "frequencies(64)[-1]": "this is the frequency, radians per position; the wavelength is positions per turn",
        "frequencies(64)[-1] / (2 * math.pi)": "this is turns per position; the wavelength is positions per turn",
        "2 * math.pi": "this is the fastest pair, pair 0; the slowest stands at the other end",
        "2 * math.pi / frequencies(128)[-1]": "this is right for d_model = 128, or the last column's number was taken for 2i; there are 32 pairs",
        "2 * math.pi / frequencies(512)[-1]": "this used d_model = 512; the exercise asks for 64",
        "2 * math.pi / frequencies(64, 100)[-1]": "this is right for n = 100; the same comes out if the exponent is i / d_model",
        "2 * math.pi / frequencies(64, 1000)[-1]": "this used n = 1000; the exercise asks for n = 10,000",
        "2 * math.pi / frequencies(64)[30]": "this is the pair before the last one",
        "2 * math.pi * 10_000 ** (32 / 64)": "the exponent of pair i is 2i / d_model; the last pair has i = 31",
        "1 / (2 * math.pi * frequencies(64)[-1])": "2π stands on the wrong side: a full turn has 2π radians, which takes 2π times as many positions as one radian",
        "2 * math.pi / frequencies(64).sum()": "this adds the frequencies of all pairs; each pair turns by itself, and the slowest is asked for",
        "64": "this is the number of columns; how long does the slowest pair take for a turn?",
        "63": "this is the number of the last column; how long does the slowest pair take for a turn?",
        "360 / frequencies(64)[-1]": DEGREES,
        "360": DEGREES,
        "math.pi / frequencies(64)[-1]": "this is half a turn; a full one is asked for",
        "2 * math.pi * 10_000 ** (2 * 63 / 64)": "there are 32 pairs, numbered from 0; this counted columns",
        "2 * math.pi * frequencies(64)[-1]": "divide by the frequency, do not multiply: a slow pair takes long",
        "31": "this is the number of the pair; how long does it take for a turn?",
        "32": "this is how many pairs there are; how long does the last one take for a turn?",
        "10_000": "this is n; the longest wavelength depends on d_model, too",
        "2 * math.pi * 10_000 ** (31 / 63)": "the exponent is 2i / d_model, with d_model = 64",
        "2 * math.pi * 10_000 ** (62 / 63)": "the exponent is 2i / d_model, with d_model = 64",
        "100 * frequencies(64)[-1] / (2 * math.pi)": "this is how many turns it makes in 100 positions",
        "47_000": "rounded too far; a whole number is near enough",
        "50_000": "rounded too far; a whole number is near enough",
        "2 * math.pi / frequencies(64)": "these are the wavelengths of all 32 pairs; the slowest one is asked for",
        "frequencies(64)": "these are the frequencies of all 32 pairs; one wavelength is asked for",
    },
    otherwise="how far does the slowest pair turn at each position, and how many such steps make a whole turn?",
    praise="47,117 positions, a quarter short of the often quoted 10,000 · 2π",
)


@grader("07.3")
def first_drift(answer: object) -> str:
    value = _position(answer)
    rights, error, mistakes = _searched()
    if value in rights:
        return "found, not quoted: with float64 phases the same search finds nothing"
    for wrong, hint in mistakes:
        if value == wrong:
            raise Mistake(hint)
    if value >= len(error):
        raise Mistake("this is beyond the 20,000 positions; an index into a flattened table counts entries, not rows")
    if value < 160:
        raise Mistake(
            "this is the number of a column: take the largest error over the columns, dim=1, not over the positions"
        )
    if value < rights[0]:
        raise Mistake(f"there the largest error is {error[int(value)]:.1e}, not past 1e-3 yet")
    raise Mistake("an earlier position is past 1e-3 already; take the first one, over all columns, sines and cosines")


@cache
def _searched() -> tuple[list[int], Tensor, list[tuple[int, str]]]:
    """The positions that count as right, each position's error with the stub's own phases, and wrong positions."""
    two_i = torch.arange(0, 160, 2)
    # the stub's frequencies, then those that lesson 05's lines give when they are float32 from the start
    rounded = (frequencies(160).float(), torch.exp(two_i * (-math.log(10_000) / 160)), 10_000 ** (-two_i / 160))
    rights = [_first(_errors(each)[1:].abs().amax(dim=(0, 2))) for each in rounded]
    signed = _errors(rounded[0])
    phase, sine, cosine = signed.abs().amax(dim=2)
    error, first = torch.maximum(sine, cosine), rights[0]
    entries = signed[1:].abs() > 1e-3
    return rights, error, [
        (0, "position 0 has no error; a search that finds nothing may say 0: do both tables have the same phases?"),
        (first - 1, "one too early: there the error is still within 1e-3; which index does the first True have?"),
        (first + 1, "one too late: positions count from 0, and the first one past the limit is asked for"),
        (_first(sine), "these are the sines alone, or differences without abs(); a cosine is off earlier"),
        (int((sine > 1e-3).sum()), "this is how many positions are past the limit, not the first of them"),
        (int((error > 1e-3).sum()), "this is how many positions are past the limit, not the first of them"),
        (int(entries.sum()), "this is how many entries are past the limit; the first position is asked for"),
        (int(entries.any(dim=0).sum()), "this is how many entries are past the limit; the first position is asked for"),
        (int((error > 1e-3).nonzero()[-1]), "this is the last position past the limit; the first one is asked for"),
        (_first(signed[1:].amax(dim=(0, 2))), "differences without abs(): an error may be below 0, too"),
        (_first(signed[1].amax(dim=1)), "sines alone, and differences without abs(): an error may be below 0, too"),
        (int(error.argmax()), "this is where the error is largest; it passes 1e-3 before that"),
        (_first(error, 1e-4), "this is where the error passes 1e-4; the limit is 1e-3"),
        (_first(error, 1e-2), "this is where the error passes 1e-2; the limit is 1e-3"),
        (_first(phase), "this compares the phases; compare their sines and cosines, the entries of the table"),
    ]  # fmt: skip


def _position(answer: object) -> float:
    if isinstance(answer, bool | np.bool_) or (isinstance(answer, Tensor) and answer.dtype == torch.bool):
        raise Mistake("this is True or False: it says whether there is such a position; which one is the first?")
    if isinstance(answer, Tensor) and answer.dim() == 1 and len(answer) in (2, 3):
        raise Mistake("this is an index with a column in it; the position is the row alone")
    if isinstance(answer, Tensor) and answer.dim() == 2 and answer.is_floating_point():
        raise Mistake("these are the errors themselves; where does the first one pass 1e-3?")
    if isinstance(answer, Tensor) and answer.numel() > 1:
        raise Mistake("these are numbers for each position; the first position past the limit is asked for")
    value = read_number(answer, "the position")
    if 0 < value < 0.1:
        raise Mistake("this is an error itself; the position where the first one passes 1e-3 is asked for")
    if value != int(value) or value < 0:
        raise Mistake(f"a position is a whole number from 0 on, this is {shown(answer)}")
    return value


def _errors(frequency: Tensor) -> Tensor:
    """How far float32 phases, their sines, their cosines are off at 20,000 positions: ``(3, 20000, 80)``, signed."""
    k = torch.arange(20_000).unsqueeze(1)
    exact, rough = k * frequencies(160), k * frequency
    return torch.stack([view(rough) - view(exact) for view in (torch.clone, torch.sin, torch.cos)])


def _first(error: Tensor, limit: float = 1e-3) -> int:
    return int((error > limit).int().argmax())


def _t(offset: int, d_model: int, n: float) -> Tensor:
    return shift_matrix(offset, d_model, n, dtype=torch.float64)


def _loop(start: str, step: str = "t_one", times: str = "offset", line: str = "result = result @ {}") -> str:
    return f"result = {start}\nfor _ in range({times}):\n    {line.format(step)}\nreturn result"


EYE = "torch.eye(len(t_one)).to(t_one)"
BACK = "step = t_one if offset > 0 else t_one.T\n"
ONES = "ones mix the columns; a product begins with the identity, torch.eye"
EYE_32 = "the identity should have t_one's dtype; torch.eye makes float32"
FOUR = "the width is that of t_one, len(t_one); this takes a fixed one"
AT_0 = "right for every offset but 0: T(0) moves a row by nothing, so it is the identity"
MINUS = "a minus before the matrix turns every pair by half a circle; to turn back is .T, or a negative offset"
SQUARES = "this squares, as t_one is no longer one step after the first time; keep the step, and let a result grow"
NEGATIVE = "right for offsets from 0 on; a negative one turns back, and range of a negative number is empty"
exercise(
    "07.4",
    head="def shifted(t_one, offset):",
    names="def block(angle):\n    sin, cos = math.sin(angle), math.cos(angle)\n    return torch.tensor([[cos, -sin], [sin, cos]])\n"
    "by_hand = torch.block_diag(block(3), block(0.3))",
    cases=[
        (_t(1, 2, 10), 2),
        (_t(1, 4, 100), 0),
        (_t(1, 4, 100), 1),
        (_t(1, 6, 50), 5),
        (_t(1, 2, 10), -2),
        (_t(1, 6, 50), -7),
    ],
    right=torch.linalg.matrix_power,
    mistakes={
        "t_one ** offset": "** works entry by entry; a matrix times itself is t_one @ t_one",
        "t_one * offset": "this multiplies the entries by the offset; the turn has to be done again and again",
        "t_one": "this turns once, whatever the offset",
        "torch.matrix_power(t_one, abs(offset))": "right for offsets from 0 on; a negative one turns back",
        _loop(EYE): NEGATIVE,
        _loop("torch.eye(len(t_one))"): f"{EYE_32}; and a negative offset turns back, while range of one is empty",
        _loop("torch.eye(len(t_one))", times="abs(offset)"): EYE_32,
        _loop("torch.eye(len(t_one))", times="abs(offset)", step="t_one.T"): EYE_32,
        BACK + _loop("torch.eye(4).to(t_one)", "step", "abs(offset)"): FOUR,
        BACK + _loop("torch.eye(64).to(t_one)", "step", "abs(offset)"): FOUR,
        BACK + _loop("torch.eye(128).to(t_one)", "step", "abs(offset)"): FOUR,
        BACK + _loop("step", "step", "abs(offset) - 1"): AT_0,
        "if offset == 0:\n    return t_one\nreturn torch.matrix_power(t_one, offset)": AT_0,
        **{
            f"if offset == 0:\n    return {zero}\nreturn torch.matrix_power(t_one, offset)": AT_0
            for zero in ("torch.zeros_like(t_one)", "torch.ones_like(t_one)", "1", "0", "None")
        },
        BACK
        + _loop(EYE, "step", "abs(offset) - 1"): "one turn too few: range(1, n), like range(n - 1), has n - 1 numbers",
        BACK
        + _loop(EYE, "step", "abs(offset)").replace(
            "\nreturn", "\n    return"
        ): "one turn at most: a return inside the loop ends it, and a result grows only from itself",
        _loop("torch.ones_like(t_one)"): ONES,
        BACK + _loop("torch.ones_like(t_one)", "step", "abs(offset)"): ONES,
        "for _ in range(offset):\n    t_one = t_one @ t_one\nreturn t_one": SQUARES,
        "for _ in range(offset - 1):\n    t_one = t_one @ t_one\nreturn t_one": SQUARES,
        "for _ in range(abs(offset)):\n    t_one = t_one @ t_one\nreturn t_one": SQUARES,
        "torch.matrix_power(t_one, abs(offset)) * (1 if offset >= 0 else -1)": MINUS,
        BACK.replace("t_one.T", "-t_one") + _loop(EYE, "step", "abs(offset)"): MINUS,
        "-torch.matrix_power(t_one, -offset)": MINUS,
        "t_one @ offset": "@ multiplies two matrices; offset says how often to do it",
        "t_one.T ** offset": "** works entry by entry; a matrix times itself is t_one @ t_one",
        _loop(EYE, times="abs(offset)"): "right for offsets from 0 on; a negative one turns back",
        "torch.matrix_power(t_one.T, offset)": "this turns the wrong way: .T, or a minus, is the turn back",
        _loop("t_one"): "one turn too many: begin with the identity, or with one turn less",
        _loop(
            "t_one", times="offset - 1"
        ): "right for offsets from 1 on; an offset of 0 is the identity, and a negative one turns back",
        _loop(
            "t_one", times="abs(offset) - 1"
        ): "right for offsets from 1 on; an offset of 0 is the identity, and a negative one turns back",
        _loop(EYE, line="result @ {}"): "result stays the identity: the product has to get its name again, result = …",
        _loop(EYE, line="result = result * {}"): "* works entry by entry; a matrix product is @",
        _loop(
            "torch.zeros_like(t_one)", line="result = result + {}", times="abs(offset)"
        ): "this adds turns; one turn after another is a product",
        _loop(
            "torch.zeros_like(t_one)", line="result = result + {}"
        ): "this adds turns; one turn after another is a product",
        _loop(
            "torch.zeros_like(t_one)", line="result = result @ {}"
        ): "a product that begins with zeros stays zero; begin with the identity",
        "torch.matrix_power(shift_matrix(1, 4, 100), offset)": "this makes a matrix of its own, for d_model = 4 and n = 100, and no argument t_one is used",
        "shift_matrix(offset, len(t_one))": "this makes a matrix of its own, for n = 10,000; which n t_one has, only t_one knows",
        "shift_matrix(offset, len(t_one), 100)": "this makes a matrix of its own, for n = 100; which n t_one has, only t_one knows",
        "by_hand": "by_hand is the T(3) of the notebook; use t_one and offset",
        "t_one @ t_one": "this turns twice, whatever the offset",
        "torch.matrix_power(t_one, offset + 1)": "one turn too many",
        "torch.matrix_power(t_one, offset - 1)": "one turn too few",
        "torch.matrix_power(t_one, max(offset, 0))": NEGATIVE,
        "torch.linalg.matrix_power(t_one, offset)[0]": "this is the first row; the whole matrix is asked for",
    },
    praise="every step of the table is in T(1): turns add up",
)
