"""One-line answers to bad input, shared by every public function."""

import math
from numbers import Integral, Real


def whole_number(name: str, value: object, *, minimum: int | None = 1) -> int:
    """Return ``value`` as an int; TypeError if it is not a whole number, ValueError below ``minimum``."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an int, got {shown(value)}; write {name}=4, for example")
    if minimum is not None and value < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {value}")
    return int(value)


def positive_number(name: str, value: object) -> float:
    """Return ``value`` as a float; TypeError if it is not a real number, ValueError unless 0 < value < inf."""
    number = real_number(name, value)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be a finite number greater than 0, got {shown(value)}")
    return number


def probability(name: str, value: object) -> float:
    """Return ``value`` as a float; TypeError if it is not a real number, ValueError outside [0, 1]."""
    number = real_number(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be a probability between 0 and 1, got {shown(value)}")
    return number


def check_length(seq_length: int, max_length: int, owner: str = "the table") -> None:
    """ValueError if a sequence is longer than the table of encodings.

    A slice ``table[:seq_length]`` of a table that is too short is silently short itself; the sum
    then stops with a message about broadcasting, or, for a table of one row, goes wrong unseen.
    """
    if seq_length > max_length:
        raise ValueError(
            f"sequence length {seq_length} exceeds max_length {max_length}; build {owner} with max_length >= {seq_length}"
        )


def real_number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a float; give a smaller number") from None


def shown(value: object) -> str:
    """``value`` with its type, short enough for one line."""
    text = " ".join(repr(value).split())
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"
