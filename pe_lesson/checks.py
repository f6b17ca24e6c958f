"""Two checks for everyone: that a sequence fits its table, and that a lesson's parameters can be used."""

import torch

from pe_lesson._arguments import positive_number, probability, short, shown, whole_number
from pe_lesson.text.tokens import tokenize

LONGEST = 4096  # a matrix of all pairs of positions is 128 MiB then


def check_length(seq_length: int, max_length: int, owner: str = "the table") -> None:
    """ValueError if a sequence is longer than the table of encodings.

    A slice ``table[:seq_length]`` of a table that is too short is silently short itself; the sum
    then stops with a message about broadcasting, or, for a table of one row, goes wrong unseen.
    """
    seq_length = whole_number("seq_length", seq_length, minimum=0)
    max_length = whole_number("max_length", max_length, minimum=0)
    if seq_length > max_length:
        raise ValueError(
            f"sequence length {seq_length} exceeds max_length {max_length}; "
            f"build {owner} with max_length >= {seq_length}"
        )


def check_fits(x: torch.Tensor, max_length: int, owner: str) -> None:
    """``check_length`` for the sequence of a tensor ``(..., seq_length, width)``, in a forward pass."""
    if x.size(-2) > max_length:  # asked here first: torch.export gives a symbol, which is no int
        check_length(x.size(-2), max_length, owner)


def check_parameters(**values: object) -> None:
    """Say in one line what is wrong with a lesson's parameters; say nothing if they can be used.

    Args:
        values: any of ``sentence`` (a str with a word in it), ``sentences`` (a list of str),
            ``seq_length`` (int, 2 to 4096), ``d_model`` and ``max_length`` (int >= 1),
            ``n`` (a finite number > 0) and ``dropout`` (from 0 to 1), by name.

    Raises:
        TypeError, ValueError: a value cannot be used, or has another name.
    """
    for name, value in values.items():
        if name not in CHECKS:
            raise TypeError(f"{name} is not a parameter of the lessons; these are: {', '.join(CHECKS)}")
        CHECKS[name](name, value)


def _sentences(name: str, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(sentence, str) for sentence in value):
        raise TypeError(f'{name} must be a list of strings, got {shown(value)}; write {name} = ["one", "two"]')


def _sentence(name: str, value: object) -> None:
    if not isinstance(value, str) or not tokenize(value):
        raise TypeError(f'{name} must be a str with a word in it, got {shown(value)}; write {name} = "dog bites man"')


def _seq_length(name: str, value: object) -> None:
    if whole_number(name, value, minimum=2) > LONGEST:
        raise ValueError(
            f"{name} must be at most {LONGEST}, got {short(value)}; lessons compare each pair of positions"
        )


CHECKS = {
    "sentence": _sentence,
    "sentences": _sentences,
    "seq_length": _seq_length,
    "d_model": whole_number,
    "max_length": whole_number,
    "n": positive_number,
    "dropout": probability,
}
