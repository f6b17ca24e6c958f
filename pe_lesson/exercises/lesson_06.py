"""Hooks of lesson 06's exercises."""

from torch import Tensor

from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import read_tensor
from pe_lesson.exercises._text import texts


def _padding(number: str) -> list[Tensor]:
    """Where the padding is in each case of an exercise."""
    return [ids == pad_id for _, ids, pad_id in texts("06")[number].fields["cases"]]


def _check_zeros(_answer: object, values: list[object]) -> None:
    if any(read_tensor(value)[padding].any() for value, padding in zip(values, _padding("06.2"), strict=True)):
        raise Mistake("what is left of the padding is small, but not 0; write zeros")


def _check_weights(_answer: object, values: list[object]) -> None:
    if any(read_tensor(value).mT[padding].any() for value, padding in zip(values, _padding("06.4"), strict=True)):
        raise Mistake(
            "padding has a small weight, not 0: the number that should hide it is not low enough; none is below -inf"
        )


HOOKS = {"06.2": {"if_right": _check_zeros}, "06.4": {"if_right": _check_weights}}
