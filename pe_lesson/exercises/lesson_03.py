"""Exercises of lesson 03."""

import re

import numpy as np
import torch
from torch import Tensor

from pe_lesson.exercises._engine import Mistake, exercise, run_answer
from pe_lesson.exercises._read import plain

NOTEBOOK = (
    "d_model = 4\nlut = nn.Embedding(15, 4)\nweights = torch.ones(5, 4)\nsource_ids = torch.tensor([[5, 4], [6, 2]])"
)

exercise(
    "03.1",
    head="answer =",
    names=NOTEBOOK,
    right=4376 * 512,
    mistakes={
        "4376 + 512": "this adds the two; every one of the tokens has a row of its own",
        "4376": "this is the number of rows; each row holds more than one number",
        "512": "this is the length of one row; there are many",
        "4376 ** 2": "this squares the vocabulary; a row is d_model long",
        "512 ** 2": "this squares d_model; there is one row per token",
        "4376 * 512 ** 2": "the 512 was taken twice; once is enough",
        "4376 * 512 * 4": "this counts bytes of float32; the numbers are asked for",
        "4376 * 512 / 8": "this counts in other units; the numbers are asked for",
        "4377 * 512": "this is 512 too many, one row: a table has a row per token and no bias",
        "4, 376 * 512": "the comma makes two numbers of it: write 4376 (or 4_376)",
        "2, 240, 512": "the commas make three numbers of it: write it without them",
        "4375 * 512": "this is one row too few, since ids start at 0, or rounded: give all digits",
        "4367 * 512": "there are 4376 rows, not 4367",
        "4736 * 512": "there are 4376 rows, not 4736",
        "4376 / 512": "this is a division; every row has 512 numbers, so multiply",
        "4376 * 521": "a row has 512 numbers, not 521",
        "lut.weight.numel()": "this is the notebook's table; the exercise has numbers of its own",
        "weights.numel()": "this is the notebook's table; the exercise has numbers of its own",
        "4376 * d_model": "this used d_model = 4 of the notebook; here it is 512",
        "(4376, 512)": "this is the shape of the table; how many numbers does it hold?",
        "2240521": "very near the right number: a typing mistake?",
        "2240152": "very near the right number: a typing mistake?",
        "2242512": "very near the right number: a typing mistake?",
    },
    otherwise="think of rows and their length, and multiply",
    praise="over two million numbers, all trained",
)

HOT = "F.one_hot(ids, num_classes=len(weight)).float()"
CLASSES = (
    "one-hot needs as many classes as the table that comes in has rows, len(weight); num_classes=… takes their number"
)


def _other_classes(error: str) -> None:
    if found := re.search(r"cannot be multiplied \(1x(\d+) and 2x1\)", error):
        raise Mistake(f"{CLASSES} (here {found[1]} classes meet a table of 2 rows)")
    if "smaller than num_classes" in error:
        raise Mistake(f"{CLASSES} (here an id is too large for the classes)")


exercise(
    "03.2",
    head="def embed(ids, weight):",
    names=NOTEBOOK,
    cases=[
        (torch.tensor([[1]]), torch.tensor([[1.5], [0.25]])),
        (torch.tensor([[1, 0, 2], [5, 3, 4]]), torch.arange(12.0).reshape(6, 2) ** 1.5 - 7),
        (torch.tensor([[0], [2]]), torch.arange(12.0).reshape(4, 3) ** 1.5 + 1),
    ],
    right=lambda ids, weight: weight[ids],
    stop=_other_classes,
    mistakes={
        HOT: "this is one-hot still, a row as long as the vocabulary; the product with the table is missing",
        f"{HOT[:-8]}": "this is one-hot still, a row as long as the vocabulary; the product with the table is missing",
        "F.one_hot(ids.flatten(), len(weight)).float() @ weight": "the batch is lost: sentences and positions became one dimension",
        f"{HOT[:-8]} @ weight": "a matrix product wants both sides of one type: make the one-hot matrix floating",
        "F.one_hot(ids).float() @ weight": CLASSES,
        "F.one_hot(ids, num_classes=weight.size(1)).float() @ weight": "this takes the width of the table for the number of classes; its rows are the classes",
        f"{HOT} @ weight.T": "the table lies on its side; its rows are the classes, so leave out the .T",
        f"weight @ {HOT}": "the two sides of the product have changed places: the one-hot rows come first",
        f"{HOT} * weight": "this multiplies entry by entry; a matrix product is asked for, @",
        "ids.float() @ weight": "these are the ids themselves; make them one-hot first",
        "ids @ weight": "these are the ids themselves; make them one-hot first",
        "F.one_hot(ids - 1, num_classes=len(weight)).float() @ weight": "ids start at 0, so no 1 is taken off",
        "weight[ids - 1]": "every row is the one before the right one; ids start at 0",
        "weight.flip(0)[ids]": "the table was read from its end",
        "weight[ids].flip(-1)": "the entries of each row are in reverse order",
        f"({HOT} @ weight).long()": "the entries lost their decimals; leave them floating",
        f"({HOT} @ weight).sum(1)": "this is summed over the sentence; each token keeps a row of its own",
        f"({HOT} @ weight).mean(1)": "this is the mean over the sentence; each token keeps a row of its own",
        f"({HOT} @ weight)[0]": "this is the first sentence only; the [0] took the batch away",
        f"{HOT}[..., :-1] @ weight[:-1]": "the last row of the table is left out",
        "F.one_hot(ids, len(weight)).float() @ weights": "this used the notebook's `weights`, not the argument weight",
        "F.one_hot(ids, num_classes=len(weights)).float() @ weights": "this used `weights` of the notebook, not the argument weight",
    },
    praise="one-hot times table picks the same rows as an index would",
)


