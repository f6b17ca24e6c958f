"""Graders of lesson 05."""

import torch

from pe_lesson import frequencies, sinusoidal
from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Mistake, NotAnswered, call, diagnose, exercise, tensor


@exercise("05.1")
def both_ways(answer: object) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Mistake(f"two tensors are asked for, this is {shown(answer)}")
    if any(part is ... or part is None for part in answer):
        raise NotAnswered
    right = frequencies(6, 1000)
    mistakes = [
        (1 / right, "these are the denominators; the frequency is one over each, so the exponent needs a minus sign"),
        (right**2, "the exponent is doubled: arange with step 2 gives 2i already, not i"),
        (right**0.5, "the exponent is halved: it is 2i / d_model, and arange with step 2 gives 2i"),
        (frequencies(6, 100), "this used n = 100, the n of this lesson's first cell; the exercise asks for n = 1000"),
        (frequencies(6, 10_000), "this used n = 10,000; the exercise asks for n = 1000"),
        (1000 ** (-torch.arange(0, 6, 2) / 4), "this divided by 4; d_model is 6 here"),
    ]
    for name, part in zip(("the first", "the second"), answer, strict=True):
        hints = [(wrong, f"{name}: {hint}") for wrong, hint in mistakes]
        otherwise = f"{name} is not n^(-2i/6) for i = 0, 1, 2; its entry 1 should be 0.1"
        diagnose(tensor(part, (3,), name), right, hints, otherwise)
    return "two rows that agree, and both are right"


@exercise("05.2")
def broadcast_by_hand(answer: object) -> str:
    column, row = torch.tensor([[2.0], [3.0], [5.0]]), torch.tensor([1.0, 10.0])
    product = tensor(call(answer, column, row), (3, 2), "the product of a (3, 1) column and a (2,) row")
    mistakes = [
        (column + row, "this adds; each entry is a product"),
        (column.expand(3, 2), "this repeats the column; each entry must be multiplied by its entry of the row"),
        (row.expand(3, 2), "this repeats the row; each entry must be multiplied by its entry of the column"),
        (torch.zeros(3, 2), "the table is still full of zeros; assign to product[a, b] inside both loops"),
        (column[[0, 0, 0]] * row, "every row used position 0; the entry of the column depends on the row number a"),
    ]
    diagnose(product, column * row, mistakes, "an entry is not column[a] times row[b]; try it on small numbers by hand")
    other = tensor(call(answer, column[:1], row), (1, 2), "the product of a (1, 1) column and a (2,) row")
    diagnose(
        other, column[:1] * row, [], "it is right for three rows and wrong for one; take the sizes from the arguments"
    )
    return "that is all that broadcasting does, only it never stores the repeats"


@exercise("05.3")
def interleaved(answer: object) -> str:
    phases = torch.arange(5.0, dtype=torch.float64).unsqueeze(1) * frequencies(6)
    table = tensor(call(answer, phases), (5, 6), "the table of (5, 3) phases")
    sin, cos = phases.sin(), phases.cos()
    mistakes = [
        (
            torch.cat([sin, cos], dim=1),
            "sines stand in the first half and cosines in the second; they should alternate",
        ),
        (torch.stack([cos, sin], dim=-1).flatten(1), "sine and cosine are swapped: even columns hold sines"),
        (torch.stack([phases, phases], dim=-1).flatten(1), "these are the phases; take their sine and cosine"),
    ]
    diagnose(
        table,
        sinusoidal(5, 6, dtype=torch.float64),
        mistakes,
        "column 0 should be sin of phase 0, column 1 its cosine, and so on",
    )
    return "every sine has its cosine beside it: a pair is one unit, which lesson 07 will rotate"
