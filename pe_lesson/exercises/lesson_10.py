"""Hooks of lesson 10's exercises."""

import re

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import each_number_once, read_tensor
from pe_lesson.exercises.judges.offset import name_wrong_call, name_wrong_test, watched
from pe_lesson.exercises.judges.rotation import TURNED, name_wrong_turn
from pe_lesson.exercises.judges.turns import ALIKE, MIXED

ORDER_RIGHT, ORDER_BACK = [0, 2, 4, 6, 1, 3, 5, 7], [1, 3, 5, 7, 0, 2, 4, 6]


def _eight_columns(answer: object) -> object:
    _refuse_kind(answer)
    order = read_tensor(answer)
    _refuse_shape(answer, order)
    _refuse_numbers(order)
    order = each_number_once(
        answer, 8,
        floating=marked("right or not, these are floating numbers; columns are chosen with whole ones"),
        missing=marked("each of the columns 0 to 7 should be there once"),
    )  # fmt: skip
    pairs = {frozenset((int(order[i]), int(order[i + 4]))) for i in range(4)}
    if pairs == {frozenset((2 * i, 2 * i + 1)) for i in range(4)} and order.tolist() not in (ORDER_RIGHT, ORDER_BACK):
        raise Mistake(
            "partners meet, but not every pair keeps its order and its frequency; pair 0 is the fastest, 3 the slowest"
        )
    return order


def _refuse_kind(answer: object) -> None:
    if isinstance(answer, set | frozenset):
        raise Mistake("a set has no order; the exercise asks for eight numbers in a list")
    if isinstance(answer, str | slice | range) or callable(answer):
        raise Mistake("the exercise asks for eight numbers in a list, this is {value}", value=typed_repr(answer))


def _refuse_shape(answer: object, order: Tensor) -> None:
    if isinstance(answer, list) and any(isinstance(part, bool) for part in answer):
        raise Mistake("True and False choose columns; in which order? Give eight column numbers")
    if order.tolist() in ([0, 2, 4, 6], [1, 3, 5, 7]):
        raise Mistake("these are four columns, one of each pair; the exercise asks for all eight, partners too")
    if order.dim() == 2 and sorted(order.flatten().tolist()) == list(range(8)):
        raise Mistake("the exercise asks for one list of eight numbers; this has {count} lists in it", count=len(order))
    if order.shape != (8,):
        raise Mistake("the exercise asks for eight numbers in one list; the shape is {shape}", shape=tuple(order.shape))


def _refuse_numbers(order: Tensor) -> None:
    if sorted(order.tolist()) == list(range(1, 9)):
        raise Mistake("columns are counted from 0, so the numbers are 0 to 7")
    if not torch.equal(order % 1, torch.zeros(8)):  # infinity % 1 is NaN
        raise Mistake("these are not all whole numbers; give the numbers of the columns, 0 to 7 in a new order")
    if order.max() > 7:
        raise Mistake(
            "there is no column {column}: the width is 8, and the columns are 0 to 7", column=int(order.max())
        )


WHY_NOT = {
    "b": marked(
        "where the ranges of two schemes, from lowest to highest seed, overlap, three seeds decide nothing: "
        "causal alone has from 0.70 to 0.90 at length 16, rotary from 0.58 to 0.91"
    ),
    "c": marked("of the models above 0.50 one does not fall: ALiBi has 1.00 at all three lengths"),
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
    """10.6: the letters of the sentences that the table of results supports."""
    if isinstance(answer, str):
        answer = [answer]
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if isinstance(answer, dict) and all(supported in (True, False) for supported in answer.values()):
        answer = [letter for letter, supported in answer.items() if supported]
    if not isinstance(answer, list | tuple | set | frozenset) or not all(isinstance(one, str) for one in answer):
        raise Mistake(
            'the exercise asks for letters of sentences, such as "bd"; this is {value}', value=typed_repr(answer)
        )
    letters = set(re.sub(r"\band\b|\W", "", " ".join(answer).lower()))
    if not letters:
        raise Mistake('no letter is chosen; give those of the sentences that the table supports, such as "bd"')
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
        "if_stopped": name_wrong_call,
        "if_unlisted": name_wrong_test,
    },
    "10.5": {"cases": TURNED, "if_unlisted": name_wrong_turn},
    "10.6": supported_sentences,
}
