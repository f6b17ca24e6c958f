"""Hooks of lesson 10's exercises."""

import re

import torch
from torch import Tensor

from pe_lesson._arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import read_bool, read_tensor
from pe_lesson.exercises._turns import ALIKE, MIXED, not_turned, watched

ORDER_RIGHT, ORDER_BACK = [0, 2, 4, 6, 1, 3, 5, 7], [1, 3, 5, 7, 0, 2, 4, 6]


def _eight_columns(answer: object) -> object:
    if callable(answer) and not isinstance(answer, Tensor):
        raise Mistake("the exercise asks for a list of eight column numbers, this is a function")
    if isinstance(answer, set | frozenset):
        raise Mistake("a set has no order; the exercise asks for eight numbers in a list")
    if isinstance(answer, str | slice | range):
        raise Mistake("the exercise asks for eight numbers in a list, this is {value}", value=typed_repr(answer))
    order = read_tensor(answer)
    if isinstance(answer, list) and any(isinstance(part, bool) for part in answer):
        raise Mistake("True and False choose columns; in which order? Give eight column numbers")
    if order.tolist() in ([0, 2, 4, 6], [1, 3, 5, 7]):
        raise Mistake("these are four columns, one of each pair; the exercise asks for all eight, partners too")
    if order.dim() == 2 and sorted(order.flatten().tolist()) == list(range(8)):
        raise Mistake("the exercise asks for one list of eight numbers; this has {count} lists in it", count=len(order))
    if order.shape != (8,):
        raise Mistake("the exercise asks for eight numbers in one list; the shape is {shape}", shape=tuple(order.shape))
    if sorted(order.tolist()) == list(range(1, 9)):
        raise Mistake("columns are counted from 0, so the numbers are 0 to 7")
    if not torch.equal(order, order.round()):
        raise Mistake("these are entries of a vector; give the numbers of the columns, 0 to 7 in a new order")
    if order.max() > 7:
        raise Mistake(
            "there is no column {column}: the width is 8, and the columns are 0 to 7", column=int(order.max())
        )
    if torch.as_tensor(answer).is_floating_point():
        raise Mistake("right or not, these are floating numbers; columns are chosen with whole ones")
    order = torch.where(order < 0, order + 8, order)
    if sorted(order.tolist()) != list(range(8)):
        raise Mistake("each of the columns 0 to 7 should be there once")
    pairs = {frozenset((int(order[i]), int(order[i + 4]))) for i in range(4)}
    if pairs == {frozenset((2 * i, 2 * i + 1)) for i in range(4)} and order.tolist() not in (ORDER_RIGHT, ORDER_BACK):
        raise Mistake(
            "partners meet, but not every pair keeps its order and its frequency; pair 0 is the fastest, 3 the slowest"
        )
    return order


ROUNDING = marked(
    "it says False to some that keep the score: is it compared with ==, or only a part of the numbers? Equal scores "
    "differ by rounding; torch.allclose allows for it"
)
UNTURNED = marked(
    "it says False where both leave the vectors as they are: that score depends on nothing, so on the offset only"
)
NO_ABS = marked("without abs() a score that grows with the position passes, or one that falls")
WIDE = marked(
    "a score that grows slowly passes: is the tolerance too wide (in float64 rounding is near 1e-15), or do you compare angles or signs, not scores?"
)


ONLY_WRONG = {  # what a test does that is wrong about one kind of pair alone, by the name of the key's turn
    "shrinking": marked(
        "it says False where query grows and key shrinks with position, so that the score stays the same: compare dot products, not lengths or distances"
    ),
    "counted_from_1": marked(
        "it says False where both count positions from 1, so that position 0 turns as well: is a vector used without its turn?"
    ),
    "one_pair_backwards": marked(
        "a turn that is wrong in two columns passes: is the vector 0 there? Draw random numbers"
    ),
    "minus_elsewhere": marked(
        "a score with the other sign passes: is there an abs() or a square, or is one agreement enough (any)?"
    ),
}


