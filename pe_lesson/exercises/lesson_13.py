"""Exercises of lesson 13."""

import torch

from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._verdicts import Mistake


def _whole(_answer: object, values: list[object]) -> None:
    if any(isinstance(one, float) or (isinstance(one, torch.Tensor) and one.is_floating_point()) for one in values):
        raise Mistake("the numbers are right but floating; whole numbers are asked for")


exercise(
    "13.1",
    cases=[
        (torch.tensor([-1, 0, 1]), 3),
        (torch.tensor([-9, -3, -2, 0, 1, 2, 4, 5, 7]), 2),
        (torch.tensor([[0, 4], [-4, 0]]), 3),
    ],
    if_right=_whole,
    praise="every offset has a row, however far: nothing stops at a longer text",
)


def _cut(values: list[object]) -> None:
    wide = values[-1]
    if isinstance(wide, torch.Tensor) and wide.dim() == 2 and wide.size(1) == 2 and len(wide) < 80:
        columns = int(wide[:, 1].max()) + 1
        raise Mistake(f"this is cut out of a grid of {columns} columns, and ends there; build it from height and width")


exercise(
    "13.2",
    cases=[(2, 3), (3, 2), (1, 4), (4, 3), (2, 40)],  # 40: wider than a grid to cut from
    if_right=_whole,
    if_unlisted=_cut,
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
    if_right=_whole,
    praise="near exactly, far roughly, and never an end: these are T5's buckets",
)
