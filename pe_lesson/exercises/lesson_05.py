"""Exercises of lesson 05. Number 05.2 is not used again."""

import torch
from torch import Tensor

from pe_lesson import frequencies
from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import exercise, grader
from pe_lesson.exercises._run import sizes_meet, table_ends
from pe_lesson.exercises._verdicts import Mistake, NotAnswered

ONE_ROW = exercise(
    "05.1",
    otherwise="not the row of frequencies; it begins with 1, and each entry is smaller than the last by the same factor",
    praise="right",
)

WHOLE = (
    "it falls to 0 at once, since its exponents are whole numbers: divide them by d_model, "
    "with / (// cuts to a whole number)"
)


@grader("05.1")
def both_ways(answer: object) -> str:
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise Mistake(f"two tensors are asked for, this is {shown(answer)}")
    if any(part is ... or part is None for part in answer):
        raise NotAnswered
    for name, part in zip(("the first", "the second"), answer, strict=True):
        if isinstance(part, Tensor) and part.tolist() == [1, 0, 0] and not part.is_floating_point():
            raise Mistake(f"{name}: {WHOLE}")
        try:
            ONE_ROW(part)
        except Mistake as mistake:
            raise Mistake(f"{name}: {mistake}") from None
    return "two rows that agree, and both are right"


def _phases(length: int, d_model: int, n: float) -> tuple[Tensor]:
    return (torch.arange(1.0, length + 1, dtype=torch.float64).unsqueeze(1) * frequencies(d_model, n),)


FIXED = "the shape is fixed here; take it from the phases: as many rows, and twice as many columns"


def _fixed(values: list[object]) -> None:
    shapes = {tuple(value.shape) for value in values if isinstance(value, Tensor)}
    if len(shapes) == 1 and len(values) > 1:
        raise Mistake(FIXED)


exercise(
    "05.3",
    cases=[_phases(1, 4, 100), _phases(5, 6, 10_000), _phases(2, 2, 10)],
    if_stopped=lambda error: sizes_meet(error, FIXED),
    if_unlisted=_fixed,
    praise="every sine has its cosine beside it: a pair is one unit, which lesson 07 will rotate",
)


COMPUTE = "compute the rows from the positions"
exercise(
    "05.4",
    cases=[
        (torch.tensor([3]), 2, 10),
        (torch.tensor([[4, 0, 7], [1, 2, 9]]), 6, 50),
        (torch.tensor([5, 2]), 4, 10),
        (torch.tensor([[7, 7], [0, 43]]), 4, 1000),
        (torch.tensor([20_000]), 2, 10),
    ],
    if_stopped=lambda error: table_ends(error, COMPUTE),
    praise="any positions, in any order, however far on: that is what a model needs when it starts in the middle",
)
