"""Accuracy of trained models by length, as a table: lessons 09, 10 and 12."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from torch import Tensor, nn

from pe_lesson._check_arguments import check_list, whole_number
from pe_lesson._text_table import text_table
from pe_lesson._words import say
from pe_lesson.attention.measures import accuracy
from pe_lesson.attention.training import EVAL_SEED, Run, Task

Measure = Callable[[nn.Module, Tensor, Tensor], float]
Values = Sequence[float | None]  # one per length, None where a table has no row for the last positions


@dataclass(frozen=True)
class Results:
    """What the seeds of several schemes reached on one task.

    Args:
        lengths: the lengths that were asked for, or other titles of columns.
        schemes: for each scheme a list of seeds, and for each seed one number per length; None where it has none.
    """

    lengths: Sequence[int | str]
    schemes: Mapping[str, Sequence[Values]]

    def at(self, scheme: str, length: int | str) -> list[float | None]:
        """The number of each seed at one length."""
        return [seed[list(self.lengths).index(length)] for seed in self.schemes[scheme]]


def evaluate(
    models: Iterable[nn.Module | Run], task: Task, lengths: Sequence[int], measure: Measure = accuracy, draws: int = 64
) -> list[list[float | None]]:
    """Measure each model or run on held-out rows of each length; None where its table is too short.

    Args:
        models: trained or not.
        task: what they are asked.
        lengths: of the rows.
        measure: ``accuracy`` or ``pairwise_accuracy``.
        draws: how many draws of the task; ``order_task`` makes four rows of each.

    Returns:
        For each model, one number per length.
    """
    check_list("models", models)
    check_list("lengths", lengths)
    rows = {length: task(draws, whole_number("length", length), EVAL_SEED) for length in lengths}
    rows_per_model = []
    for model in models:
        model = model.model if isinstance(model, Run) else model
        longest = getattr(getattr(model, "positional", None), "max_length", math.inf)
        rows_per_model.append([measure(model, *rows[length]) if length <= longest else None for length in lengths])
    return rows_per_model


def as_table(results: Results, digits: int = 2) -> str:
    """One line per scheme, one column per length: lowest and highest of the seeds, or 'no row'.

    Example:
        >>> print(as_table(Results([8, 16], {"rotary": [[0.5, 0.75], [0.5, 1.0]]})))
                      8             16
        rotary        0.50          0.75 to 1.00
    """
    lines = [["", *map(str, results.lengths)]]
    lines += [
        [scheme, *(_span(values, digits) for values in zip(*seeds, strict=True))]
        for scheme, seeds in results.schemes.items()
    ]
    return text_table(lines, narrowest=12)


def _span(values: Values, digits: int) -> str:
    numbers = [value for value in values if value is not None]
    if len(numbers) < len(values):
        return say("no row")
    low, high = f"{min(numbers):.{digits}f}", f"{max(numbers):.{digits}f}"
    return low if low == high else say("{low} to {high}", low=low, high=high)
