"""Graders of lesson 03."""

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Mistake, diagnose
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_number as number
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call


@exercise("03.1")
def table_size(answer: object) -> str:
    mistakes = [
        (4376 + 512, "this adds the two; every one of the tokens has a row of its own"),
        (4376, "this is the number of rows; each row holds more than one number"),
        (512, "this is the length of one row; there are many"),
        (4376**2, "this squares the vocabulary; a row is d_model long"),
        (512**2, "this squares d_model; there is one row a token"),
        (4376 * 512 * 4, "this counts bytes of float32; the numbers are asked for"),
        (4377 * 512, "this counts one row too many"),
        (4375 * 512, "this counts one row too few; ids start at 0"),
    ]
    diagnose(number(answer), 4376 * 512, mistakes, "think of rows and their length, and multiply")
    return "over two million numbers, all trained"


@exercise("03.2")
def by_product(answer: object) -> str:
    ids = torch.tensor([[1, 0, 2], [3, 3, 1]])
    weight = torch.tensor([[1.0, -2.0], [0.5, 4.0], [3.0, 3.5], [-1.0, 7.0]])
    result = call(answer, ids, weight)
    if isinstance(result, Tensor) and tuple(result.shape) == (2, 3, 4):
        raise Mistake("this is one-hot still, shape (2, 3, 4); the product with the table is missing")
    if isinstance(result, Tensor) and tuple(result.shape) == (6, 2):
        raise Mistake("the batch is lost: sentences and positions became one dimension")
    embedded = tensor(result, (2, 3, 2), "the embedding of (2, 3) ids from a (4, 2) table")
    mistakes = [
        (weight[(ids - 1) % 4], "every row is the one before the right one; ids start at 0"),
        (weight.flip(0)[ids], "the table was read from its end"),
        (weight[ids].flip(-1), "the entries of each row are in reverse order"),
    ]
    diagnose(embedded, weight[ids], mistakes, "a row of the result is not the row of the table that its id names")
    short = tensor(call(answer, ids[:1, :1], weight), (1, 1, 2), "the embedding of one id")
    diagnose(
        short,
        weight[ids[:1, :1]],
        [],
        "right where the largest id occurs and wrong elsewhere; take num_classes from the table",
    )
    return "one-hot times table picks the same rows as an index would"


@exercise("03.3")
def places(answer: object) -> str:
    ids = torch.tensor([[4, 1, 4], [2, 4, 0]])
    found = call(answer, ids, 4)
    if isinstance(found, Tensor):
        raise Mistake(f"a list of pairs is asked for, this is a tensor of shape {tuple(found.shape)}")
    if not isinstance(found, list):
        raise Mistake(f"a list of pairs is asked for, this is {shown(found)}")
    try:
        pairs = [(int(b), int(k)) for b, k in found]
    except (TypeError, ValueError):
        raise Mistake(f"each place is a pair of sentence and position, this is {shown(found)}") from None
    right = [(0, 0), (0, 2), (1, 1)]
    if pairs == [(k, b) for b, k in right] or sorted(pairs) == sorted((k, b) for b, k in right):
        raise Mistake("sentence and position are swapped; the sentence comes first")
    if pairs == [(b + 1, k + 1) for b, k in right] or pairs == [(b, k + 1) for b, k in right]:
        raise Mistake("the places are counted from 1; count from 0")
    if pairs and set(pairs) < set(right):
        raise Mistake(f"{len(set(pairs))} of 3 places found; a word may stand twice in one sentence")
    if sorted(pairs) != right:
        raise Mistake("some of these places hold another id; compare ids with wanted entry by entry")
    if call(answer, ids, 9) != []:
        raise Mistake("an id that stands nowhere should give an empty list")
    return "these are the places that an embedding cannot tell apart"
