"""Hooks of lesson 09's exercises."""

import torch
from torch import Tensor

from pe_lesson.attention.tasks import order_task
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import read_tensor


def _name_one_condition(error: str) -> None:
    """Raise a Mistake if where() is given one bool, which a comparison with text or ``in`` gives."""
    if "where()" in error and "bool" in error:
        raise Mistake(
            "the condition is one True or False, and each entry needs its own: is an id compared with text, or "
            "searched with in? Ids are numbers: A is 0, B is 1 ({error})",
            error=error,
        )


def _name_mean_of_booleans(error: str) -> None:
    """Raise a Mistake if booleans were averaged: torch's releases have different errors for it."""
    if "mean" in error and "Bool" in error:
        raise Mistake("booleans have no mean; .double() first makes 0 and 1 of them ({error})", error=error)


def _signs(value: object) -> object:
    """One sign per row, since the numbers themselves are free."""
    if isinstance(value, tuple) and any(isinstance(part, Tensor) and part.dim() for part in value):
        return value  # the engine says what it is
    numbers = read_tensor(value)
    return torch.where(numbers.isnan(), numbers, numbers.sign())  # sign() makes 0 of NaN


def _right(ids: Tensor) -> Tensor:
    return ((ids == 1).int().argmax(1) - (ids == 0).int().argmax(1)).double().sign()


def _name_wrong_signs(values: list[object]) -> None:
    signs = values[-1]
    if not isinstance(signs, Tensor):  # it stopped there
        return
    if signs.numel() == 1:
        raise Mistake(
            "one number for all rows came back; each row should have one: is the sum along dim 1, and does a loop keep "
            "that of each row?"
        )
    if signs.shape == (8,):
        raise Mistake("one number per position came back; sum over the letters of a row, dim 1, not over the rows")
    if signs.shape == ROWS[-1][0].shape:
        raise Mistake("a number for each letter came back; each row should have one, so sum over dim 1")
    if signs.dim() == 1 and len(signs) < len(ROWS[-1][0]):
        raise Mistake(
            "this gives {count} numbers for {rows} rows: does every row get one, those with a no too?",
            count=len(signs),
            rows=len(ROWS[-1][0]),
        )
    pairs = zip(values, ROWS, strict=True)
    fitting = [each for each, (ids,) in pairs if isinstance(each, Tensor) and each.shape == (len(ids),)]
    if len(fitting) == len(ROWS):
        _name_one_sign(torch.cat(fitting))


def _name_one_sign(signs: Tensor) -> None:
    """Raise a Mistake for signs of all rows that lack those below 0, or those above it too."""
    if (signs >= 0).all() and (signs > 0).any() and (signs == 0).any():
        if torch.equal(signs > 0, torch.cat([_right(ids) for (ids,) in ROWS]) > 0):
            raise Mistake("yes is above 0 as it should be, but no should be below 0, not 0 itself")
        raise Mistake(
            "no number is below 0, as a no should be; and those above 0 are not the rows in which A comes first"
        )
    if len(set(signs.tolist())) == 1:
        raise Mistake(
            "every row gets the same sign: is A's position compared with B's, and is the sign of the difference kept?"
        )


LONG = torch.full((6, 2100), 10)  # an id of two digits, whose first is a 1
LONG[range(6), [2048, 2049, 250, 260, 3, 290]] = 0  # float16 has one number for 2048 and 2049
LONG[range(6), [2049, 2048, 260, 250, 290, 3]] = 1
ROWS = [
    (order_task(1, 3, seed=3)[0][:2],), (torch.tensor([[5, 0, 1000, 1]]),), (LONG,),
    *((order_task(40, length, seed=3)[0],) for length in (5, 16, 8)),
]  # fmt: skip
HOOKS = {
    "09.1": {"if_stopped": _name_one_condition},
    "09.2": {"if_stopped": _name_mean_of_booleans},
    "09.3": {
        "cases": ROWS,
        "before_comparing": _signs,
        "if_stopped": _name_mean_of_booleans,
        "if_unlisted": _name_wrong_signs,
    },
}
