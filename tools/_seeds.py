"""For which seeds a rule holds: what the claims of all lessons are counted with."""

from collections.abc import Callable, Iterable, Sequence

Seeds = range
Rows = list[tuple[str, Callable[[Seeds], Iterable[bool]]]]  # a sentence of a lesson, and for which seeds it holds


def per_seed(rule: Callable[..., bool], *values: Sequence[float]) -> list[bool]:
    """The rule for each seed, given that seed's values."""
    return [rule(*row) for row in zip(*values, strict=True)]


def both_hold(one: Sequence[bool], other: Sequence[bool]) -> list[bool]:
    """For each seed, whether both hold."""
    return [a and b for a, b in zip(one, other, strict=True)]


def in_most_seeds(held: Sequence[bool]) -> list[bool]:
    """What a sentence says of most seeds holds for all of them, or for none."""
    return [sum(held) > 0.6 * len(held)] * len(held)
