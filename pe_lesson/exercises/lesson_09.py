"""Exercises of lesson 09."""

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.attention.tasks import order_task
from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._run import sizes_meet
from pe_lesson.exercises._verdicts import Mistake


def _whole(_answer: object, values: list[object]) -> None:
    if any(isinstance(value, Tensor) and value.is_floating_point() for value in values):
        raise Mistake("A and B are exchanged, but ids should stay whole numbers; an embedding takes no others")


ONE_LENGTH = "this fits rows of one length only; ids.size(1) is the length"
exercise(
    "09.1",
    cases=[
        (torch.tensor([[0, 2]]),),
        (torch.tensor([[0, 2, 1, 3], [5, 1, 6, 0], [0, 1, 7, 4]]),),
        (torch.tensor([[1, 0, 6]]),),
        (torch.tensor([[0, 3, 0, 1], [1, 1, 4, 0], [2, 1, 5, 3]]),),
    ],
    if_right=_whole,
    if_stopped=lambda error: sizes_meet(error, ONE_LENGTH),
    praise="and doing it twice gives the rows back",
)

NO_MEAN = "booleans have no mean; .double() first makes 0 and 1 of them"


def _no_mean(error: str) -> None:
    """A Mistake if booleans were averaged: torch's releases have different errors for it."""
    if "mean" in error and "Bool" in error:
        raise Mistake(f"{NO_MEAN} ({error})")


def _no_mean_or_size(error: str) -> None:
    _no_mean(error)
    sizes_meet(error, ONE_LENGTH)


exercise(
    "09.2",
    cases=[
        (torch.tensor([3.0, -1.2]), torch.tensor([1.0, 1])),
        (
            torch.tensor([0.0, 1.0, 0.4, 0.2, 1.0, 2.6, 2.6, -4.0, 0.2, 0.3, 3.0, 0.4, -4.0]),
            torch.tensor([0.0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1]),
        ),
        (torch.tensor([0.2, -0.5, -1.0]), torch.tensor([1.0, 0, 1])),
        (torch.tensor([2.0]), torch.tensor([1.0])),
        (torch.tensor([0.0, 0, 0, -1]), torch.tensor([1.0, 1, 0, 0])),
    ],
    if_stopped=_no_mean,
    praise="which is what the curves above show",
)


def _signs(value: object) -> object:
    """One sign per row: what the numbers are is free."""
    if isinstance(value, list | tuple):
        value = torch.as_tensor(value)
    if isinstance(value, int | float):
        raise Mistake("one number for each row is asked for, this is one alone; does a loop keep that of each row?")
    if not isinstance(value, Tensor):
        raise Mistake(f"one number for each row is asked for, in a tensor; this is {shown(value)}")
    return value.detach().double().sign()


def _right(ids: Tensor) -> Tensor:
    return ((ids == 1).int().argmax(1) - (ids == 0).int().argmax(1)).double().sign()


def _look(values: list[object]) -> None:
    signs = values[-1]
    assert isinstance(signs, Tensor)
    if signs.dim() == 0:
        raise Mistake(
            "one number for all rows came back; each row has an answer of its own: sum over its letters, dim 1"
        )
    if signs.shape == (8,):
        raise Mistake("one number per position came back; sum over the letters of a row, dim 1, not over the rows")
    if signs.shape == ROWS[-1][0].shape:
        raise Mistake("a number for each letter came back; one for each row is asked for, so sum over dim 1")
    if signs.dim() == 1 and (signs >= 0).all() and (signs > 0).any() and (signs == 0).any():
        if torch.equal(signs > 0, _right(ROWS[-1][0]) > 0):
            raise Mistake("yes is above 0 as it should be, but no should be below 0, not 0 itself")
        raise Mistake(
            "no number is below 0, as a no should be; and those above 0 are not the rows in which A comes first"
        )
    if signs.dim() == 1 and len(set(signs.tolist())) == 1:
        raise Mistake("every row gets the same sign; compare the position of A with that of B")


ROWS = [(order_task(1, 3, seed=3)[0][:2],)] + [(order_task(40, length, seed=3)[0],) for length in (5, 16, 8)]
exercise(
    "09.3",
    cases=ROWS,
    if_stopped=_no_mean_or_size,
    before_comparing=_signs,
    if_unlisted=_look,
    praise="the raw index is enough for this task; lesson 00 says why it is not what one adds to embeddings",
)


def _draw(length: int, d_head: int) -> tuple[Tensor, Tensor]:
    numbers = (torch.arange(2 * length * d_head) * 7 % 11 / 4 - 1.25).reshape(2, length, d_head)
    return numbers[0], numbers[1]


# scores near -700, where a mask of -12 draws all the weight; float64, so that their exp is not 0 yet
LOW = torch.full((3, 4), -20.0, dtype=torch.float64), 17.5 + _draw(3, 4)[1].double() / 10
MEETS_AT_ZERO = torch.tensor([[1.0, 1], [0, 2], [1, -1]]), torch.tensor([[3.0, 0], [1, 0.5], [0.25, 1]])


exercise(
    "09.4",
    cases=[_draw(2, 1), _draw(3, 4), _draw(5, 2), _draw(4, 4), MEETS_AT_ZERO, LOW],
    praise="this, times the values, is attention; lesson 00's version had no mask",
)