def _sorted(value: object) -> object:
    pairs = plain(value.tolist() if isinstance(value, Tensor) and value.dtype != torch.bool else value)
    is_pairs = isinstance(pairs, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
    return sorted(pairs) if isinstance(pairs, list) and is_pairs else pairs


def _plain_numbers(answer: object, _values: list[object]) -> None:
    value = run_answer(answer, torch.tensor([[4, 1]]), 1)
    kind = {Tensor: "a tensor", np.ndarray: "an array"}.get(type(value))
    if kind:
        raise Mistake(f"the places are right, but in {kind}; .tolist() makes plain numbers")
    assert isinstance(value, list | tuple)
    if any(isinstance(part, Tensor) or any(isinstance(number, Tensor) for number in part) for part in value):
        raise Mistake("the places are right, but the numbers are tensors; .tolist() makes plain numbers")


WHERE = "(ids == wanted).nonzero().tolist()"
SEARCH = "found = []\nfor b, row in enumerate(ids.tolist()):\n    for k, token in enumerate(row):\n        if token == wanted:\n            found.append((b, k))\n"
exercise(
    "03.3",
    head="def places(ids, wanted):",
    names=NOTEBOOK,
    cases=[
        (torch.tensor([[4, 1]]), 1),
        (torch.tensor([[1, 5], [3, 0]]), 9),
        (torch.tensor([[4, 1, 4], [2, 4, 0], [0, 2, 4]]), 4),
    ],
    right=lambda ids, wanted: (ids == wanted).nonzero().tolist(),
    form=_sorted,
    also=_plain_numbers,
    mistakes={
        f"[(k, b) for b, k in {WHERE}]": "sentence and position are swapped; the sentence comes first",
        f"[(b + 1, k + 1) for b, k in {WHERE}]": "the places are counted from 1; count from 0",
        f"[(b, k + 1) for b, k in {WHERE}]": "the positions are counted from 1; count from 0",
        f"[(b + 1, k) for b, k in {WHERE}]": "the sentences are counted from 1; count from 0",
        "[(b, row.index(wanted)) for b, row in enumerate(ids.tolist()) if wanted in row]": "only the first place in each sentence is there; a word may stand twice in one",
        "[(b, k) for b in range(len(ids) - 1) for k in range(ids.size(1)) if ids[b, k] == wanted]": "the last sentence was not searched: range(n) ends before n already",
        "[(b, k) for b in range(len(ids)) for k in range(ids.size(1) - 1) if ids[b, k] == wanted]": "the last position was not searched: range(n) ends before n already",
        "[(b, k) for b in range(len(ids)) for k in range(len(ids)) if ids[b, k] == wanted]": "this takes the number of sentences for their length",
        SEARCH + "    return found": "only the first sentence was searched: return stands inside the loop",
        SEARCH + "        return found": "only the first position was searched: return stands inside both loops",
        SEARCH.replace("found.append((b, k))", "return [(b, k)]")
        + "return []": "this gives the first place only: return stands inside the loop",
        SEARCH.replace(
            "found.append((b, k))", "return [(b, k)]"
        ): "this gives the first place only: return stands inside the loop",
        SEARCH.replace(
            "found.append((b, k))", "return (b, k)"
        ): "this gives the first place only: return stands inside the loop",
        "[(b, k) for b, k in (ids != wanted).nonzero().tolist()]": "these places hold another id: == and not != is asked for",
        f"[b for b, k in {WHERE}]": "these are the sentences alone; give pairs",
        f"[k for b, k in {WHERE}]": "these are the positions alone; give pairs",
        f"[(b, k, wanted) for b, k in {WHERE}]": "the id stands there too; a pair of sentence and position is enough",
        "(ids == wanted).nonzero().squeeze().tolist()": "where there is one place only, squeeze takes its dimension away: the pair no longer stands in a list",
        "ids == wanted": "this is True and False for every place; .nonzero() tells where the True ones are",
        "(ids == wanted).sum().item()": "this says how many there are; where are they?",
        "(ids == wanted).flatten().nonzero().tolist()": "these places count through all sentences, flat; give sentence and position",
        "[i for i, token in enumerate(ids.flatten().tolist()) if token == wanted]": "these places count through all sentences, flat; give sentence and position",
        "(ids == wanted).any()": "this says whether it stands anywhere; where?",
        "(source_ids == wanted).nonzero().tolist()": "these are the ids of the notebook, `source_ids`; use the argument ids",
        "(ids == 4).nonzero().tolist()": "this always looks for id 4; use wanted",
    },
    praise="these are the places that an embedding cannot tell apart",
)
