"""Exercises of lesson 03."""

import re

import numpy as np
import torch
from torch import Tensor

from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._read import plain
from pe_lesson.exercises._run import run_answer
from pe_lesson.exercises._verdicts import Mistake

exercise(
    "03.1",
    otherwise="think of rows and their length, and multiply",
    praise="over two million numbers, all trained",
)

CLASSES = (
    "one-hot needs as many classes as the table that comes in has rows, len(weight); num_classes=… takes their number"
)


def _other_classes(error: str) -> None:
    if found := re.search(r"cannot be multiplied \(1x(\d+) and 2x1\)", error):
        raise Mistake(f"{CLASSES} (here {found[1]} classes meet a table of 2 rows)")
    if "smaller than num_classes" in error:
        raise Mistake(f"{CLASSES} (here an id is too large for the classes)")


exercise(
    "03.2",
    cases=[
        (torch.tensor([[1]]), torch.tensor([[1.5], [0.25]])),
        (torch.tensor([[1, 0, 2], [5, 3, 4]]), torch.arange(12.0).reshape(6, 2) ** 1.5 - 7),
        (torch.tensor([[0], [2]]), torch.arange(12.0).reshape(4, 3) ** 1.5 + 1),
    ],
    if_stopped=_other_classes,
    praise="one-hot times table picks the same rows as an index would",
)


def _sorted(value: object) -> object:
    pairs = plain(value.tolist() if isinstance(value, Tensor) and value.dtype != torch.bool else value)
    is_pairs = isinstance(pairs, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
    return sorted(pairs) if isinstance(pairs, list) and is_pairs else pairs


def _plain_numbers(answer: object, _values: list[object]) -> None:
    value = run_answer(answer, torch.tensor([[4, 1]]), 1)
    kind = {Tensor: "a tensor", np.ndarray: "an array"}.get(type(value))
    if kind:
        raise Mistake(f"the places are right, but in {kind}; .tolist() makes plain numbers")
    assert isinstance(value, list | tuple)
    if any(isinstance(part, Tensor) or any(isinstance(number, Tensor) for number in part) for part in value):
        raise Mistake("the places are right, but the numbers are tensors; .tolist() makes plain numbers")


exercise(
    "03.3",
    cases=[
        (torch.tensor([[4, 1]]), 1),
        (torch.tensor([[1, 5], [3, 0]]), 9),
        (torch.tensor([[4, 1, 4], [2, 4, 0], [0, 2, 4]]), 4),
    ],
    before_comparing=_sorted,
    if_right=_plain_numbers,
    praise="these are the places that an embedding cannot tell apart",
)
