"""Hooks of lesson 00's exercises."""

import inspect
from types import FunctionType

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.encoding.properties import PROPERTIES, ROUNDING, distinct_rows
from pe_lesson.encoding.schemes import Scheme
from pe_lesson.exercises._mistake import Mistake, refuse_assert
from pe_lesson.exercises._read import each_number_once, is_close, not_finite, read_tensor
from pe_lesson.exercises._run import run_answer
from pe_lesson.exercises.judges.order import CASES, name_unproven_order, run_watched


def only_distinct_broken(answer: object) -> str:
    """00.1: a scheme that keeps four properties and gives two positions the same row."""
    scheme = _scheme(answer)
    table = scheme(16)
    if not is_close(table, scheme(16)):
        raise Mistake(
            "two calls with the same length give different rows: is something drawn at random, never set, "
            "or kept between calls?"
        )
    for test in PROPERTIES:
        result = test(scheme)
        if test is not distinct_rows and not result:
            number, why = result.number, result.reason
            raise Mistake("property {number} should still hold, and does not: {why}", number=number, why=why)
    for length in (17, 5, 256):  # an odd one, and the longest that the lesson's own schemes take
        scheme(length)
    if distinct_rows(scheme):
        raise Mistake("property 5 still holds at length 16: all 16 rows differ; two positions should have the same row")
    middle = table.mean(dim=0)
    spread = (table - middle).abs().max()
    if ROUNDING < spread < 1 and distinct_rows(lambda length: (scheme(length) - middle) / spread):
        raise Mistake("all 16 rows differ, some by less than 0.001; two positions should have the same row")
    if is_close(table, table[:1].expand_as(table)):
        return say("every row is the same: four properties kept, and no position told from another")
    return say("a row comes back, so those positions look alike; the other four properties do not mind")


def _scheme(answer: object) -> Scheme:
    """Make a scheme of the learner's function; it looks at each table first, and returns it as float64."""
    if isinstance(answer, FunctionType):
        try:
            inspect.signature(answer).bind(16)
        except TypeError:
            raise Mistake("it should take one argument, the length: def repeats(seq_length)") from None

    def scheme(length: int) -> Tensor:
        table = read_tensor(run_answer(answer, length))
        _refuse_shape(answer, tuple(table.shape), length)
        if not torch.isfinite(table).all():
            trouble = not_finite(table)
            raise Mistake("in the table of {length} positions {trouble}", length=length, trouble=trouble)
        return table

    return scheme


def _refuse_shape(answer: object, shape: tuple[int, ...], length: int) -> None:
    """Raise a Mistake unless a table has one row for each position, and columns."""
    places = {"length": length, "shape": shape, "rows": shape[0] if shape else 0, "twice": 2 * length}
    if shape == (length,):
        raise Mistake(
            "the table of {length} positions has shape {shape}; it needs columns too; unsqueeze(1) gives a tensor one",
            **places,
        )
    if len(shape) != 2 or 0 in shape:
        raise Mistake(
            "the table of {length} positions has shape {shape}; it should be ({length}, d), with at least one column",
            **places,
        )
    if shape[0] == length:
        return
    if shape[1] == length:
        raise Mistake("the table of {length} positions has {rows} rows and {length} columns; swap the two", **places)
    if read_tensor(run_answer(answer, 2 * length)).shape[:1] == shape[:1]:
        raise Mistake(
            "it gives {rows} rows for {length} positions and for {twice}; it should give one for each position",
            **places,
        )
    raise Mistake("it gives {rows} rows for length {length}; it should give one for each position", **places)


def _four_rows(answer: object) -> object:
    if not isinstance(answer, list | tuple | Tensor | np.ndarray) or getattr(answer, "shape", None) == ():
        raise Mistake("the exercise asks for a list of four row numbers, this is {value}", value=typed_repr(answer))
    if any(isinstance(part, str) for part in answer):
        raise Mistake(
            "there are strings where numbers should be: which row of the second sentence holds each word of the first?"
        )
    rows = read_tensor(answer)
    if rows.shape != (4,):
        raise Mistake(
            "the exercise asks for four row numbers in one list; the shape is {shape}", shape=tuple(rows.shape)
        )
    if is_close(rows.sort().values, torch.arange(1, 5)):
        raise Mistake("rows are counted from 0, so the numbers are 0, 1, 2 and 3")
    return each_number_once(
        answer, 4,
        floating=marked("right or not, these are floating numbers; rows are chosen with whole ones"),
        missing=marked("each of the rows 0, 1, 2 and 3 should be there once, this is {value}"),
    )  # fmt: skip


HOOKS = {
    "00.1": only_distinct_broken,
    "00.2": {"before_comparing": _four_rows},
    "00.4": {
        "cases": CASES,
        "run_case": run_watched,
        "if_stopped": refuse_assert,
        "if_unlisted": name_unproven_order,
    },
}
