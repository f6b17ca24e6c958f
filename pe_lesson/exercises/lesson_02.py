"""Hooks of lesson 02's exercises."""

from collections.abc import Callable

import torch

from pe_lesson._check_arguments import typed_repr
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import Vocab, build_vocab_from_iterator
from pe_lesson.text.zen_of_python import zen

RIGHT = build_vocab_from_iterator([tokenize(line) for line in zen()], specials=["<unk>", "<pad>"]).get_itos()


def _entries(answer: object) -> object:
    if not hasattr(answer, "get_itos") or not hasattr(answer, "get_default_index"):
        raise Mistake("the exercise asks for a vocabulary, this is {value}", value=typed_repr(answer))
    return [*answer.get_itos(), answer.get_default_index()]


def _name_wrong_vocabulary(values: list[object]) -> None:
    assert isinstance(values[0], list)
    *tokens, default = values[0]
    missing = {"<unk>", "<pad>"} - set(tokens)
    if missing:
        raise Mistake("it lacks {tokens}; specials is a list of <unk> and <pad>", tokens=", ".join(sorted(missing)))
    if tokens[:2] == ["<pad>", "<unk>"]:
        raise Mistake("the two specials have each other's id; specials numbers them in the order of its list")
    if tokens[-2:] == ["<unk>", "<pad>"] and len(tokens) > 2:
        raise Mistake("the specials are at the end; give them as specials when you build, with special_first as it is")
    if tokens[:2] != ["<unk>", "<pad>"]:
        raise Mistake("ids 0 and 1 belong to {tokens}; they should be the two specials", tokens=tokens[:2])
    if tokens != RIGHT:
        _name_other_tokens(tokens)
    if default is None:
        raise Mistake("an unknown word is still refused; set a default index")
    raise Mistake("the default index is {default}; unknown words should get the id of <unk>", default=default)


def _name_other_tokens(tokens: list[str]) -> None:
    """Raise a Mistake that says in what the tokens after the two specials differ from the Zen's."""
    if tokens == RIGHT[: len(tokens)]:
        raise Mistake(
            "it ends after {count} of the {right} tokens, as with min_freq or max_tokens; keep all",
            count=len(tokens), right=len(RIGHT),
        )  # fmt: skip
    if all(len(token) == 1 for token in tokens[2:]):
        raise Mistake("the other tokens are single letters; give one list of tokens per line, not strings")
    if any(" " in token for token in tokens):
        raise Mistake("there are whole lines among the tokens; call tokenize on each line")
    if tokens[2 - len(RIGHT) :] == RIGHT[2:]:
        raise Mistake("there are other specials, too; give <unk> and <pad> alone")
    if tokens == [token.lower() for token in tokens]:
        raise Mistake("the tokens are in small letters; keep the capital ones")
    if sum(token.endswith(".") and token.strip(".") != "" for token in tokens) > 1:
        raise Mistake(
            "full stops stick to words, as in lines cut at spaces, or when tokenize gets all lines at once; "
            "call tokenize on each line"
        )
    if sorted(tokens) == sorted(RIGHT):
        raise Mistake(
            "the other tokens have another order; frequent ones come first, and equally frequent ones by code point: "
            "is each line there once, with all its tokens, and no special but the two?"
        )
    raise Mistake(
        "the {count} other tokens are not the {right} of the Zen's lines: is there one list of tokens per line, "
        "made by tokenize, for all lines, and nothing else?",
        count=len(tokens) - 2, right=len(RIGHT) - 2,
    )  # fmt: skip


def _with_vocabulary_kept(answer: Callable[..., object], vocab: Vocab, tokens: list[str]) -> object:
    """Call an answer, and take back a default index that it sets."""
    default = vocab.get_default_index()
    try:
        return answer(vocab, tokens)
    finally:
        vocab.set_default_index(default)


def _check_types(_answer: object, values: list[object], *_: object) -> None:
    for value in values:
        assert isinstance(value, tuple | list)
        if not all(isinstance(part, torch.Tensor) for part in value):
            raise Mistake(
                "the numbers are right, but not in two tensors; torch.tensor makes one of lists, torch.stack of tensors"
            )
        refuse_types(*value)


def refuse_types(ids: object, mask: object) -> None:
    """Raise a Mistake for right ids, or a right mask, in a tensor of another type."""
    if isinstance(ids, torch.Tensor) and ids.is_floating_point():
        raise Mistake("the ids are of a floating type; an embedding needs whole numbers, such as int64")
    if isinstance(mask, torch.Tensor) and mask.dtype != torch.bool:
        raise Mistake("the mask has ones and zeros in the right places; make it True and False")


def _name_ragged(error: str) -> None:
    if "expected sequence of length" in error:
        raise Mistake(
            "ids or mask has rows of different lengths still, and torch.tensor stops; fill both up to the longest "
            "({error})",
            error=error,
        )


HOOKS = {
    "02.1": {"before_comparing": _entries, "if_unlisted": _name_wrong_vocabulary},
    "02.2": {"run_case": _with_vocabulary_kept},
    "02.3": {"if_right": _check_types, "if_stopped": _name_ragged},
}
