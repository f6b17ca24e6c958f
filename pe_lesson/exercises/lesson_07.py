"""Hooks of lesson 07's exercises."""

import math
from functools import cache

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.encoding.table import frequencies
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import read_number

HOW_MANY_POSITIONS = marked("this is how many positions are past the limit, not the first of them")
HOW_MANY_ENTRIES = marked("this is how many entries are past the limit; which position is the first?")


def first_drift(answer: object) -> str:
    """07.3: the first position whose float32 row is off by more than 1e-3."""
    value = _position(answer)
    rights, error, mistakes = _searched()
    if value in rights:
        return say("float64 phases, which the search compares with, are off by less than 1e-10 in all 20,000 positions")
    for wrong, hint in mistakes:
        if value == wrong:
            raise Mistake(hint)
    if value >= len(error):
        raise Mistake(
            "this is beyond the 20,000 positions; an index into a flattened table would count entries, not rows"
        )
    if value < 160:
        raise Mistake(
            "this looks like the number of a column: take the largest error over the columns, dim=1, "
            "not over the positions"
        )
    if value < rights[0]:
        largest = f"{error[int(value)]:.1e}"
        raise Mistake("there the largest error is {largest}, not past 1e-3 yet", largest=largest)
    raise Mistake("an earlier position is past 1e-3 already; take the first one, over all columns, sines and cosines")


@cache
def _searched() -> tuple[list[int], Tensor, list[tuple[int, str]]]:
    """Find the positions that count as right, each position's error with the stub's own phases, and wrong positions."""
    two_i = torch.arange(0, 160, 2)
    # the stub's frequencies, then those that lesson 05's lines give when they are float32 from the start
    rounded = (frequencies(160).float(), torch.exp(two_i * (-math.log(10_000) / 160)), 10_000 ** (-two_i / 160))
    rights = [_first(_errors(each)[1:].abs().amax(dim=(0, 2))) for each in rounded]
    signed = _errors(rounded[0])
    phase, sine, cosine = signed.abs().amax(dim=2)
    error, first = torch.maximum(sine, cosine), rights[0]
    entries = signed[1:].abs() > 1e-3
    return rights, error, [
        (0, marked(
            "position 0 has no error; a search that finds nothing may say 0: do both tables have the same phases?"
        )),
        (first - 1, marked(
            "one too early: there the error is still within 1e-3; which index does the first True have?"
        )),
        (first + 1, marked("one too late: positions count from 0; take the first one past the limit")),
        (_first(sine), marked("these are the sines alone, or differences without abs(); a cosine is off earlier")),
        (int((sine > 1e-3).sum()), HOW_MANY_POSITIONS),
        (int((error > 1e-3).sum()), HOW_MANY_POSITIONS),
        (int(entries.sum()), HOW_MANY_ENTRIES),
        (int(entries.any(dim=0).sum()), HOW_MANY_ENTRIES),
        (int((error > 1e-3).nonzero()[-1]), marked("this is the last position past the limit; take the first one")),
        (_first(signed[1:].amax(dim=(0, 2))), marked("differences without abs(): an error may be below 0, too")),
        (_first(signed[1].amax(dim=1)), marked(
            "sines alone, and differences without abs(): an error may be below 0, too"
        )),
        (int(error.argmax()), marked("this is where the error is largest; it passes 1e-3 before that")),
        (_first(error, 1e-4), marked("this is where the error passes 1e-4; the limit is 1e-3")),
        (_first(error, 1e-2), marked("this is where the error passes 1e-2; the limit is 1e-3")),
        (_first(phase), marked(
            "this compares the phases, or sine and cosine at once; compare the entries of the table, each by itself"
        )),
    ]  # fmt: skip


def _position(answer: object) -> float:
    if (isinstance(answer, Tensor | np.ndarray) and 0 in answer.shape) or (isinstance(answer, list) and not answer):
        raise Mistake(
            "the search found nothing: are both phases the same, such as phases32.double(), or were only the first "
            "rows searched?"
        )
    if isinstance(answer, bool | np.bool_) or (isinstance(answer, Tensor) and answer.dtype == torch.bool):
        raise Mistake("this is True or False, not a position: which position is the first past the limit?")
    if isinstance(answer, Tensor) and answer.dim() == 1 and len(answer) in (2, 3):
        raise Mistake("these look like an index with a column in it; the position is the row alone")
    if isinstance(answer, Tensor) and answer.dim() == 2 and answer.is_floating_point():
        raise Mistake("these are the errors themselves; where does the first one pass 1e-3?")
    if isinstance(answer, Tensor) and answer.dim() == 2 and answer.size(1) == 2:
        raise Mistake("these look like places, a position and a column each; take the position of the first one")
    if isinstance(answer, Tensor) and answer.numel() > 1:
        raise Mistake("these are several numbers; which is the first position past the limit?")
    value = read_number(answer)
    if 0 < value < 0.1:
        raise Mistake("this looks like an error itself; at which position does the first one pass 1e-3?")
    if value != int(value) or value < 0:
        raise Mistake("a position is a whole number from 0 on, this is {value}", value=typed_repr(answer))
    return value


def _errors(frequency: Tensor) -> Tensor:
    """How far float32 phases, their sines, their cosines are off at 20,000 positions: ``(3, 20000, 80)``, signed."""
    k = torch.arange(20_000).unsqueeze(1)
    exact, rough = k * frequencies(160), k * frequency
    return torch.stack([view(rough) - view(exact) for view in (torch.clone, torch.sin, torch.cos)])


def _first(error: Tensor, limit: float = 1e-3) -> int:
    return int((error > limit).int().argmax())


HOOKS = {"07.3": first_drift}
