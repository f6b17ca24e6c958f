"""Hooks of lesson 03's exercises."""

import re

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import typed_repr
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import plain
from pe_lesson.exercises._run import run_answer


def _name_wrong_classes(error: str) -> None:
    if found := re.search(r"cannot be multiplied \(1x(\d+) and 2x1\)", error):
        raise Mistake(
            "one-hot needs as many classes as the table that comes in has rows, len(weight); num_classes=… takes their "
            "number (here {count} classes meet a table of 2 rows)",
            count=found[1],
        )
    if "smaller than num_classes" in error:
        raise Mistake(
            "one-hot needs as many classes as the table that comes in has rows, len(weight); num_classes=… takes their "
            "number (here an id is too large for the classes)"
        )


def _sorted(value: object) -> object:
    if isinstance(value, set | dict):
        raise Mistake("the exercise asks for a list of pairs, this is {value}", value=typed_repr(value))
    pairs = plain(value.tolist() if isinstance(value, Tensor) and value.dtype != torch.bool else value)
    is_pairs = isinstance(pairs, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
    return sorted(pairs) if isinstance(pairs, list) and is_pairs else pairs


def _check_plain_numbers(answer: object, *_: object) -> None:
    value = run_answer(answer, torch.tensor([[4, 1]]), 1)
    if isinstance(value, Tensor | np.ndarray):
        raise Mistake("the places are right, but not in a list; .tolist() makes a list of plain numbers")
    assert isinstance(value, list | tuple)
    if any(isinstance(part, Tensor) or any(isinstance(number, Tensor) for number in part) for part in value):
        raise Mistake("the places are right, but the numbers are tensors; .tolist() makes plain numbers")


HOOKS = {
    "03.2": {"if_stopped": _name_wrong_classes},
    "03.3": {"before_comparing": _sorted, "if_right": _check_plain_numbers},
}
