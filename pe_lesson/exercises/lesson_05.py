"""Hooks of lesson 05's exercises."""

from torch import Tensor

from pe_lesson._arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._graders import from_text
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._read import read_tensor


def _name_wrong_count(values: list[object]) -> None:
    if (count := read_tensor(values[0]).numel()) != 3:
        raise Mistake("there are three frequencies, one for each pair of columns; this has {count}", count=count)


ONE_ROW = from_text("05.1", if_unlisted=_name_wrong_count)


def both_ways(answer: object) -> str:
    """05.1: the same row twice, computed in two ways."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise Mistake("the exercise asks for two tensors, this is {value}", value=typed_repr(answer))
    if any(part is ... or part is None for part in answer):
        raise NotAnswered
    for i, part in enumerate(answer):
        try:
            if isinstance(part, Tensor) and part.tolist() == [1, 0, 0] and not part.is_floating_point():
                raise Mistake(
                    "its numbers are whole: is the tensor, or are its exponents, of an integer type? "
                    "the exponents are divided by d_model, with / (// cuts to a whole number)"
                )
            ONE_ROW(part)
        except Mistake as mistake:
            which = marked("the second: {mistake}") if i else marked("the first: {mistake}")
            raise Mistake(which, mistake=mistake) from None
    return say(ONE_ROW.praise)


def _name_fixed_shape(values: list[object]) -> None:
    shapes = {tuple(value.shape) for value in values if isinstance(value, Tensor)}
    if len(shapes) == 1 and len(values) > 1:
        raise Mistake("the shape is fixed here; take it from the phases: as many rows, and twice as many columns")


HOOKS = {"05.1": both_ways, "05.3": {"if_unlisted": _name_fixed_shape}}
