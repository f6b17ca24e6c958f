"""Graders of lesson 02."""

import torch

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Mistake, same
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_number as number
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import build_vocab_from_iterator
from pe_lesson.text.zen import zen


@exercise("02.1")
def specials(answer: object) -> str:
    if not hasattr(answer, "get_itos") or not hasattr(answer, "get_default_index"):
        raise Mistake(f"a vocabulary is asked for, this is {shown(answer)}")
    tokens, default = answer.get_itos(), answer.get_default_index()
    right = build_vocab_from_iterator([tokenize(line) for line in zen()]).get_itos()
    missing = {"<unk>", "<pad>"} - set(tokens)
    if missing:
        raise Mistake(f"there is no {' and no '.join(sorted(missing))} in it; specials is a list of both")
    if tokens[:2] == ["<pad>", "<unk>"]:
        raise Mistake("the two specials have each other's id; the order of the list is the order of the ids")
    if tokens[-2:] == ["<unk>", "<pad>"]:
        raise Mistake(
            "the specials stand at the end; give them as specials when you build, and special_first as it is puts them first"
        )
    if tokens[:2] != ["<unk>", "<pad>"]:
        raise Mistake(f"ids 0 and 1 belong to {tokens[:2]}; they should be the two specials")
    if tokens[2:] and all(len(token) == 1 for token in tokens[2:]):
        raise Mistake(
            "the other tokens are single letters; the vocabulary wants one list of tokens a line, not strings"
        )
    if sum(token.endswith(".") and token.strip(".") != "" for token in tokens) > 1:
        raise Mistake("full stops stick to words; give tokenize one line of the Zen at a time")
    if tokens[2:] != right:
        raise Mistake(
            f"there are {len(tokens) - 2} other tokens, not the {len(right)} of the Zen's lines in their order"
        )
    if default is None:
        raise Mistake("an unknown word is still refused; set a default index")
    if default != 0:
        raise Mistake(f"the default index is {default}; unknown words should get the id of <unk>")
    return "unknown words get id 0, and there is a token to pad with"


@exercise("02.2")
def coverage(answer: object) -> str:
    vocab = build_vocab_from_iterator([["a", "b", "c"]])
    tokens = ["a", "a", "a", "zebra", "b", "quagga", "zebra", "a"]
    share = number(call(answer, vocab, list(tokens)), "the share")
    if same(share, 5 / 8):
        if not same(number(call(answer, vocab, ["zebra"]), "the share"), 0.0):
            raise Mistake("right for a text with known words; one with none should have a share of 0")
        return "each token of the text counts, known or not"
    if same(share, 3 / 8):
        raise Mistake("this is the share of unknown tokens; the known ones are asked for")
    if same(share, 5):
        raise Mistake("this is a count; divide it by the number of tokens in the text")
    if same(share, 2 / 4):
        raise Mistake("this counts each different token once; a text counts its repeats")
    if same(share, 2 / 3) or same(share, 5 / 3):
        raise Mistake("this divides by the size of the vocabulary; divide by the number of tokens in the text")
    if same(share, 62.5):
        raise Mistake("this is in percent; the share goes from 0 to 1")
    raise Mistake(f"for eight tokens of which five are known it gives {share:g}")


@exercise("02.3")
def pad(answer: object) -> str:
    rows = [[3, 1], [2, 0, 5, 9], [7]]
    result = call(answer, [list(row) for row in rows], 9)
    if not isinstance(result, (tuple, list)) or len(result) != 2:
        raise Mistake(f"two tensors are asked for, ids and mask; this is {shown(result)}")
    ids, mask = tensor(result[0], (3, 4), "the tensor of ids"), tensor(result[1], (3, 4), "the mask")
    right = torch.tensor([[3, 1, 9, 9], [2, 0, 5, 9], [7, 9, 9, 9]])
    real = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 1], [1, 0, 0, 0]])
    if same(ids, torch.tensor([[9, 9, 3, 1], [2, 0, 5, 9], [9, 9, 9, 7]])):
        raise Mistake("the padding stands in front; fill up at the end")
    if same(ids, torch.where(real.bool(), right, 0)):
        raise Mistake("the padding is 0, not pad_id; 0 is the id of a token")
    if same(ids, real) and same(mask, right):
        raise Mistake("ids and mask have changed places; the ids come first")
    if not same(ids, right):
        raise Mistake("an id is not where it should be; compare row by row with the lists that went in")
    if same(mask, 1 - real):
        raise Mistake("the mask is upside down: True means a real token")
    if same(mask, right != 9):
        raise Mistake(
            "the mask was taken from the ids, so a real token with the padding's id is masked too; use the lengths"
        )
    if not same(mask, real):
        raise Mistake("the mask does not follow the lengths of the rows")
    if not all(isinstance(part, torch.Tensor) for part in result):
        raise Mistake("the numbers are right, but two tensors are asked for; torch.tensor makes one of a list")
    if result[0].is_floating_point():
        raise Mistake("the ids are no whole numbers; an embedding asks for ids of type int64")
    if result[1].dtype != torch.bool:
        raise Mistake("the mask has ones and zeros in the right places; make it True and False")
    return "a rectangle, and a mask that knows which part of it is text"