def _name_wrong_test(values: list[object]) -> None:
    """Raise a Mistake for a test whose yes and no to the pairs show how it compares, whichever numbers it drew."""
    verdicts = [read_bool(value) for value in values if value is not None]
    if len(verdicts) == len(values):
        pairs = enumerate(zip(ALIKE + MIXED, verdicts, strict=True))
        wrong = {key.__name__ for i, ((_, key), verdict) in pairs if verdict != (i < len(ALIKE))}
        if len(wrong) > 1:
            wrong -= {"minus_elsewhere"}  # a key that is asked for once never changes its sign
        if len(wrong) == 1 and (sentence := ONLY_WRONG.get(wrong.pop())):
            raise Mistake(sentence)
    if len(verdicts) == len(values) and not any(verdicts[len(ALIKE) :]):
        raise Mistake(ROUNDING if verdicts[ALIKE.index((not_turned, not_turned))] else UNTURNED)
    if not all(verdicts) and all(verdicts[len(ALIKE) :]):
        raise Mistake("it says True where two scores differ: the wrong way round; and == and != allow no rounding")
    if all(verdicts[: len(ALIKE)]) and len(verdicts) == len(values) and not all(verdicts):
        mixed = verdicts[len(ALIKE) :]
        if all(verdict != twin for verdict, twin in zip(mixed[::2], mixed[1::2], strict=True)):
            raise Mistake(NO_ABS)
        if all(mixed[-2:]):
            raise Mistake(WIDE)
    if all(verdicts):
        raise Mistake("it says True to everything, mixed layouts too; which two numbers does it compare?")


def _name_wrong_call(error: str) -> None:
    """Raise a Mistake in plain words for a call with something missing, or an assert."""
    if "missing" in error and "position" in error:
        raise Mistake("a turn takes a vector of width 8, then a position: turn_query(q, 5) ({error})", error=error)
    if error.startswith("AssertionError"):
        raise Mistake("an assert stops at the first fault; the answer to it should be False: return the comparison")


WHY_NOT = {
    "b": marked(
        "where the ranges of two schemes, from lowest to highest seed, overlap, three seeds decide nothing: causal alone has from 0.70 to 0.90 at length 16, rotary from 0.58 to 0.91"
    ),
    "c": marked("one line does not fall: ALiBi has 1.00 at all three lengths"),
    "d": marked("no line of the table was trained for longer, so it says nothing of what would happen then"),
}
HINTS = {
    "a": marked(
        "look at the first line: what can one say of a model that has 0.50 with every seed and at every length?"
    ),
    "e": marked("look at length 16, at the lowest seed of one scheme and the highest of another"),
    "f": marked("two lines differ in the mask alone; compare them"),
}


def supported_sentences(answer: object) -> str:
    if isinstance(answer, str):
        answer = list(re.sub(r"\band\b|[\s,;.]", "", answer.lower()))
    if isinstance(answer, dict):
        answer = [letter for letter, supported in answer.items() if isinstance(supported, int) and supported == 1]
    if not isinstance(answer, list | tuple | set | frozenset) or not all(isinstance(one, str) for one in answer):
        raise Mistake(
            'the exercise asks for letters of sentences, such as "bd"; this is {value}', value=typed_repr(answer)
        )
    letters = set("".join(answer).lower().replace(" ", ""))
    if not letters:
        raise Mistake('there is no letter in it; give those of the sentences that the table supports, such as "bd"')
    if not letters <= set("abcdef"):
        given = typed_repr("".join(sorted(letters)))
        raise Mistake("the sentences have the letters a to f; this has {given}", given=given)
    for letter in sorted(letters & set(WHY_NOT), key="cbd".index):
        if len(letters & set(WHY_NOT)) > 1:
            raise Mistake(
                "{letter} is not supported (nor is this the only one): {why}", letter=letter, why=say(WHY_NOT[letter])
            )
        raise Mistake("{letter} is not supported: {why}", letter=letter, why=say(WHY_NOT[letter]))
    for letter in sorted(set(HINTS) - letters):
        raise Mistake("one that is supported is missing: {hint}", hint=say(HINTS[letter]))
    return say(
        "three the table supports; one needs more seeds, one is too broad, one asks an experiment that nobody made"
    )


HOOKS = {
    "10.3": {"before_comparing": _eight_columns},
    "10.4": {
        "cases": ALIKE + MIXED,
        "run_case": watched,
        "may_read_notebook": True,
        "if_stopped": _name_wrong_call,
        "if_unlisted": _name_wrong_test,
    },
    "10.6": supported_sentences,
}
