"""Train a tiny model on a task, all seeds at once: lesson 09."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state, vmap

from pe_lesson._arguments import positive_number, typed_repr, whole_number
from pe_lesson._words import marked, say, type_error, value_error
from pe_lesson.attention.measures import accuracy, one_thread
from pe_lesson.progress import progress

Task = Callable[[int, int, int], tuple[Tensor, Tensor]]  # (draws, length, seed) -> (ids, labels)
EVAL_SEED = 10_000  # a seed that no batch is drawn with; a row may still come up in both by chance


@dataclass(frozen=True)
class Run:
    """What the training of one seed left behind."""

    model: nn.Module
    losses: list[float]  # one per step
    accuracies: list[float]  # on held-out rows: before step 1, then every ``eval_every`` steps
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
    together (``torch.func.vmap``): the same numbers as one after the other, in less time. A longer training
    starts with the steps of a shorter one.

    Args:
        make_model: a function without arguments that returns an untrained model.
        task: such as ``order_task``.
        seeds: one model for each.
        length: tokens in a row, or (shortest, longest): then each step has one length in between, drawn for all seeds.
        steps: how many batches; with 0 the models stay untrained.
        draws: of the task, per batch; ``order_task`` makes four rows of one draw.
        learning_rate: Adam's.
        eval_every: steps between two looks at held-out rows; only before the first and after the last if None.

    Returns:
        A ``Run`` per seed.

    Example:
        >>> from pe_lesson.attention import TinyAttention, order_task
        >>> runs = train(TinyAttention, order_task, seeds=range(2), steps=3)
        >>> [(len(run.losses), run.accuracies) for run in runs]  # without positions: right on half of the rows
        [(3, [0.5, 0.5]), (3, [0.5, 0.5])]
    """
    if not isinstance(seeds, Iterable):
        raise type_error(
            "seeds must be a list or a range, got {seeds}; for three write range(3)", seeds=typed_repr(seeds)
        )
    seeds = [whole_number("seed", seed, minimum=0) for seed in seeds]
    if not callable(task):
        raise type_error("task must be a function such as order_task, got {task}", task=typed_repr(task))
    (shortest, longest), steps = _lengths(length), whole_number("steps", steps, minimum=0)
    eval_every = max(1, steps) if eval_every is None else whole_number("eval_every", eval_every)
    draws, rate = whole_number("draws", draws), positive_number("learning_rate", learning_rate)
    with torch.random.fork_rng(devices=[]), one_thread():
        runs = [Run(_new_model(make_model, seed), [], [], eval_every) for seed in seeds]
        held_out = task(4 * draws, longest, EVAL_SEED)
        if not runs:
            return runs
        state = stack_module_state([run.model for run in runs])  # weights and buffers, (seeds, ...) each
        forward = vmap(lambda state, ids: functional_call(runs[0].model, state, (ids,)), randomness="different")
        adam = torch.optim.Adam(state[0].values(), lr=rate)
        _measure(runs, state, held_out)
        drawn = zip(*(batches(task, (shortest, longest), steps, seed, draws) for seed in seeds), strict=True)
        for step, batch in enumerate(progress(drawn, marked("step"), steps), start=1):
            ids, labels = (torch.stack(parts) for parts in zip(*batch, strict=True))  # (seeds, rows, length)
            losses = vmap(loss_fn)(forward(state, ids), labels)  # (seeds,)
            adam.zero_grad()
            # each seed's weights are in its own term only
            losses.sum().backward()  # type: ignore[no-untyped-call]
            adam.step()
            for run, loss in zip(runs, losses.tolist(), strict=True):
                run.losses.append(loss)
            if step % eval_every == 0:
                _measure(runs, state, held_out)
        _copy(state, runs)
    return runs


def batches(
    task: Task, length: int | tuple[int, int], steps: int, seed: int, draws: int = 16
) -> Iterator[tuple[Tensor, Tensor]]:
    """Fresh ids and labels for each step, determined by the seed; arguments as for ``train``."""
    shortest, longest = _lengths(length)
    # lengths do not depend on the seed: all seeds train together
    lengths, rows = random.Random(0), random.Random(whole_number("seed", seed, minimum=0))
    for _ in range(whole_number("steps", steps, minimum=0)):
        yield task(draws, lengths.randint(shortest, longest), rows.randrange(EVAL_SEED + 1, 2**31))


def loss_fn(answers: Tensor, labels: Tensor) -> Tensor:
    """Mean cross-entropy, natural logarithm: log 2 if all answers to a yes-or-no task are 0.

    Args:
        answers: ``(rows,)`` for yes or no, or ``(rows, classes)``.
        labels: 1 for yes and 0 for no, or the numbers of the classes, ``(rows,)``.

    Example:
        >>> loss_fn(torch.zeros(2), torch.tensor([1.0, 0.0]))
        tensor(0.6931)
    """
    if answers.dim() == 1:
        return nn.functional.binary_cross_entropy_with_logits(answers, labels.to(answers))
    return nn.functional.cross_entropy(answers, labels.to(answers.device).long())


def _lengths(length: int | tuple[int, int]) -> tuple[int, int]:
    """The shortest and the longest row."""
    if isinstance(length, tuple) and len(length) != 2:
        raise value_error("length must be an int or (shortest, longest), got {length}", length=typed_repr(length))
    shortest, longest = length if isinstance(length, tuple) else (length, length)
    shortest = whole_number("length", shortest)
    return shortest, whole_number(say("the longest length"), longest, minimum=shortest)


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


@torch.no_grad()
def _copy(state: tuple[dict[str, Tensor], dict[str, Tensor]], runs: list[Run]) -> None:
    """Copy the stacked weights back into the models that they came from."""
    for i, run in enumerate(runs):
        for name, weight in run.model.named_parameters():
            weight.copy_(state[0][name][i])


def _measure(
    runs: list[Run], state: tuple[dict[str, Tensor], dict[str, Tensor]], held_out: tuple[Tensor, Tensor]
) -> None:
    _copy(state, runs)
    for run in runs:
        run.accuracies.append(accuracy(run.model, *held_out))
