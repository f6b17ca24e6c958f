"""Hooks of lesson 00's exercises."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import typed_repr
from pe_lesson._words import say
from pe_lesson.encoding.properties import PROPERTIES, Result, Scheme, distinct_rows
from pe_lesson.encoding.table import sinusoidal
from pe_lesson.exercises._explain import notebook_functions
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import not_finite, read_tensor, same
from pe_lesson.exercises._run import run_answer


def only_distinct_broken(answer: object) -> str:
    scheme = _scheme(answer)
    table = scheme(16)
    if not same(table, scheme(16)):
        raise Mistake(
            "two calls with the same length give different rows: is something drawn at random, never set, or kept between calls?"
        )
    for test in PROPERTIES:
        result = test(scheme)
        if test is not distinct_rows and not result:
            number, why = result.number, _reason(scheme, result)
            raise Mistake("property {number} should still hold, and does not: {why}", number=number, why=why)
    for length in (17, 5, 10_000):  # an odd one, and one beyond the end of most tables
        scheme(length)
    if distinct_rows(scheme):
        raise Mistake("property 5 still holds at length 16: all 16 rows differ; two positions should have the same row")
    middle = table.mean(dim=0)
    spread = (table - middle).abs().max()
    if 1e-6 * table.abs().max() < spread < 1 and distinct_rows(lambda length: (scheme(length) - middle) / spread):
        raise Mistake("all 16 rows differ, some by less than 0.001; two positions should have the same row")
    if same(table, table[:1].expand_as(table)):
        return say("every row is the same: four properties kept, and no position told from another")
    return say("a row comes back, so words at those positions look alike; the other four properties do not mind")


def _reason(scheme: Scheme, result: Result) -> str:
    before, after = (f"{scheme(length).abs().max():.2f}" for length in (16, 32))
    if result.number == 3 and before == after:
        return say(
            "twice the length makes the largest entry more than 1.5 times as large; both are {number} in two decimals",
            number=before,
        )
    return result.reason


def _scheme(answer: object) -> Scheme:
    """Make a scheme of the learner's function; it looks at each table first, and returns it as float64."""
    if callable(answer) and getattr(getattr(answer, "__code__", None), "co_argcount", 1) == 0:
        raise Mistake("it should take one argument, the length: def repeats(seq_length)")

    def scheme(length: int) -> Tensor:
        table = read_tensor(run_answer(answer, length))
        shape = tuple(table.shape)
        if shape == (length,):
            raise Mistake(
                "the table of {length} positions has shape {shape}; it needs columns too, and unsqueeze(1) makes one",
                length=length, shape=shape,
            )  # fmt: skip
        if len(shape) != 2 or 0 in shape:
            raise Mistake(
                "the table of {length} positions has shape {shape}; it should be ({length}, d), with at least one column",
                length=length, shape=shape,
            )  # fmt: skip
        if shape[0] != length and shape[1] == length:
            raise Mistake(
                "the table of {length} positions has {rows} rows and {length} columns; swap the two",
                length=length, rows=shape[0],
            )  # fmt: skip
        if shape[0] != length:
            if len(read_tensor(run_answer(answer, 2 * length))) == shape[0]:
                raise Mistake(
                    "it gives {rows} rows for {length} positions and for {twice}; it should give one for each position",
                    rows=shape[0], length=length, twice=2 * length,
                )  # fmt: skip
            raise Mistake(
                "it gives {rows} rows for length {length}; it should give one for each position",
                rows=shape[0], length=length,
            )  # fmt: skip
        if not torch.isfinite(table).all():
            trouble = not_finite(table)
            raise Mistake("in the table of {length} positions {trouble}", length=length, trouble=trouble)
        return table

    return scheme


