"""Hooks of lesson 03's exercises."""

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import plain
from pe_lesson.exercises._run import run_answer


def _sorted(value: object) -> object:
    if isinstance(value, set | dict):
        raise Mistake("the exercise asks for a list of pairs, this is {value}", value=typed_repr(value))
    pairs = plain(value)
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
    "03.3": {"before_comparing": _sorted, "if_right": _check_plain_numbers},
}
