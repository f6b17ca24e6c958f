"""Train a tiny model on a task, and count how often it is right."""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from pe_lesson._checks import positive_number, whole_number

Task = Callable[[int, int, int], tuple[Tensor, Tensor]]  # (draws, length, seed) -> (ids, labels)
DRAWS = 16  # four rows each: a batch of 64
HELD_OUT_SEED = 10_000  # no training uses it


@dataclass(frozen=True)
class Run:
    """What one training left behind."""

    model: nn.Module
    losses: list[float]  # one a step
    accuracies: list[float]  # on rows it was not trained on, before the first step and each `every` steps
    every: int = 10


def train(
    make_model: Callable[[], nn.Module],
    task: Task,
    *,
    length: int = 8,
    steps: int = 150,
    seed: int = 0,
    learning_rate: float = 0.01,
) -> Run:
    """Train a new model with Adam, a fresh batch of 64 rows each step.

    The seed settles weights and batches; the global generator is left as it was.

    Args:
        make_model: a function without arguments that returns an untrained model.
        task: ``order_task`` or ``adjacency_task``.
        length: letters in a row.
        steps: batches.
        seed: of weights and batches, below 10,000.
        learning_rate: Adam's.

    Raises:
        TypeError, ValueError: a size is no int in its range, ``learning_rate`` no finite number > 0.
    """
    steps, seed = whole_number("steps", steps), whole_number("seed", seed, minimum=0)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=positive_number("learning_rate", learning_rate))
    ids, labels = task(steps * DRAWS, length, seed)
    held_out = task(4 * DRAWS, length, HELD_OUT_SEED)
    run = Run(model, [], [accuracy(model, *held_out)])
    with _one_thread():
        for step, batch in enumerate(zip(ids.split(4 * DRAWS), labels.split(4 * DRAWS), strict=True), start=1):
            loss = loss_of(model, *batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            run.losses.append(loss.item())
            if step % run.every == 0:
                run.accuracies.append(accuracy(model, *held_out))
    return run


def loss_of(model: nn.Module, ids: Tensor, labels: Tensor) -> Tensor:
    """Mean binary cross-entropy, in nats; log 2 for a model that answers 'either' to everything."""
    return nn.functional.binary_cross_entropy_with_logits(model(ids), labels)


@torch.no_grad()
def accuracy(model: nn.Module, ids: Tensor, labels: Tensor) -> float:
    """The fraction of rows, 0 to 1, on which the model's yes or no is right."""
    return ((model(ids) > 0) == (labels > 0.5)).double().mean().item()


def accuracy_by_length(
    model: nn.Module, task: Task, lengths: Iterable[int], draws: int = 128
) -> dict[int, float | None]:
    """The accuracy on new rows of each length; None where a table has no row for the last places."""
    rows = getattr(model.add, "max_length", math.inf)
    with _one_thread():
        return {
            length: accuracy(model, *task(draws, length, HELD_OUT_SEED)) if length <= rows else None
            for length in lengths
        }


@contextmanager
def _one_thread() -> Iterator[None]:
    """Tensors this small lose more by sharing work among threads than they gain."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