def _four_rows(answer: object) -> object:
    if not isinstance(answer, list | tuple | Tensor | np.ndarray):
        raise Mistake("the exercise asks for a list of four row numbers, this is {value}", value=typed_repr(answer))
    if any(isinstance(part, str) for part in answer):
        raise Mistake("there are words where numbers should be: which row of the second sentence holds each of them?")
    rows = read_tensor(answer)
    if rows.shape != (4,):
        raise Mistake(
            "the exercise asks for four row numbers in one list; the shape is {shape}", shape=tuple(rows.shape)
        )
    if same(rows.sort().values, torch.arange(1, 5)):
        raise Mistake("rows are counted from 0, so the numbers are 0, 1, 2 and 3")
    if torch.as_tensor(answer).is_floating_point():
        raise Mistake("right or not, these are floating numbers; rows are chosen with whole ones")
    rows = torch.where(rows < 0, rows + 4, rows)  # -1 is the last row
    if not same(rows.sort().values, torch.arange(4)):
        raise Mistake("each of the rows 0, 1, 2 and 3 should be there once, this is {value}", value=typed_repr(answer))
    return rows


def attention(x: Tensor) -> Tensor:
    mixed: Tensor = (x @ x.T / x.size(-1) ** 0.5).softmax(dim=-1) @ x
    return mixed


def each_row_alone(x: Tensor) -> Tensor:
    return torch.tanh(x) + 1


def mean_of_all(x: Tensor) -> Tensor:
    return x.mean(dim=0).expand_as(x)


def sum_so_far(x: Tensor) -> Tensor:
    return x.cumsum(dim=0)


def attention_with_positions(x: Tensor) -> Tensor:
    return attention(x + sinusoidal(*x.shape).to(x))


def with_faint_positions(x: Tensor) -> Tensor:
    return x + 0.05 * sinusoidal(*x.shape).to(x)


def lowered_by_position(x: Tensor) -> Tensor:
    return x - torch.arange(len(x)).unsqueeze(1)


def turned_round(x: Tensor) -> Tensor:
    return x.flip(0)


def moved_on(x: Tensor) -> Tensor:
    return x.roll(1, dims=0)


def sorted_columns(x: Tensor) -> Tensor:
    return x.sort(dim=0).values


def with_the_one_before(x: Tensor) -> Tensor:
    return x + x.roll(1, dims=0)


def position_in_one_entry(k: int, column: int) -> Callable[[Tensor], Tensor]:
    """A function that changes one entry of the k-th lowest row: of all k, one tells who leaves out a row or column."""

    def changed(x: Tensor) -> Tensor:
        row = x[:, 0].argsort()[min(k, len(x) - 1)]
        y = x.clone()
        y[row, min(column, x.size(1) - 1)] += 20 * (row + 1)  # beyond a wide tolerance
        return y

    return changed


def first_row_negated(x: Tensor) -> Tensor:
    return torch.cat([-x[:1], x[1:]])


def numbers_moved_on(x: Tensor) -> Tensor:
    """Move the numbers of row k on by k, which the row's sum, mean and norm do not show."""
    return torch.stack([row.roll(k) for k, row in enumerate(x)])


def one_row_raised(k: int) -> Callable[[Tensor], Tensor]:
    """A function that adds 1 to row k alone, from the end if k is below 0: an order that leaves it there lets it pass."""

    def raised(x: Tensor) -> Tensor:
        return x + (torch.arange(len(x)) == min(k, len(x) - 1) % len(x)).unsqueeze(1)

    return raised


def columns_weighted(x: Tensor) -> Tensor:
    return x * torch.arange(x.size(-1))


FORGET = (attention, each_row_alone, mean_of_all, columns_weighted)
RAISED = tuple(map(one_row_raised, (0, 1, 2, 3, 4, -1)))
ENTRIES = tuple(map(position_in_one_entry, (0, 1, 2, 3, 4, -1), (-1, 1, 2, 3, 4, 0)))
KEEP = (
    sum_so_far, attention_with_positions, with_faint_positions, turned_round, moved_on, sorted_columns,
    with_the_one_before, lowered_by_position, numbers_moved_on, first_row_negated, *ENTRIES, *RAISED,
)  # fmt: skip


