"""Exercises of lesson 13."""

import torch

from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._verdicts import Mistake

exercise(
    "13.1",
    cases=[
        (torch.tensor([-1, 0, 1]), 3),
        (torch.tensor([-9, -3, -2, 0, 1, 2, 4, 5, 7]), 2),
        (torch.tensor([[0, 4], [-4, 0]]), 3),
    ],
    praise="every offset has a row, however far: that is why no text is too long",
)


def _whole(_answer: object, values: list[object]) -> None:
    if any(isinstance(value, torch.Tensor) and value.is_floating_point() for value in values):
        raise Mistake("the numbers are right but floating; whole numbers are asked for")


exercise(
    "13.2",
    cases=[(2, 3), (3, 2), (1, 4), (4, 3)],
    if_right=_whole,
    praise="with these two columns, AxialRotary knows where each patch stands",
)


exercise(
    "13.3",
    cases=[
        (3, 16, 16, 128),
        (0, 4, 4, 30),
        (16, 16, 16, 128),
        (30, 8, 8, 128),
        (60, 16, 16, 128),
        (20, 4, 24, 64),
        (5000, 8, 5, 100),
        (1000, 16, 16, 128),
        (10, 8, 8, 128),
    ],
    praise="near exactly, far roughly, and never an end: with four numbers you have all of T5's buckets",
)
