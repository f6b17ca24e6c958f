"""Public checks: a sequence fits its table, a lesson's parameters can be used."""

from collections.abc import Callable

from pe_lesson._check_arguments import positive_number, probability, short_repr, typed_repr, whole_number
from pe_lesson._words import marked, say, type_error, value_error
from pe_lesson.text.tokens import tokenize

COLUMNS, ROWS = "d_model", ("max_length", "seq_length", "length")
LARGEST_TABLE = 2**31  # bytes, in float64


def check_length(seq_length: int, max_length: int, owner: str = marked("the table")) -> None:
    """Raise ValueError if a sequence is longer than the table of encodings.

    A slice ``table[:seq_length]`` of a table that is too short is silently short itself; the sum
    then stops with a message about broadcasting, or, for a table of one row, is wrong without an error.

    Args:
        seq_length: tokens in the sequence, 0 or more.
        max_length: rows of the table.
        owner: what the message calls the table.

    Example:
        >>> check_length(5, max_length=10)
        >>> check_length(11, max_length=10)
        Traceback (most recent call last):
        ValueError: sequence length 11 exceeds max_length 10; build the table with max_length >= 11
    """
    seq_length = whole_number("seq_length", seq_length, minimum=0)
    max_length = whole_number("max_length", max_length, minimum=0)
    if seq_length > max_length:
        raise value_error(
            "sequence length {seq_length} exceeds max_length {max_length}; "
            "build {owner} with max_length >= {seq_length}",
            seq_length=seq_length, max_length=max_length, owner=say(owner),
        )  # fmt: skip


def check_parameters(**values: object) -> None:
    """Raise a one-line error if a lesson's parameters cannot be used.

    Args:
        values: any of these, by name. ``sentence``: a str with a word in it; ``sentences``: a list of str;
            ``d_model``, ``max_length``, ``steps`` and ``seeds``: int >= 1;
            ``seq_length``: int, 2 to 128; ``length``: int, 5 to 128; ``trained``: int, 4 to 128;
            ``padding``: int, 1 to 128; ``n``: above 0, at most 1e100; ``dropout``: from 0 to 1.

    Raises:
        TypeError, ValueError: a value cannot be used, or has another name; or a table of these sizes,
            or a square matrix of ``d_model``, would take more than 2 GiB in float64.

    Example:
        >>> check_parameters(d_model=4, max_length=10, n=1000)
        >>> check_parameters(d_model=4.0)
        Traceback (most recent call last):
        TypeError: d_model must be an int, got 4.0 (float); write d_model=4, for example
    """
    for name, value in values.items():
        if name not in CHECKS:
            raise type_error(
                "{name} is not a parameter of the lessons; these are: {known}", name=name, known=", ".join(CHECKS)
            )
        CHECKS[name](name, value)
    _check_memory(values)


def _check_memory(values: dict[str, object]) -> None:
    """Raise ValueError if a table of these sizes, or a square matrix of its columns, is too large."""
    sizes = {name: int(values[name]) for name in (COLUMNS, *ROWS) if name in values}  # type: ignore[call-overload]
    columns = sizes.get(COLUMNS, 1)
    rows = max((sizes[name] for name in ROWS if name in sizes), default=1)
    for height in (rows, columns):
        if 8 * height * columns > LARGEST_TABLE:
            raise value_error(
                "a table of {height} rows and {columns} columns takes {size} GiB, lessons stop at 2; "
                "choose a smaller {name}",
                height=height, columns=columns, size=f"{8 * height * columns / 2**30:,.0f}",
                name=max(sizes, key=lambda name: sizes[name]),
            )  # fmt: skip


def _sentences(name: str, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(sentence, str) for sentence in value):
        raise type_error(
            '{name} must be a list of strings, got {value}; write {name} = ["one", "two"]',
            name=name, value=typed_repr(value),
        )  # fmt: skip


def _sentence(name: str, value: object) -> None:
    if not isinstance(value, str) or not tokenize(value):
        raise type_error(
            '{name} must be a str with a word in it, got {value}; write {name} = "dog bites man"',
            name=name, value=typed_repr(value),
        )  # fmt: skip


def _between(smallest: int, largest: int, why: str) -> Callable[[str, object], None]:
    def check(name: str, value: object) -> None:
        if whole_number(name, value, minimum=smallest) > largest:
            raise value_error(
                "{name} must be at most {largest}, got {value}; {why}",
                name=name, largest=largest, value=short_repr(value), why=say(why),
            )  # fmt: skip

    return check


EACH_WITH_EACH = marked("each query is compared with each key")
CHECKS: dict[str, Callable[[str, object], object]] = {
    "sentence": _sentence,
    "sentences": _sentences,
    "seq_length": _between(2, 128, marked("lesson 00 also takes twice the length, and 8 bits count 256 positions")),
    "d_model": whole_number,
    "max_length": whole_number,
    "n": positive_number,
    "dropout": probability,
    "length": _between(5, 128, EACH_WITH_EACH),
    "trained": _between(4, 128, EACH_WITH_EACH),
    "padding": _between(1, 128, EACH_WITH_EACH),
    "steps": whole_number,
    "seeds": whole_number,
}
