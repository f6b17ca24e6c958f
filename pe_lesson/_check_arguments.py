"""Argument validation shared by all public functions. Every error is one line and says how to fix it."""

from collections.abc import Iterable
from math import isfinite
from numbers import Integral, Real

import torch

from pe_lesson._words import say, type_error, value_error

LARGEST = 2**53
WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
FLOATING = (torch.float16, torch.bfloat16, torch.float32, torch.float64)  # torch computes with no smaller ones


def whole_number(name: str, value: object, *, minimum: int | None = 1) -> int:
    """``value`` as an int; TypeError if it is not a whole number, ValueError outside ``minimum`` to 2**53."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise type_error(
            "{name} must be an int, got {value}; write {name}={example}, for example",
            name=name, value=typed_repr(value), example=max(4, minimum or 0),
        )  # fmt: skip
    if minimum is not None and value < minimum:
        raise value_error(
            "{name} must be at least {minimum}, got {value}", name=name, minimum=minimum, value=short_repr(value)
        )
    if abs(int(value)) > LARGEST:
        raise value_error(
            "{name} must be at most 2**53, got {value}; float64 cannot represent larger integers exactly",
            name=name, value=short_repr(value),
        )  # fmt: skip
    return int(value)  # a fixed-size integer of NumPy may overflow in what follows


def head_width(d_head: object, minimum: int = 1) -> int:
    """``d_head`` as an int; ValueError if it is odd."""
    width = whole_number("d_head", d_head, minimum=minimum)
    if width % 2:
        raise value_error("d_head must be even, got {d_head}; RoPE rotates pairs of columns", d_head=width)
    return width


def flag(name: str, value: object) -> bool:
    """``value``; TypeError if it is not a bool, since the text "no" would count as true."""
    if not isinstance(value, bool):
        raise type_error("{name} must be True or False, got {value}", name=name, value=typed_repr(value))
    return value


def positive_number(name: str, value: object) -> float:
    """``value`` as a float; TypeError if it is not a real number, ValueError unless 0 < value <= 1e100."""
    number = _real(name, value)
    if not 0 < number <= 1e100:  # beyond, figures and products overflow
        raise value_error("{name} must be above 0 and at most 1e100, got {value}", name=name, value=typed_repr(value))
    return number


def probability(name: str, value: object) -> float:
    """``value`` as a float; TypeError if it is not a real number, ValueError outside [0, 1]."""
    number = _real(name, value)
    if not 0 <= number <= 1:
        raise value_error(
            "{name} must be a probability between 0 and 1, got {value}", name=name, value=typed_repr(value)
        )
    return number


def check_list(name: str, values: object) -> None:
    """TypeError unless ``values`` is iterable and no str."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise type_error(
            "{name} must be a list, got {value}; write [...] round a single one", name=name, value=typed_repr(values)
        )


def finite_numbers(name: str, values: object, count: int) -> tuple[float, ...]:
    """``values`` as floats; TypeError or ValueError unless they are ``count`` finite numbers."""
    if isinstance(values, torch.Tensor):
        values = values.tolist()
    if not isinstance(values, list | tuple):
        raise type_error(
            "{name} must be a list of {count} numbers, got {values}", name=name, count=count, values=typed_repr(values)
        )
    numbers = tuple(_real(say("each of {name}", name=name), value) for value in values)
    if len(numbers) != count or not all(map(isfinite, numbers)):
        raise value_error(
            "{name} must be {count} finite numbers, got {values}", name=name, count=count, values=short_repr(values)
        )
    return numbers


def _real(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise type_error("{name} must be a number, got {value}", name=name, value=typed_repr(value))
    return float(value)


def floating_type(dtype: object) -> torch.dtype:
    """``dtype``, torch's default if None; TypeError if torch does not compute with it as a real number."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if not isinstance(dtype, torch.dtype) or dtype not in FLOATING:
        raise type_error(
            "dtype must be a floating torch.dtype such as torch.float32, got {dtype}", dtype=short_repr(dtype)
        )
    return dtype


def table_arguments(
    max_length: object, d_model: object, n: object, start: object, dtype: object, device: torch.device | str | None
) -> tuple[int, int, float, int, torch.dtype, torch.device]:
    """Check the arguments of a table, and return them with defaults in place of None."""
    max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
    n, start = positive_number("n", n), whole_number("start", start, minimum=0)
    used = torch.empty(0, device=device).device  # torch's default if None
    return max_length, d_model, n, start, floating_type(dtype), used


def typed_repr(value: object) -> str:
    """``value`` with its type, short enough for one line."""
    return f"{short_repr(value)} ({type(value).__name__})"


def short_repr(value: object) -> str:
    """The repr of ``value``, cut to fit into a line."""
    try:
        text = repr(value) if isinstance(value, str) else " ".join(repr(value).split())
    except Exception:  # answers to exercises can be anything
        text = say("a value that cannot be printed")
    return text if len(text) <= 60 else text[:57] + "..."
