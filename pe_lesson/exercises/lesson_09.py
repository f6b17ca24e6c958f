"""Graders of lesson 09."""

import torch

from pe_lesson.attention.tasks import mirror, order_task, swap
from pe_lesson.exercises._engine import Mistake, diagnose
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_number as number
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call


@exercise("09.1")
def exchanged(answer: object) -> str:
    ids = torch.tensor([[0, 2, 1, 3], [5, 1, 6, 0], [0, 1, 7, 4]])
    rows = tensor(call(answer, ids), (3, 4), "what comes back for (3, 4) ids")
    mistakes = [
        (ids, "nothing has changed"),
        (
            ids.clamp(min=1),
            "every A and B is a B now: the Bs stayed, or a second step took back what the first one wrote",
        ),
        (
            torch.where(ids == 1, 0, ids),
            "no B is left and there are two As a row: the second step also found what the first one wrote",
        ),
        (mirror(ids), "this reads the rows from right to left; only A and B should move"),
        (1 - ids, "A and B are exchanged, but the other ids changed too"),
        (torch.where(ids < 2, 1 - ids, 0), "A and B are exchanged, but the other ids are gone"),
    ]
    diagnose(
        rows, swap(ids), mistakes, "it should hold 1 where the ids hold 0, 0 where they hold 1, and the same elsewhere"
    )
    return "and doing it twice gives the rows back"


@exercise("09.2")
def agreement(answer: object) -> str:
    answers = torch.tensor([3.0, 0.2, -0.3, -4.0, 0.4, -0.1, 1.5, 0.3, -2.0, 0.1])
    labels = torch.tensor([1.0, 1, 0, 0, 1, 1, 0, 1, 0, 0])
    fraction = number(call(answer, answers, labels), "what comes back for ten rows")
    right = 0.7
    mistakes = [
        (7, "this counts the rows; divide by how many there are"),
        (70, "this is in per cent; from 0 to 1 is asked for"),
        (0.3, "this is the fraction that is wrong"),
        (0.5, "0.5 is the threshold of a probability or a label; these answers say yes above 0"),
        (0, "no answer equals its label: a number like 3.0 has to become a yes first"),
    ]
    diagnose(
        fraction,
        right,
        mistakes,
        "it should be 0.7 for ten rows of which seven agree; compare sign and label row by row",
    )
    other = number(call(answer, answers[:4], labels[:4]), "what comes back for four rows")
    diagnose(other, 1.0, [], "it is right for ten rows and wrong for four; take their number from the arguments")
    return "which is what the curves above show"


@exercise("09.3")
def by_hand(answer: object) -> str:
    for length in (8, 5):
        ids, labels = order_task(40, length, seed=3)
        numbers = tensor(call(answer, ids), (160,), f"what comes back for (160, {length}) ids")
        yes = labels > 0.5
        if (numbers == 0).all():
            raise Mistake(
                "every row gets 0: each has one A and one B, so counting them cannot tell; bring in where they stand"
            )
        if ((numbers < 0) == yes).all() and ((numbers > 0) == ~yes).all():
            raise Mistake("every answer has the wrong sign: if A comes first, its position is the smaller one")
        if ((numbers > 0) == yes).all() and (numbers >= 0).all():
            raise Mistake("yes is above 0 as it should be, but no should be below 0, not 0 itself")
        if (numbers > 0).all() or (numbers < 0).all():
            raise Mistake("every row gets the same sign; compare the position of A with that of B")
        if ((numbers > 0) != yes).any() or ((numbers < 0) == yes).any():
            raise Mistake("some rows are wrong; look at one, its position of A, its position of B, and your number")
    return "the raw index is enough for this task; lesson 00 says why it is not what one adds to embeddings"
