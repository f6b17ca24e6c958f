"""Hooks of lesson 07's exercises."""

import math
from functools import cache

import numpy as np
import torch
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.encoding.table import frequencies
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import read_number

HOW_MANY_ENTRIES = marked("this is how many entries are past the limit; which position is the first?")


def first_drift(answer: object) -> str:
    """07.3: the first position whose float32 row is off by more than 1e-3."""
    value = _position(answer)
    right, error, mistakes = _searched()
    if value == right:
        return say("float64 phases are off by less than 1e-10 in all 20,000 positions")
    for wrong, hint in mistakes:
        if value == wrong:
            raise Mistake(hint)
    if value >= len(error):
        raise Mistake(
            "this is beyond the 20,000 positions; an index into a flattened table would count entries, not rows"
        )
    if value < right:
        largest = f"{error[int(value)]:.1e}"
        raise Mistake("there the largest error is {largest}, not past 1e-3 yet", largest=largest)
    raise Mistake(
        "an earlier position is past 1e-3 already; take the first one, over all columns, sines and cosines, too large "
        "or too small"
    )


@cache
def _searched() -> tuple[int, Tensor, list[tuple[int, str]]]:
    """Find the position, each position's error, and wrong positions."""
    errors, exact = _errors()
    phase, sine, cosine = errors.amax(dim=2)
    error = torch.maximum(sine, cosine)
    first, entries = _first(error), errors[1:] > 1e-3
    return first, error, [
        (0, marked(
            "position 0 has no error; a search that finds nothing may say 0: do both tables have the same phases, are "
            "sines compared with sines, and is > 1e-3 searched?"
        )),
        (first - 1, marked(
            "one too early: there the error is still within 1e-3; which index does the first True have?"
        )),
        (first + 1, marked("one too late: positions count from 0; take the first one past the limit")),
        (_first(sine), marked("a cosine is off earlier: are these the sines alone, or differences without abs()?")),
        (_first((errors - 1e-5 * exact.abs())[1:].amax(dim=(0, 2))), marked(
            "an earlier position is past 1e-3 already: does isclose or allclose allow more than that? Give rtol=0, and "
            "compare sines and cosines"
        )),
        (int((error > 1e-3).sum()), marked("this is how many positions are past the limit, not the first of them")),
        (int(entries.sum()), HOW_MANY_ENTRIES),
        (int(entries.any(dim=0).sum()), HOW_MANY_ENTRIES),
        (int((error > 1e-3).nonzero()[-1]), marked("this is the last position past the limit; take the first one")),
        (int(error.argmax()), marked("this is where the error is largest; it passes 1e-3 before that")),
        (_first(error, 1e-4), marked("this is where the error passes 1e-4; the limit is 1e-3")),
        (_first(phase), marked(
            "there a phase is past the limit, and no sine or cosine yet; compare the entries of the table, each by "
            "itself"
        )),
    ]  # fmt: skip


def _position(answer: object) -> float:
    if (isinstance(answer, Tensor | np.ndarray) and 0 in answer.shape) or (isinstance(answer, list) and not answer):
        raise Mistake(
            "the search found nothing: do both tables have the same phases, is every position searched, is the limit "
            "1e-3, and does one entry past it suffice?"
        )
    if isinstance(answer, bool | np.bool_) or (isinstance(answer, Tensor) and answer.dtype == torch.bool):
        raise Mistake("this is True or False, not a position: which position is the first past the limit?")
    is_table = isinstance(answer, Tensor | np.ndarray) and math.prod(answer.shape) > 1
    if is_table or (isinstance(answer, list | tuple) and len(answer) > 1):
        raise Mistake(
            "these are several numbers; which is the first position past the limit? Of an index, take the row; "
            "write 20000 without a comma"
        )
    value = read_number(answer)
    if value != int(value) or value < 0:
        raise Mistake("a position is a whole number from 0 on, this is {value}", value=f"{value:.6g}")
    return value


def _errors() -> tuple[Tensor, Tensor]:
    """How far float32 phases, their sines, their cosines are off at 20,000 positions, and these: ``(3, 20000, 80)``."""
    k = torch.arange(20_000).unsqueeze(1)
    rough, exact = (
        torch.stack([phases, phases.sin(), phases.cos()])
        for phases in (k * frequencies(160).float(), k * frequencies(160))
    )
    return (rough - exact).abs(), exact


def _first(error: Tensor, limit: float = 1e-3) -> int:
    return int((error > limit).int().argmax())


HOOKS = {"07.3": first_drift}
