"""One-line answers to bad input, shared by every public function: numbers, types, devices; tensors in ``_tensors``."""

import functools
import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import ParamSpec, TypeVar

import torch

SMALLEST = 1e-100  # float64 holds its inverse, times any position
LARGEST = 2**53  # beyond it float64 tells no two neighbouring whole numbers apart
FLOATING = (torch.float16, torch.bfloat16, torch.float32, torch.float64)  # torch computes with no smaller ones

NO_MEMORY = ("ried to allocate", "Storage size calculation", "array is too big", "Maximum allowed dimension")
P = ParamSpec("P")
R = TypeVar("R")


def whole_number(name: str, value: object, *, minimum: int | None = 1) -> int:
    """Return ``value`` as an int; TypeError if it is no whole number, ValueError below ``minimum`` or past 2**53."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an int, got {shown(value)}; write {name}=4, for example")
    number = int(value)  # a fixed-size integer of NumPy may overflow in what follows
    if minimum is not None and number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {short(value)}")
    if abs(number) > LARGEST:
        raise ValueError(f"{name} must be at most 2**53, got {short(value)}; float64 counts no further")
    return number


def positive_number(name: str, value: object) -> float:
    """Return ``value`` as a float; TypeError if it is not a real number, ValueError unless 1e-100 <= value < inf."""
    number = real_number(name, value)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be a finite number greater than 0, got {shown(value)}")
    if number < SMALLEST:
        raise ValueError(f"{name} must be at least {SMALLEST}, got {shown(value)}; float64 overflows below")
    return number


def probability(name: str, value: object) -> float:
    """Return ``value`` as a float; TypeError if it is not a real number, ValueError outside [0, 1]."""
    number = real_number(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be a probability between 0 and 1, got {shown(value)}")
    return number


def floating_type(dtype: object) -> torch.dtype:
    """Return ``dtype``, torch's default if None; TypeError if torch does not compute with it as a real number."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if not isinstance(dtype, torch.dtype) or dtype not in FLOATING:
        raise TypeError(f"dtype must be a floating torch.dtype such as torch.float32, got {short(dtype)}")
    return dtype


def usable_device(device: object) -> torch.device:
    """Return ``device``, torch's default if None; TypeError if it names none, ValueError if it cannot be used."""
    if device is not None and (isinstance(device, bool) or not isinstance(device, str | int | torch.device)):
        raise TypeError(f"device must be a str or a torch.device such as 'cpu', got {shown(device)}")
    try:
        return torch.empty(0, device=device).device
    except Exception as error:  # a module that is missing, an assertion, an overflow: torch has a way for each
        why = str(error).splitlines()[0][:120]
        raise ValueError(f"device {short(device)} cannot be used here, but 'cpu' can; torch says: {why}") from None


def table_arguments(
    max_length: object, d_model: object, n: object, start: object, dtype: object, device: object
) -> tuple[int, int, float, int, torch.dtype, torch.device]:
    """The arguments of a table, each checked and with its default."""
    max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
    n, start = positive_number("n", n), whole_number("start", start, minimum=0)
    whole_number("start + max_length", start + max_length)
    return max_length, d_model, n, start, floating_type(dtype), usable_device(device)


def one_line_if_memory_ends(function: Callable[P, R]) -> Callable[P, R]:
    """Turn what NumPy and torch say about memory, each in its own way, into one MemoryError that says what to do."""

    @functools.wraps(function)
    def called(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return function(*arguments, **options)
        except (MemoryError, RuntimeError, ValueError) as error:
            if not isinstance(error, MemoryError) and not any(words in str(error) for words in NO_MEMORY):
                raise
        raise MemoryError(f"{function.__name__}: sizes too large for the memory of this machine; choose smaller ones")

    return called


def listed(name: str, values: object, example: str) -> list:
    """Return ``values`` as a list; TypeError in one line if they are not several."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list such as {example}, got {shown(values)}")
    return list(values)


def check_numbers(name: str, values: object, count: int) -> tuple[float, ...]:
    """Return ``values`` as floats; TypeError or ValueError unless they are ``count`` finite numbers."""
    if isinstance(values, torch.Tensor):
        values = values.tolist()
    if not isinstance(values, list | tuple):
        raise TypeError(f"{name} must be a list of {count} numbers, got {shown(values)}")
    numbers = tuple(real_number(f"each of {name}", value) for value in values)
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise ValueError(f"{name} must be {count} finite numbers, got {short(values)}")
    return numbers


def real_number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a float, got {short(value)}; give a smaller number") from None


def encodes(text: str) -> bool:
    """Whether ``text`` is valid Unicode; torchtext's C++ crashes on a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(value: object) -> str:
    """``value`` with its type, short enough for one line."""
    return f"{short(value)} ({type(value).__name__})"


def short(value: object) -> str:
    """The repr of ``value``, cut to fit into a line."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # an int of over 4300 digits has none, nor has an object with a broken __repr__
        text = "a value that cannot be printed"
    return text if len(text) <= 60 else text[:57] + "..."
