"""Hooks of lesson 06's exercises."""

from collections.abc import Sequence

from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import read_tensor
from pe_lesson.exercises._run import Case


def _check_zeros(_answer: object, values: list[object], cases: Sequence[Case]) -> None:
    if any(read_tensor(value)[ids == pad_id].any() for value, (_, ids, pad_id) in zip(values, cases, strict=True)):
        raise Mistake("what is left of the padding is small, but not 0; write zeros")


def _check_weights(_answer: object, values: list[object], cases: Sequence[Case]) -> None:
    if any(read_tensor(value).mT[ids == pad_id].any() for value, (_, ids, pad_id) in zip(values, cases, strict=True)):
        raise Mistake(
            "padding has a small weight, not 0: is the number that should hide it not low enough? none is below -inf"
        )


HOOKS = {"06.2": {"if_right": _check_zeros}, "06.4": {"if_right": _check_weights}}
