"""Exercises of lesson 06. Number 06.3 is not used again."""

import torch
from torch import Tensor

from pe_lesson.exercises._engine import exercise

exercise(
    "06.1",
    otherwise="think of ten entries of 3: two become 0; how large must eight be for the same sum?",
    praise="eight such entries sum to what ten did",
)


def _batch(
    ids: list[list[int]], d_model: int, in_padding: float | None = None, in_text: float | None = None
) -> tuple[Tensor, Tensor]:
    shape = (len(ids), len(ids[0]), d_model)
    encoded = (1 + torch.arange(shape[0] * shape[1] * d_model) / 2).reshape(shape)
    if in_padding is not None:
        encoded[-1, -1] = in_padding
    if in_text is not None:
        encoded[-1, 0, -1] = in_text
    return encoded, torch.tensor(ids)


exercise(
    "06.2",
    cases=[
        (*_batch([[4, 9]], 1), 9),
        (*_batch([[5, 12, 9], [0, 9, 9]], 4), 9),
        (*_batch([[1, 6, 3, 1], [7, 0, 8, 2]], 2), 0),
        (*_batch([[3, 1, 1]], 2), 1),
        (*_batch([[5, 8, 9], [7, 9, 9]], 3), 9),
        (*_batch([[2, 6], [5, 9]], 3, in_padding=torch.nan), 9),
        (*_batch([[7, 2, 9], [6, 9, 9]], 2, in_text=torch.nan), 9),
    ],
    praise="silent where there is no text, and the batch that went in is untouched",
)


def _scores(ids: list[list[int]], in_padding: float | None = None, low: float = 0.0) -> tuple[Tensor, Tensor]:
    batch, length = len(ids), len(ids[0])
    k = torch.arange(batch * length * length, dtype=torch.float64)
    scores = (k * 7 % 5 - 1.5 + low).reshape(batch, length, length)
    if in_padding is not None:
        scores[-1, :, -1] = in_padding
    return scores, torch.tensor(ids)


exercise(
    "06.4",
    cases=[
        (*_scores([[4, 9]]), 9),
        (*_scores([[5, 12, 9], [0, 9, 9]]), 9),
        (*_scores([[1, 6, 0, 0], [7, 3, 8, 2]]), 0),
        (*_scores([[3, 8, 1], [2, 6, 9]], in_padding=1000), 9),  # exp(1000) overflows, and exp(1 - 1000) is 0
        (*_scores([[7, 2, 9], [6, 9, 9]], low=-690), 9),  # where a mask of -12 draws weight
    ],
    praise="whatever the padding holds, no word takes anything from it",
)
