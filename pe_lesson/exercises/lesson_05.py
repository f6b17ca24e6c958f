"""Hooks of lesson 05's exercises."""

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._by_number import from_text
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
            ONE_ROW(part)
        except Mistake as mistake:
            which = marked("the second: {mistake}") if i else marked("the first: {mistake}")
            raise Mistake(which, mistake=mistake) from None
    return say(ONE_ROW.praise)


HOOKS = {"05.1": both_ways}
