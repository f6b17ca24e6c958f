"""Graders of lesson 00."""

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.encoding.properties import PROPERTIES, Scheme, binary_code, distinct_rows
from pe_lesson.exercises._engine import Mistake, diagnose, same
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call


@exercise("00.1")
def only_distinct_broken(answer: object) -> str:
    encoder = _encoder(answer)
    table = encoder(16)
    if not same(table, encoder(16)):
        raise Mistake("two calls with the same length give different rows; draw nothing at random")
    for has in PROPERTIES:
        result = has(encoder)
        if has is not distinct_rows and not result:
            raise Mistake(f"property {result.name[0]} should still hold, and does not: {result.reason}")
    if distinct_rows(encoder):
        raise Mistake("property 5 still holds: all 16 rows differ; two positions should have the same row")
    if same(table, table[:1].expand_as(table)):
        return "every row is the same: four properties kept, and no position told from another"
    return "a row comes back, so words at those positions look alike; the other four properties do not mind"


@exercise("00.2")
def way_back(answer: object) -> str:
    if not isinstance(answer, list | tuple | Tensor | np.ndarray):
        raise Mistake(f"a list of four row numbers is asked for, this is {shown(answer)}")
    rows = tensor(answer, (4,), "the list of row numbers")
    if same(rows.sort().values, [1, 2, 3, 4]):
        raise Mistake("rows are counted from 0, so the numbers are 0, 1, 2 and 3")
    if not same(rows.sort().values, [0, 1, 2, 3]):
        raise Mistake(f"each of the rows 0, 1, 2 and 3 should stand there once, this is {shown(answer)}")
    mistakes = [
        ([3, 0, 1, 2], "this is the way there once more; it mixes the rows again instead of bringing them back"),
        ([0, 1, 2, 3], "this leaves the rows where they are, and row 0 of the second is the one of 'slowly'"),
        ([3, 2, 1, 0], "this turns the order round, but the words were moved on by one, not turned round"),
    ]
    otherwise = "ask of each word of the first sentence in turn: in which row of the second does it stand?"
    diagnose(rows, [1, 2, 3, 0], mistakes, otherwise)
    return "whoever knows the permutation can undo it; attention itself never noticed one"


@exercise("00.3")
def one_bit_a_step(answer: object) -> str:
    code = _encoder(answer, columns=4)(16)
    binary = binary_code(16, 4)
    if same(code, binary) or same(code, binary.flip(1)):
        raise Mistake("this is the plain binary code; from position 7 to 8 all four of its bits change")
    if not bool(((code == 0) | (code == 1)).all()):
        raise Mistake("a code of bits has entries 0 and 1 only; `& 1` keeps the last bit of a number")
    changes = (code[1:] != code[:-1]).sum(dim=1)
    if (changes != 1).any():
        k = int((changes != 1).nonzero()[0])
        raise Mistake(f"from position {k} to {k + 1} the bits that change are {int(changes[k])} in number, not 1")
    if len(torch.unique(code, dim=0)) < 16:
        raise Mistake("one bit a step, but rows come back; 16 positions need all 16 different rows of four bits")
    return "a Gray code; neighbours are now 1 apart, but print equal_steps of it: rows 3 apart are still uneven"


def _encoder(answer: object, columns: int | None = None) -> Scheme:
    """The learner's function as an encoder: each of its tables is looked at first, and float64."""

    def encoder(seq_length: int) -> Tensor:
        table = call(answer, seq_length)
        what = f"the table of {seq_length} positions"
        shape = tuple(table.shape) if isinstance(table, Tensor) else ()
        if shape == (seq_length,):
            raise Mistake(f"{what} has shape {shape}; it needs columns too, and unsqueeze(1) makes one")
        if columns is None and shape and (len(shape) != 2 or 0 in shape):
            raise Mistake(f"{what} has shape {shape}; it should be ({seq_length}, d), with at least one column")
        return tensor(table, (seq_length, columns or (shape or (0, 1))[1]), what)

    return encoder
