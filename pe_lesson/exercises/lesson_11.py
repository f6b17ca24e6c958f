"""Exercises of lesson 11."""

import torch
from torch import Tensor

from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._verdicts import Mistake

LEFT = torch.tensor([[False, False, True, True], [True, True, True, True], [False, False, False, True]])
RIGHT = torch.tensor([[True, True, False, False, False], [True, True, True, True, False]])
WHOLE = torch.ones(2, 3, dtype=torch.bool)


def _whole_numbers(_answer: object, values: list[object]) -> None:
    if not all(isinstance(value, Tensor) for value in values):
        raise Mistake("right numbers in a list; a tensor is asked for, and torch.tensor makes one")
    if any(isinstance(value, Tensor) and value.dtype != torch.int64 for value in values):
        raise Mistake("right numbers in another type; positions are whole numbers, int64: leave .float() out")


def _bools(_answer: object, values: list[object]) -> None:
    if any(isinstance(value, Tensor) and value.dtype != torch.bool for value in values):
        raise Mistake("right places, but as numbers; a mask is bool: leave the comparison as it is")


exercise(
    "11.1",
    cases=[(LEFT,), (RIGHT,), (WHOLE,)],
    if_right=_whole_numbers,
    praise="prompt and answer are counted alike, so no offset is wrong",
)

PACKS = [
    (torch.tensor([0, 0, 1]),),
    (torch.tensor([0, 0, 0, 1, 1, 2]),),
    (torch.tensor([4, 4, 7, 7, 7, 4]),),
    (torch.tensor([5]),),
]
exercise(
    "11.2",
    cases=[*PACKS[:2], PACKS[3]],
    if_right=_bools,
    praise="block-diagonal and causal at once",
)


exercise(
    "11.3",
    cases=[*PACKS[:2], (torch.tensor([4, 4, 7, 7, 7]),), (torch.tensor([5, 5, 2]),), PACKS[3]],
    if_right=_whole_numbers,
    praise="each document begins at 0 again, as if it were alone",
)
