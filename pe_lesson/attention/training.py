"""Train a tiny model on a task, and count how often it is right."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from pe_lesson._adam import Adam
from pe_lesson._arguments import positive_number, short, shown, whole_number

Task = Callable[[int, int, int], tuple[Tensor, Tensor]]  # (draws, length, seed) -> (ids, labels)
DRAWS = 16  # four rows each: a batch of 64
HELD_OUT = 10_000  # a seed that no training draws from; a row may still come up in both by chance


@dataclass(frozen=True)
class Run:
    """What one training left behind."""

    model: nn.Module
    losses: list[float]  # one a step
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

    The seed settles weights, batches and dropout; the global generator is left as it was.

    Args:
        make_model: a function without arguments that returns an untrained model.
        task: ``order_task`` or ``adjacency_task``.
        length: letters in a row.
        steps: how many batches.
        seed: of weights and batches, below 10,000.
        learning_rate: Adam's.
        every: steps between two looks at the held-out rows.

    Raises:
        TypeError, ValueError: ``length`` is too short for the task, another size no int in its
            range, ``learning_rate`` no finite number > 0, ``make_model`` returns no module.
    """
    steps, every = whole_number("steps", steps), whole_number("every", every)
    seed, learning_rate = whole_number("seed", seed, minimum=0), positive_number("learning_rate", learning_rate)
    if seed >= HELD_OUT:
        raise ValueError(f"seed must be below {HELD_OUT}, got {seed}; held-out rows are drawn with {HELD_OUT}")
    if isinstance(make_model, nn.Module) or not callable(make_model):
        raise TypeError(f"make_model must be a function that returns a new model, got {shown(make_model)}")
    with torch.random.fork_rng(devices=[]), _one_thread():
        torch.manual_seed(seed)
        model = make_model()
        if not isinstance(model, nn.Module):
            raise TypeError(f"make_model must return a module, it returned {shown(model)}")
        adam = Adam(model.parameters(), learning_rate)
        ids, labels = task(steps * DRAWS, length, seed)
        held_out = task(4 * DRAWS, length, HELD_OUT)
        run = Run(model, [], [accuracy(model, *held_out)], every)
        for step in range(steps):
            batch = slice(4 * DRAWS * step, 4 * DRAWS * (step + 1))
            loss = loss_of(model, ids[batch], labels[batch])
            loss.backward()
            adam.step()
            run.losses.append(loss.item())
            if (step + 1) % every == 0:
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


def loss_of(model: nn.Module, ids: Tensor, labels: Tensor) -> Tensor:
    """Mean binary cross-entropy, natural logarithm: log 2 for a model that answers 0 to everything.

    Raises:
        ValueError: the model gives not one number for each label.
    """
    answers = _answers(model, ids, labels)
    return nn.functional.binary_cross_entropy_with_logits(answers, labels.to(answers))


@torch.no_grad()
def accuracy(model: nn.Module, ids: Tensor, labels: Tensor) -> float:
    """The fraction of rows, from 0 to 1, on which the model's yes or no is right, without its dropout.

    Raises:
        ValueError: the model gives not one number for each label, or there is no row.
    """
    with _evaluating(model):
        answers = _answers(model, ids, labels)
    if len(answers) == 0:
        raise ValueError(f"of no rows there is no accuracy, got ids of shape {tuple(ids.shape)}; draw some")
    return ((answers > 0) == (labels.to(answers.device) > 0.5)).double().mean().item()


def accuracy_by_length(
    model: nn.Module, task: Task, lengths: Iterable[int], draws: int = 64
) -> dict[int, float | None]:
    """The accuracy on held-out rows of each length; None where a table has no row for the last places.

    Raises:
        TypeError, ValueError: a length is no int, or too short for the task; ``draws`` is no int >= 1.
    """
    lengths = [whole_number("length", length) for length in lengths]
    rows = getattr(getattr(model, "add", None), "max_length", math.inf)
    with _one_thread():
        return {
            length: accuracy(model, *task(draws, length, HELD_OUT)) if length <= rows else None for length in lengths
        }


def as_table(results: Mapping[str, Sequence[Mapping[int, float | None]]]) -> str:
    """Accuracy by length as text, a line a scheme: lowest and highest of the seeds to two digits, or 'no row'.

    Args:
        results: for each scheme, what ``accuracy_by_length`` gave, once a seed; all for the same lengths.

    Raises:
        ValueError: there is no scheme, no seed of one, or lengths differ.
    """
    lengths = same_lengths(results)
    lines = [["", *map(str, lengths)]]
    lines += [[scheme, *(_span([seed[at] for seed in seeds]) for at in lengths)] for scheme, seeds in results.items()]
    return "\n".join("".join(f"{words:<14}" for words in line).rstrip() for line in lines)


def same_lengths(results: Mapping[Any, Sequence[Mapping[int, float | None]]]) -> list[int]:
    """The lengths that all schemes and seeds have; ValueError if there are none or they differ."""
    found = {tuple(seed) for seeds in results.values() for seed in seeds}
    if len(found) != 1 or not all(results.values()):
        raise ValueError(f"every scheme must have one seed or more, all with the same lengths, got {short(results)}")
    return list(found.pop())


def _answers(model: nn.Module, ids: Tensor, labels: Tensor) -> Tensor:
    answers = model(ids)  # TinyAttention takes them to its device
    if answers.shape != labels.shape or answers.dim() != 1:
        shapes = f"{tuple(answers.shape)} and {tuple(labels.shape)}"
        raise ValueError(f"answers of the model and labels must have shape (rows,), got {shapes}; squeeze or trim")
    return answers


def _span(values: Sequence[float | None]) -> str:
    numbers = [value for value in values if value is not None]
    if len(numbers) < len(values):
        return "no row"
    low, high = f"{min(numbers):.2f}", f"{max(numbers):.2f}"
    return low if low == high else f"{low} to {high}"


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


@contextmanager
def _one_thread() -> Iterator[None]:
    """Tensors this small lose more by being shared among threads than they gain."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
