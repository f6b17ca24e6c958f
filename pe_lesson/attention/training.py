"""Train a tiny model on a task, all seeds at once: lesson 09."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import positive_number, typed_repr, whole_number
from pe_lesson._words import marked, type_error
from pe_lesson.attention._check_attention import row_lengths, seed_numbers
from pe_lesson.attention._stacked_models import StackedModels
from pe_lesson.attention.measures import accuracy, one_thread
from pe_lesson.progress import progress

Task = Callable[[int, int, int], tuple[Tensor, Tensor]]  # (draws, length, seed) -> (ids, labels)
EVAL_SEED = 10_000  # a seed that no batch is drawn with; a row may still come up in both by chance


@dataclass(frozen=True)
class Run:
    """What the training of one seed left behind."""

    model: nn.Module
    losses: list[float]  # one per step
    accuracies: list[float]  # on held-out rows: before step 1, then every ``eval_every`` steps and after the last
    eval_every: int


def train(
    make_model: Callable[[], nn.Module],
    task: Task,
    *,
    seeds: Iterable[int] = range(1),
    length: int | tuple[int, int] = 8,
    steps: int = 150,
    draws: int = 16,
    learning_rate: float = 0.01,
    eval_every: int | None = None,
) -> list[Run]:
    """Train a new model per seed with Adam, on fresh rows each step.

    A seed determines weights and rows; the global generator is left as it was. All seeds go through each step
    together (``torch.func.vmap``), in less time: the numbers are those of one after the other, but for rounding and
    what dropout draws. A longer training starts with the steps of a shorter one.

    Args:
        make_model: a function without arguments that returns an untrained model.
        task: such as ``order_task``.
        seeds: one model for each.
        length: tokens in a row, or (shortest, longest): then each step has one length in between, drawn for all seeds.
        steps: how many batches; with 0 the models stay untrained.
        draws: of the task, per batch; ``order_task`` makes four rows of one draw.
        learning_rate: Adam's.
        eval_every: steps between two looks at held-out rows, beside those before the first and after the last.

    Returns:
        A ``Run`` per seed.

    Example:
        >>> from pe_lesson.attention import TinyAttention, order_task
        >>> runs = train(TinyAttention, order_task, seeds=range(2), steps=3)
        >>> [(len(run.losses), run.accuracies) for run in runs]  # without positions: right on half of the rows
        [(3, [0.5, 0.5]), (3, [0.5, 0.5])]
    """
    seeds = seed_numbers(seeds)
    if not callable(task):
        raise type_error("task must be a function such as order_task, got {task}", task=typed_repr(task))
    (shortest, longest), steps = row_lengths(length), whole_number("steps", steps, minimum=0)
    eval_every = max(1, steps) if eval_every is None else whole_number("eval_every", eval_every)
    draws, rate = whole_number("draws", draws), positive_number("learning_rate", learning_rate)
    with torch.random.fork_rng(devices=[]), one_thread():
        runs = [Run(_new_model(make_model, seed), [], [], eval_every) for seed in seeds]
        held_out = task(4 * draws, longest, EVAL_SEED)
        if not runs:
            return runs
        stacked = StackedModels([run.model for run in runs], rate)
        _measure(runs, held_out)
        drawn = zip(*(batches(task, (shortest, longest), steps, seed, draws) for seed in seeds), strict=True)
        for step, batch in enumerate(progress(drawn, marked("step"), steps), start=1):
            ids, labels = (torch.stack(parts) for parts in zip(*batch, strict=True))  # (seeds, rows, length)
            for run, loss in zip(runs, stacked.step(ids, labels), strict=True):
                run.losses.append(loss)
            if step % eval_every == 0 or step == steps:
                stacked.copy_back()
                _measure(runs, held_out)
    return runs


def batches(
    task: Task, length: int | tuple[int, int], steps: int, seed: int, draws: int = 16
) -> Iterator[tuple[Tensor, Tensor]]:
    """Fresh ids and labels for each step, determined by the seed; arguments as for ``train``."""
    shortest, longest = row_lengths(length)
    # lengths do not depend on the seed: all seeds train together
    lengths, rows = random.Random(0), random.Random(whole_number("seed", seed, minimum=0))
    for _ in range(whole_number("steps", steps, minimum=0)):
        yield task(draws, lengths.randint(shortest, longest), rows.randrange(EVAL_SEED + 1, 2**31))


def _new_model(make_model: Callable[[], nn.Module], seed: int) -> nn.Module:
    if isinstance(make_model, nn.Module) or not callable(make_model):
        raise type_error(
            "make_model must be a function that returns a new model, got {make_model}",
            make_model=typed_repr(make_model),
        )
    torch.manual_seed(seed)
    model = make_model()
    if not isinstance(model, nn.Module):
        raise type_error("make_model must return a module, it returned {model}", model=typed_repr(model))
    return model


def _measure(runs: list[Run], held_out: tuple[Tensor, Tensor]) -> None:
    for run in runs:
        run.accuracies.append(accuracy(run.model, *held_out))
