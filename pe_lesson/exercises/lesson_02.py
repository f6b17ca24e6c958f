"""Exercises of lesson 02."""

import torch

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._verdicts import Mistake
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import build_vocab_from_iterator
from pe_lesson.text.zen import zen

RIGHT = build_vocab_from_iterator([tokenize(line) for line in zen()], specials=["<unk>", "<pad>"]).get_itos()


def _entries(answer: object) -> object:
    if not hasattr(answer, "get_itos") or not hasattr(answer, "get_default_index"):
        raise Mistake(f"a vocabulary is asked for, this is {shown(answer)}")
    return [*answer.get_itos(), answer.get_default_index()]


def _why(values: list[object]) -> None:
    assert isinstance(values[0], list)
    *tokens, default = values[0]
    missing = {"<unk>", "<pad>"} - set(tokens)
    if missing:
        raise Mistake(f"there is no {' and no '.join(sorted(missing))} in it; specials is a list of both")
    if tokens[:2] == ["<pad>", "<unk>"]:
        raise Mistake("the two specials have each other's id; the order of the list is the order of the ids")
    if tokens[-2:] == ["<unk>", "<pad>"]:
        raise Mistake(
            "the specials stand at the end; give them as specials when you build, with special_first as it is"
        )
    if tokens[:2] != ["<unk>", "<pad>"]:
        raise Mistake(f"ids 0 and 1 belong to {tokens[:2]}; they should be the two specials")
    if sum(token.endswith(".") and token.strip(".") != "" for token in tokens) > 1:
        raise Mistake("full stops stick to words; give tokenize one line of the Zen at a time")
    if tokens != RIGHT:
        others = f"there are {len(tokens) - 2} other tokens, not the {len(RIGHT) - 2} of the Zen's lines"
        raise Mistake(f"{others}; give it one list of tokens per line, all lines, and no other argument than specials")
    if default is None:
        raise Mistake("an unknown word is still refused; set a default index")
    raise Mistake(f"the default index is {default}; unknown words should get the id of <unk>")


exercise(
    "02.1",
    before_comparing=_entries,
    if_unlisted=_why,
    praise="unknown words get id 0, and there is a token to pad with",
)

PLAIN = build_vocab_from_iterator([["a", "b", "c", "d", "e"]])
CATCHES = build_vocab_from_iterator([["a", "b"]], specials=["<unk>"])
CATCHES.set_default_index(0)
exercise(
    "02.2",
    cases=[
        (PLAIN, ["a", "b"]),
        (CATCHES, ["b", "zebra", "zebra"]),
        (PLAIN, ["a", "a", "zebra", "b", "a", "quagga", "zebra"]),
        (PLAIN, ["zebra"]),
        (PLAIN, ["b", "c", "zebra", "a"]),
    ],
    praise="each token of the text counts, known or not",
)


def _types(_answer: object, values: list[object]) -> None:
    for value in values:
        assert isinstance(value, tuple | list)
        if not all(isinstance(part, torch.Tensor) for part in value):
            raise Mistake("the numbers are right, but two tensors are asked for; torch.tensor makes one of a list")
        if value[0].is_floating_point():
            raise Mistake("the ids are no whole numbers; an embedding asks for ids of type int64")
        if value[1].dtype != torch.bool:
            raise Mistake("the mask has ones and zeros in the right places; make it True and False")


def _pair(value: object) -> object:
    if isinstance(value, torch.Tensor):
        raise Mistake("the mask is missing: return ids and mask, with a comma between them")
    return value


exercise(
    "02.3",
    cases=[([[3, 1], [2, 0, 5, 9], [7]], 9), ([[4]], 0), ([[1, 2, 3], [6, 8]], 0), ([[4, 1], [1], [2, 3, 8]], 6)],
    before_comparing=_pair,
    if_right=_types,
    praise="a rectangle, and a mask that knows which part of it is text",
)
