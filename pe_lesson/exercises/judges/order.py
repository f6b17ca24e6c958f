"""Exercise 00.4 watches a learner's test: what it says of functions of rows, and what it asks them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._explain import notebook_functions
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises.judges import row_functions as rows

CASES = [(f,) for f in (*rows.FORGET, *rows.KEEP)]
IN_PLACE = marked(
    "your order leaves a row in its place, so a function that changes that row alone passes; an order such as {better} "
    "moves every row"
)
MOVED_ON = marked(
    "your order only moves the rows on, so a function that moves them on by one passes; an order such as {better} "
    "mixes them"
)
MIRRORED = marked(
    "in your order the first and the last number sum to {last}, and so do the second and the last but one, and all "
    "others: a function that reverses the rows passes; an order such as {better} mixes them"
)


def run_watched(answer: Callable[..., object], f: Callable[[Tensor], Tensor]) -> object:
    """What a test says of f; a Mistake if the order that it tries, or what it compares, shows nothing."""
    value, calls = _watched(answer, f)
    if value is False and f in (*rows.ENTRIES, rows.with_faint_positions):  # each try draws another x
        value = any(_watched(answer, f)[0] is True for _ in range(9))
    if value is True and f in rows.KEEP:
        _refuse_changing_order(calls, _watched(answer, f)[1])
        _refuse_poor_order(answer, _order(calls))
    if not calls and isinstance(value, bool):
        raise Mistake("f is never called; the answer is about the function that comes in, whatever its name outside")
    if isinstance(value, bool) and _same_of_any(answer, value):
        _refuse_blind(value, tested=notebook_functions(answer) if len(calls) < 2 else "")
    return value


def _watched(answer: Callable[..., object], f: Callable[[Tensor], Tensor]) -> tuple[object, list[Tensor]]:
    """What an answer says of f, and what it gave to f."""
    calls: list[Tensor] = []

    def watched(x: Tensor) -> Tensor:
        if not isinstance(x, Tensor) or x.dim() != 2:
            value = say("a {shape} tensor", shape=tuple(x.shape)) if isinstance(x, Tensor) else typed_repr(x)
            raise Mistake("f takes a tensor of shape (length, width), and is given {value}", value=value)
        calls.append(x)
        return f(x)

    value = answer(watched)
    if isinstance(value, np.bool_) or (isinstance(value, Tensor) and value.numel() == 1 and value.dtype == torch.bool):
        value = bool(value)
    return value, calls


def _refuse_changing_order(calls: list[Tensor], later: list[Tensor]) -> None:
    orders = {_order(calls), _order(later)}
    if None not in orders and len(orders) == 2:
        raise Mistake(
            "it says True to a function that keeps order, and its new order changes from call to call: write one "
            "down that mixes the rows well"
        )


def _order(calls: list[Tensor]) -> tuple[int, ...] | None:
    """Say which rows of the first call are the rows of the second; None if they are others."""
    if len(calls) < 2 or not all(isinstance(x, Tensor) and x.dim() == 2 for x in calls[:2]):
        return None
    first, second = calls[:2]
    if first.size(1) != second.size(1) or len(torch.unique(first, dim=0)) < len(first):
        return None  # of equal rows nobody can say which is which
    alike = (second.unsqueeze(1) == first).all(dim=-1)
    return tuple(alike.int().argmax(dim=1).tolist()) if alike.any(dim=1).all() else None


def _refuse_poor_order(answer: Callable[..., object], order: tuple[int, ...] | None) -> None:
    """Raise a Mistake for an order with a flaw, if the function passes that the flaw is about; name a better order."""
    unmoved = list(range(len(order or ())))
    if not order or sorted(order) != unmoved or list(order) == unmoved or not (flaw := _flaw(order)):
        return
    sentence, passing = flaw
    if not answer(passing):  # it asks something else
        return
    better = next(list(other) for other in (*_exchanged(order), *permutations(range(6))) if not _flaw(other))
    raise Mistake(sentence, better=better, last=len(order) - 1)


def _flaw(order: Sequence[int]) -> tuple[str, Callable[[Tensor], Tensor]] | None:
    """Why an order does not mix the rows well, and a function that passes; what is true of it is so of the way back."""
    count = len(order)
    if in_place := [k for k, row in enumerate(order) if row == k]:
        return IN_PLACE, rows.one_row_raised(in_place[0])
    if all((after - before) % count == 1 for before, after in pairwise(order)):
        return MOVED_ON, rows.moved_on
    mirrored = all(a + b == count - 1 for a, b in zip(order, reversed(order), strict=True))
    return (MIRRORED, rows.turned_round) if mirrored else None


def _exchanged(order: Sequence[int]) -> Iterator[list[int]]:
    """All orders in which two numbers of this one have changed places."""
    for i, j in combinations(range(len(order)), 2):
        other = list(order)
        other[i], other[j] = other[j], other[i]
        yield other


def _same_of_any(answer: Callable[..., object], value: bool) -> bool:
    """Whether an answer says the same of zeros, of what came in, and of any noise, so hardly looks at f."""
    some = (torch.zeros_like, torch.clone) + 20 * (lambda x: (100 * torch.randn(x.shape)).to(x),)
    try:
        with torch.random.fork_rng(devices=[]):
            return all(_watched(answer, f)[0] is value for f in some)
    except Exception:  # an answer may stop at any of them
        return False


def _refuse_blind(value: bool, tested: str) -> None:
    """Raise a Mistake for an answer that hardly looks at f: what is it of the notebook that it tests?"""
    if value and tested:
        raise Mistake(
            "it says True whatever numbers f gives: is it {tested} of the notebook that is tested, and not the "
            "function that comes in?",
            tested=tested,
        )
    if value:
        raise Mistake("it says True whatever numbers f gives: is what it returns compared, and is the tolerance small?")
    if tested:
        raise Mistake(
            "it says False even to a function that changes nothing: is it {tested} of the notebook that is tested, "
            "and not the function that comes in?",
            tested=tested,
        )


def name_unproven_order(values: list[object]) -> None:
    """Raise a Mistake that says what a test leaves out, by the functions that it is wrong about."""
    if not all(isinstance(value, bool) for value in values):
        return
    forget = values[: len(rows.FORGET)]
    if not all(forget):
        _name_too_strict(forget)
        return
    passing = [f for f, value in zip(rows.KEEP, values[len(rows.FORGET) :], strict=True) if value]
    if {*passing} & {*rows.RAISED} and {*passing} <= {*rows.ENTRIES, *rows.RAISED}:
        raise Mistake(
            "a function that raises a single row passes: does your order leave that row where it is, or is it not "
            "compared? Move every row, and compare all"
        )
    raise Mistake(
        "it says True to {count} of {total} functions that keep order, `{name}` among them: do rows differ and mix "
        "well, is every number compared, is the tolerance small, and can differences cancel or be negative (.abs())?",
        count=len(passing), total=len(rows.KEEP), name=passing[0].__name__,
    )  # fmt: skip


def _name_too_strict(forget: list[object]) -> None:
    """Raise a Mistake for a test that says False to a function that forgets order."""
    attention, each_row_alone, mean_of_all, _ = forget
    if attention and each_row_alone and mean_of_all:
        raise Mistake(
            "it says False to a function that multiplies the columns by 0, 1, 2 and so on, so that the first is all 0: "
            "is something divided by 0, or are columns in a new order? The words are the rows: move rows alone"
        )
    if attention and each_row_alone:
        raise Mistake(
            "it says False to a function that gives the same row to all words; True is right: is more compared than "
            "f(x[p]) and f(x)[p], or is it too strict for the rounding of large numbers?"
        )
    if each_row_alone:
        raise Mistake(
            "it says False to a function that sums over rows: is it too strict for rounding (for numbers near 1, a "
            "tolerance of 1e-4 is not), or is x[p] not all rows of x, each whole and once?"
        )
