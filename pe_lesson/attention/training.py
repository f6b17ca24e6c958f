"""Train a tiny model on a task, and count how often it is right."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from pe_lesson._arguments import positive_number, shown, whole_number

Task = Callable[[int, int, int], tuple[Tensor, Tensor]]  # (draws, length, seed) -> (ids, labels)
DRAWS = 16  # four rows each: a batch of 64
HELD_OUT = 10_000  # a seed that no batch is drawn with; a row may still come up in both by chance


@dataclass(frozen=True)
class Run:
    """What one training left behind."""

    model: nn.Module
    losses: list[float]  # one per step
    accuracies: list[float]  # on held-out rows: before the first step, then every so many steps
    every: int


def train(
    make_model: Callable[[], nn.Module],
    task: Task,
    *,
    length: int = 8,
    steps: int = 150,
    seed: int = 0,
    learning_rate: float = 0.01,
    every: int = 10,
) -> Run:
    """Train a new model with Adam, on a fresh batch of 64 rows each step.

    The seed settles weights, batches and dropout; the global generator is left as it was. A longer
    training starts with the steps of a shorter one.

    Args:
        make_model: a function without arguments that returns an untrained model.
        task: ``order_task`` or ``adjacency_task``.
        length: letters in a row.
        steps: how many batches.
        seed: of weights and batches.
        learning_rate: Adam's.
        every: steps between two looks at the held-out rows.

    Raises:
        TypeError, ValueError: ``length`` is too short for the task, another size no int in its
            range, ``learning_rate`` no finite number > 0, ``make_model`` returns no module.
    """
    steps, every = whole_number("steps", steps), whole_number("every", every)
    seed, learning_rate = whole_number("seed", seed, minimum=0), positive_number("learning_rate", learning_rate)
    check_task(task)
    with torch.random.fork_rng(devices=[]), one_thread():
        torch.manual_seed(seed)
        model = _made(make_model)
        adam = torch.optim.Adam(model.parameters(), lr=learning_rate)
        held_out = task(4 * DRAWS, length, HELD_OUT)
        run = Run(model, [], [accuracy(model, *held_out)], every)
        for step, ids, labels in batches(task, length, steps, seed):
            adam.zero_grad()
            loss = loss_of(model, ids, labels)
            loss.backward()
            adam.step()
            run.losses.append(loss.item())
            if step % every == 0:
                run.accuracies.append(accuracy(model, *held_out))
    return run


def train_seeds(
    make_model: Callable[[], nn.Module],
    task: Task,
    seeds: int,
    *,
    length: int = 8,
    steps: int = 150,
    every: int = 10,
) -> list[Run]:
    """``train`` once with each of the seeds 0 to ``seeds - 1``."""
    return [
        train(make_model, task, length=length, steps=steps, seed=seed, every=every)
        for seed in range(whole_number("seeds", seeds))
    ]


def batches(task: Task, length: int, steps: int, seed: int) -> Iterator[tuple[int, Tensor, Tensor]]:
    """``(step, ids, labels)`` for the steps 1 to ``steps``: 64 rows each, always the same for one seed and step."""
    seeds = random.Random(seed)
    for step in range(1, steps + 1):
        yield step, *task(DRAWS, length, seeds.randrange(HELD_OUT + 1, 2**31))


def loss_of(model: nn.Module, ids: Tensor, labels: Tensor) -> Tensor:
    """Mean binary cross-entropy, natural logarithm: log 2 for a model that answers 0 to everything.

    Raises:
        TypeError, ValueError: ``model`` is no module, or gives not one number for each label.
    """
    check_model(model)
    answers = _answers(model, ids, labels)
    return nn.functional.binary_cross_entropy_with_logits(answers, labels.to(answers))


@torch.no_grad()
def accuracy(model: nn.Module, ids: Tensor, labels: Tensor) -> float:
    """The fraction of rows, from 0 to 1, on which the model's yes or no is right, without its dropout.

    Raises:
        TypeError, ValueError: ``model`` is no module, or gives not one number for each label, or there is no row.
    """
    check_model(model)
    with _evaluating(model):
        answers = _answers(model, ids, labels)
    if len(answers) == 0:
        raise ValueError(f"of no rows there is no accuracy, got ids of shape {tuple(ids.shape)}; draw some")
    return ((answers > 0) == (labels.to(answers.device) > 0.5)).double().mean().item()


def check_task(task: object) -> None:
    """TypeError unless ``task`` can be called."""
    if not callable(task):
        raise TypeError(f"task must be a function such as order_task, got {shown(task)}")


def check_model(model: object) -> None:
    """TypeError unless ``model`` is a module."""
    if not isinstance(model, nn.Module):
        raise TypeError(f"model must be a module such as TinyAttention(), got {shown(model)}")


@contextmanager
def one_thread() -> Iterator[None]:
    """Tensors this small lose more by being shared among threads than they gain."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _made(make_model: Callable[[], nn.Module]) -> nn.Module:
    if isinstance(make_model, nn.Module) or not callable(make_model):
        raise TypeError(f"make_model must be a function that returns a new model, got {shown(make_model)}")
    model = make_model()
    if not isinstance(model, nn.Module):
        raise TypeError(f"make_model must return a module, it returned {shown(model)}")
    return model


def _answers(model: nn.Module, ids: Tensor, labels: Tensor) -> Tensor:
    answers = model(ids)
    if answers.shape != labels.shape or answers.dim() != 1:
        shapes = f"{tuple(answers.shape)} and {tuple(labels.shape)}"
        raise ValueError(f"answers of the model and labels must have shape (rows,), got {shapes}; squeeze or trim")
    return answers


@contextmanager
def _evaluating(model: nn.Module) -> Iterator[None]:
    """Every part of the model in evaluation mode, and then as it was."""
    training = [part for part in model.modules() if part.training]
    model.eval()
    try:
        yield
    finally:
        for part in training:
            part.training = True
