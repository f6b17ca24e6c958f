"""Exercise 00.4 tries a learner's test on these functions of rows: four forget their order, the others keep it."""

from collections.abc import Callable

import torch
from torch import Tensor

from pe_lesson.encoding.table import sinusoidal


def attention(x: Tensor) -> Tensor:
    mixed: Tensor = (x @ x.T / x.size(-1) ** 0.5).softmax(dim=-1) @ x
    return mixed


def each_row_alone(x: Tensor) -> Tensor:
    return torch.tanh(x) + 1


def mean_of_all(x: Tensor) -> Tensor:
    return x.mean(dim=0).expand_as(x)


def sum_so_far(x: Tensor) -> Tensor:
    return x.cumsum(dim=0)


def attention_with_positions(x: Tensor) -> Tensor:
    return attention(x + sinusoidal(*x.shape).to(x))


def with_faint_positions(x: Tensor) -> Tensor:
    return x + 0.05 * sinusoidal(*x.shape).to(x)


def lowered_by_position(x: Tensor) -> Tensor:
    return x - torch.arange(len(x)).unsqueeze(1)


def turned_round(x: Tensor) -> Tensor:
    return x.flip(0)


def moved_on(x: Tensor) -> Tensor:
    return x.roll(1, dims=0)


def sorted_columns(x: Tensor) -> Tensor:
    return x.sort(dim=0).values


def with_the_one_before(x: Tensor) -> Tensor:
    return x + x.roll(1, dims=0)


def position_in_one_entry(k: int, column: int) -> Callable[[Tensor], Tensor]:
    """A function that changes one entry of the k-th lowest row: of all k, one tells who leaves out a row or column."""

    def changed(x: Tensor) -> Tensor:
        row = x[:, 0].argsort()[min(k, len(x) - 1)]
        y = x.clone()
        y[row, min(column, x.size(1) - 1)] += 20 * (row + 1)  # beyond a wide tolerance
        return y

    return changed


def first_row_negated(x: Tensor) -> Tensor:
    return torch.cat([-x[:1], x[1:]])


def numbers_moved_on(x: Tensor) -> Tensor:
    """Move the numbers of row k on by k, which the row's sum, mean and norm do not show."""
    return torch.stack([row.roll(k) for k, row in enumerate(x)])


def one_row_raised(k: int) -> Callable[[Tensor], Tensor]:
    """A function that adds 1 to row k alone, counted as in a list: an order that leaves it there lets it pass."""

    def raised(x: Tensor) -> Tensor:
        return x + (torch.arange(len(x)) == min(k, len(x) - 1) % len(x)).unsqueeze(1)

    return raised


def place_added(x: Tensor) -> Tensor:
    """Add the place of one row to all numbers, which the spread of the differences does not show."""
    weights = torch.arange(1, x.size(-1) + 1).sqrt().to(x)  # no two rows of small whole numbers get the same sum
    return x + 20 * (x @ weights).argmax()


def columns_weighted(x: Tensor) -> Tensor:
    return x * torch.arange(x.size(-1))


FORGET = (attention, each_row_alone, mean_of_all, columns_weighted)
RAISED = tuple(map(one_row_raised, (0, 1, 2, 3, 4, -1)))
ENTRIES = tuple(map(position_in_one_entry, (0, 1, 2, 3, 4, -1), (-1, 1, 2, 3, 4, 0)))
KEEP = (
    sum_so_far, attention_with_positions, with_faint_positions, turned_round, moved_on, sorted_columns,
    with_the_one_before, lowered_by_position, numbers_moved_on, first_row_negated, place_added, *ENTRIES, *RAISED,
)  # fmt: skip
