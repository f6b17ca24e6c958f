"""How often trained models are right at each length: the numbers of lesson 10, and their table."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from torch import nn

from pe_lesson._arguments import short, shown, whole_number
from pe_lesson.attention.training import HELD_OUT, Task, accuracy, check_model, check_task, one_thread

Accuracies = Sequence[float | None]  # one per length, None where a table has no row for the last positions


@dataclass(frozen=True)
class Results:
    """Accuracies of several schemes on one task.

    Args:
        lengths: the lengths that were asked for.
        schemes: for each scheme, for each seed, one accuracy per length, from 0 to 1 or None.

    Raises:
        TypeError: something else than that.
        ValueError: there is no scheme, no seed of one, or not one accuracy per length.
    """

    lengths: Sequence[int]
    schemes: Mapping[str, Sequence[Accuracies]]

    def __post_init__(self) -> None:
        check_results(self.lengths, self.schemes)

    def at(self, scheme: str, length: int) -> list[float | None]:
        """The accuracy of each seed at one length."""
        return [seed[list(self.lengths).index(length)] for seed in self.schemes[scheme]]


def accuracy_by_length(model: nn.Module, task: Task, lengths: Iterable[int], draws: int = 64) -> list[float | None]:
    """The accuracy on held-out rows of each length; None where a table has no row for the last positions.

    Raises:
        TypeError, ValueError: a length is no int, or too short for the task; ``draws`` is no int >= 1.
    """
    check_model(model)
    check_task(task)
    if isinstance(lengths, str) or not isinstance(lengths, Iterable):
        raise TypeError(f"lengths must be a list of ints, got {shown(lengths)}; of one length, write [8]")
    wanted = [whole_number("length", length) for length in lengths]
    rows = getattr(getattr(model, "add", None), "max_length", math.inf)
    with one_thread():
        return [accuracy(model, *task(draws, length, HELD_OUT)) if length <= rows else None for length in wanted]


def as_table(results: Results) -> str:
    """One line per scheme, one column per length: lowest and highest of the seeds to two digits, or 'no row'."""
    if not isinstance(results, Results):
        raise TypeError(f"results must be Results(lengths, schemes), got {shown(results)}")
    lines = [["", *map(str, results.lengths)]]
    lines += [[scheme, *map(_span, zip(*seeds, strict=True))] for scheme, seeds in results.schemes.items()]
    widths = [max(14, *(len(line[column]) + 2 for line in lines)) for column in range(len(lines[0]))]
    return "\n".join("".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def check_results(lengths: object, schemes: object) -> None:
    """TypeError or ValueError in one line unless these are lengths, and seeds with one accuracy per length."""
    if not isinstance(lengths, Sequence) or not all(isinstance(length, int) for length in lengths):
        raise TypeError(f"lengths must be a list of ints, got {shown(lengths)}")
    if not isinstance(schemes, Mapping):
        raise TypeError(f"schemes must be a dictionary of name: seeds, got {shown(schemes)}")
    for scheme, seeds in schemes.items():
        if not isinstance(seeds, Sequence) or not all(isinstance(seed, Sequence) for seed in seeds):
            raise TypeError(f"each scheme must have a list of seeds, each a list of accuracies, got {shown(seeds)}")
        if not seeds or any(len(seed) != len(lengths) for seed in seeds):
            raise ValueError(
                f"every scheme must have one seed or more, each with {len(lengths)} accuracies, "
                f"got {short(seeds)} for {short(scheme)}"
            )
    if not lengths or not schemes:
        raise ValueError("there must be one length and one scheme or more")


def _span(values: Accuracies) -> str:
    found = [value for value in values if value is not None]
    if len(found) < len(values):
        return "no row"
    low, high = f"{min(found):.2f}", f"{max(found):.2f}"
    return low if low == high else f"{low} to {high}"
