"""Hooks of lesson 14's exercises; 14.3 asks for four letters and says what speaks against each wrong one."""

from collections.abc import Callable, Sequence
from copy import deepcopy

import torch
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._run import Case
from pe_lesson.exercises.lesson_02 import refuse_types

RIGHT = {"documents": "d", "image": "f", "cities": "a", "days": "b"}
NOT_WHEN = marked(
    "days: this does not say when something was measured; what is the position of the fourth measurement?"
)
AGAINST = {
    "documents": {
        "a": marked(
            "documents: this model learned to read with RoPE; without positions it would lose what the angles tell of "
            "the order"
        ),
        "b": marked("documents: the days belong to another situation; tokens of a text have no dates"),
        "c": marked("documents: at position 99,999 the slow pairs have angles that training never showed (lesson 12)"),
        "e": marked("documents: rows are for a learned table, and RoPE has none; what must change are its angles"),
        "f": marked("documents: RoPE has no table to interpolate; what must change are its angles"),
    },
    "image": {
        "a": marked("image: without positions, a patch at the top and one at the bottom are the same to the model"),
        "b": marked("image: the days belong to another situation; a patch has a row and a column"),
        "c": marked("image: a learned table has no row for a new position: its rows end at 196, and 576 patches come"),
        "d": marked("image: frequencies belong to RoPE; this model has a learned table"),
        "e": marked("image: random rows tell the model nothing, since it was not trained on them (lesson 13)"),
    },
    "cities": {
        "b": marked("cities: a set has no place for its members, so any number would say something that is not there"),
        "c": marked("cities: the order of a list would change the answer, and a set has none (lesson 00)"),
        "d": marked("cities: a set has no place for its members, so there is no frequency to slow down"),
        "e": marked("cities: a set has no place for its members, so rows would say something that is not there"),
        "f": marked("cities: a set has no place for its members, so there is no table to interpolate"),
    },
    "days": {
        "a": marked("days: without positions, the model cannot know when something was measured"),
        "c": marked("days: with 0, 1, 2, … days 2 and 9 would be neighbours, as days 1 and 2 are; the gaps matter"),
        **dict.fromkeys("def", NOT_WHEN),
    },
}


def _with_vocabulary_kept(answer: Callable[..., object], sentences: object, vocab: object, *others: object) -> object:
    """Call an answer with a copy of the vocabulary, since it may add a token or a default index."""
    return answer(sentences, deepcopy(vocab), *others)


def _check_it_learns(_answer: object, values: list[object], cases: Sequence[Case]) -> None:
    for (*_, embedding, _, _), value in zip(cases, values, strict=True):
        assert isinstance(value, tuple | list)
        ids, padding, _, mean = value
        refuse_types(ids, padding)
        if not isinstance(mean, Tensor) or not mean.requires_grad:
            raise Mistake(
                "right numbers, but the mean is not a tensor that gradients go through: leave out detach(), no_grad() "
                "and tolist(), so that it can learn"
            )
        if torch.autograd.grad(mean.sum(), embedding.weight, allow_unused=True)[0] is None:
            raise Mistake(
                "right numbers, but no gradient comes back to the embedding: leave out detach() and no_grad(), "
                "so that it can learn"
            )


def choose(choices: object) -> str:
    """Praise for four right choices; a Mistake says what speaks against the first wrong one."""
    if not isinstance(choices, dict):
        raise Mistake("give a dictionary, with one letter from a to f for each of the four situations")
    if choices and all(choice is ... for choice in choices.values()):
        raise NotAnswered
    missing = [situation for situation in RIGHT if choices.get(situation, ...) is ...]
    for situation, right in RIGHT.items():
        if situation in missing:
            continue
        letter = str(choices[situation]).strip(" ().:").lower()
        if letter not in set("abcdef"):
            raise Mistake("{situation}: give one letter from a to f", situation=situation)
        if letter != right:
            raise Mistake(AGAINST[situation][letter])
    if missing:
        raise Mistake("a choice for {situation} is missing", situation=missing[0])
    return say("four choices that fit; now read the reasons below, and compare them with yours")


HOOKS = {"14.1": {"run_case": _with_vocabulary_kept, "if_right": _check_it_learns}, "14.3": choose}