def _run_watched(answer: Callable[..., object], f: Callable[[Tensor], Tensor]) -> object:
    value, calls = _watched(answer, f)
    if isinstance(value, Tensor) and value.numel() == 1 and value.dtype == torch.bool:
        value = bool(value)
    if value is False and f in ENTRIES:  # of a random x, each try changes another row
        value = any(_watched(answer, f)[0] is True for _ in range(9))
    if value is True and f in KEEP:
        orders = {_order(calls), _order(_watched(answer, f)[1])}
        if None not in orders and len(orders) == 2:
            raise Mistake(
                "it says True to a function that keeps order, and its new order changes from call to call: write one "
                "down that mixes the rows well"
            )
    if not calls and value is not None and value is not ...:
        raise Mistake("f is never called; the answer is about the function that comes in, whatever its name outside")
    if isinstance(value, bool) and _same_of_any(answer, value):
        tested = notebook_functions(answer)
        if value and tested:
            raise Mistake(
                "it says True whatever numbers f gives: is it {tested} of the notebook that is tested, and not the "
                "function that comes in?",
                tested=tested,
            )
        if value:
            raise Mistake(
                "it says True whatever numbers f gives: is what it returns compared, and is the tolerance small?"
            )
        if tested:
            raise Mistake(
                "it says False even to a function that changes nothing: is it {tested} of the notebook that is tested, "
                "and not the function that comes in?",
                tested=tested,
            )
    return value


def _watched(answer: Callable[..., object], f: Callable[[Tensor], Tensor]) -> tuple[object, list[Tensor]]:
    """What an answer says of f, and what it gave to f."""
    calls: list[Tensor] = []

    def watched(x: Tensor) -> Tensor:
        calls.append(x)
        return f(x)

    return answer(watched), calls


def _order(calls: list[Tensor]) -> tuple[int, ...] | None:
    """Say which rows of the first call are the rows of the second; None if they are others."""
    if len(calls) < 2 or not all(isinstance(x, Tensor) and x.dim() == 2 for x in calls[:2]):
        return None
    first, second = calls[:2]
    if first.size(1) != second.size(1) or len(torch.unique(first, dim=0)) < len(first):
        return None  # of equal rows nobody can say which is which
    alike = (second.unsqueeze(1) == first).all(dim=-1)
    return tuple(alike.int().argmax(dim=1).tolist()) if alike.any(dim=1).all() else None


def _same_of_any(answer: Callable[..., object], value: bool) -> bool:
    """Whether an answer says the same of zeros, of what came in, and of any noise, so hardly looks at f."""
    some = (torch.zeros_like, torch.clone) + 20 * (lambda x: (100 * torch.randn(x.shape)).to(x),)
    try:
        with torch.random.fork_rng(devices=[]):
            return all(answer(f) is value for f in some)
    except Exception:  # an answer may stop at any of them
        return False


def _name_unproven_order(values: list[object]) -> None:
    if not all(isinstance(value, bool) for value in values):
        return
    forget, keep = values[: len(FORGET)], values[len(FORGET) :]
    if forget[1] and not all(forget):
        if forget[0] and forget[2]:
            raise Mistake("it behaves as if columns were in a new order; the words are the rows: move rows alone")
        raise Mistake(
            "it says False to a function that sums over rows: is it too strict for rounding (a tolerance of 1e-4 is "
            "not), or does the new order leave a row out or repeat one?"
        )
    passes = {f for f, value in zip(KEEP, keep, strict=True) if value}
    if all(forget) and passes - {*ENTRIES, *RAISED} == {turned_round}:
        raise Mistake(
            "a function that reverses the rows passes: is your order a reversal too, or another symmetric one? Take "
            "six rows, and exchange the first and the fourth number of their order"
        )
    if all(forget) and passes - {*ENTRIES, *RAISED} == {moved_on, with_the_one_before}:
        raise Mistake(
            "a function that moves the rows on by one passes: does your order only move them on, too? Take six rows, "
            "and exchange the first and the fourth number of their order"
        )
    if all(forget) and passes & {*RAISED} and passes <= {*ENTRIES, *RAISED}:
        raise Mistake(
            "a function that raises a single row passes: does your order leave that row where it is, or is it not "
            "compared? Move every row, and compare all"
        )
    if all(forget) and any(keep):
        raise Mistake(
            "it says True to {count} of {total} functions that keep order: does the new order mix the rows well, are "
            "all rows and all columns compared, and can positive and negative differences cancel?",
            count=sum(map(bool, keep)), total=len(keep),
        )  # fmt: skip


HOOKS = {
    "00.1": only_distinct_broken,
    "00.2": {"before_comparing": _four_rows},
    "00.4": {
        "cases": [(f,) for f in (*FORGET, *KEEP)],
        "run_case": _run_watched,
        "if_unlisted": _name_unproven_order,
    },
}
