"""Read answers as learners give them (lists, arrays, tensors, NumPy's numbers) into one form, and compare them."""

from collections.abc import Iterator, Sequence
from numbers import Number
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._mistake import Mistake, NotAnswered

COMPLEX = marked("the answer is complex; the exercise asks for real numbers")
TOO_LARGE = marked("this is larger than any float can be: is there ** where * should be?")


def read_like(value: object, right: object) -> object:
    """Read ``value`` in the form of ``right``, of any size: a float64 tensor, a bool, a tuple, plain lists.

    Raises:
        Mistake: it is of another kind; the text says which.
    """
    _is_read(value)
    if isinstance(right, bool):
        return read_bool(value)
    if isinstance(right, int | float):
        number = _numbers(value, "a number")
        return number.reshape(()) if number.numel() == 1 else number
    if isinstance(right, Tensor):
        return read_tensor(value)
    if isinstance(right, tuple):
        if not isinstance(value, list | tuple) or len(value) != len(right):
            raise Mistake(
                "the exercise asks for {n} things, in order; this is {value}", n=len(right), value=typed_repr(value)
            )
        if any(part is ... for part in value):
            raise NotAnswered
        return tuple(_read_result(i, value, right) for i in range(len(right)))
    return plain(value)


def _read_result(i: int, values: Sequence[object], rights: Sequence[object]) -> object:
    """Read one of several results; a Mistake that says which it is."""
    try:
        return read_like(values[i], rights[i])
    except Mistake as mistake:
        raise Mistake("result {part} of {count}: {mistake}", part=i + 1, count=len(rights), mistake=mistake) from None


def read_tensor(value: object) -> Tensor:
    """Read ``value`` as a float64 tensor of whatever shape; a Mistake that says what it is instead."""
    _is_read(value)
    return _numbers(value, "a tensor")


def read_number(value: object) -> float:
    """Read ``value`` as a finite float; a Mistake that says what it is instead."""
    tensor = _numbers(value, "a number")
    if tensor.numel() != 1:
        raise Mistake(not_one_number(tensor.numel()))
    if not torch.isfinite(tensor).all():
        raise Mistake(not_finite(tensor))
    return tensor.item()


def read_bool(value: object) -> bool:
    """Read ``value`` as True or False; a Mistake that says what it is instead."""
    if isinstance(value, Tensor | np.ndarray):
        if len(value.reshape(-1)) != 1:
            raise Mistake(
                "the answer should be one True or False, but this is a tensor of shape {shape}; "
                ".all() asks all entries",
                shape=tuple(value.shape),
            )
        value = value.item()
    if not isinstance(value, bool | np.bool_):
        raise Mistake("the answer should be True or False, but this is {value}", value=typed_repr(value))
    return bool(value)


def each_number_once(answer: object, count: int, floating: str, missing: str) -> Tensor:
    """Read all whole numbers below ``count``, -1 for the last; a Mistake if they are floating or one is missing."""
    numbers = read_tensor(answer)
    if torch.as_tensor(answer).is_floating_point():
        raise Mistake(floating)
    numbers = torch.where(numbers < 0, numbers + count, numbers)
    if sorted(numbers.tolist()) != list(range(count)):
        raise Mistake(missing, value=typed_repr(answer))
    return numbers


def not_one_number(count: int) -> str:
    if count == 0:
        return say("the exercise asks for one number, and this has none: did a search or a condition find nothing?")
    return say(
        "the exercise asks for one number, this has {count}; is it one of them, how many they are, "
        "or something made of them?",
        count=count,
    )


def not_finite(tensor: Tensor) -> str:
    if torch.isnan(tensor).any():
        return say(
            "some entries are NaN: is it 0 / 0, inf / inf, inf * 0, a sine of inf, a root or logarithm of "
            "a number below 0, a softmax over a row of -inf alone, or a tensor that was never filled?"
        )
    if (tensor == -torch.inf).any():
        return say("some entries are -inf: a division by 0, a logarithm of 0, or a mask that no softmax followed?")
    return say("some entries are infinite: a division by 0, a logarithm of 0, or an overflow?")


def plain(value: object) -> object:
    """Make lists of tuples, arrays and tensors, so that ``[(0, 1)]`` and ``[[0, 1]]`` are alike."""
    if isinstance(value, Tensor):
        _holds_numbers(value)
    if isinstance(value, Tensor | np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def is_close(a: object, b: object, tolerance: float = 1e-4, relative: float = 0.0) -> bool:
    """Whether two values, as ``read_like`` gives them, agree; numbers within a tolerance in every entry."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(is_close(p, q, tolerance, relative) for p, q in zip(a, b, strict=True))
    if isinstance(a, Tensor | int | float) and isinstance(b, Tensor | int | float):
        a, b = torch.as_tensor(a, dtype=torch.float64), torch.as_tensor(b, dtype=torch.float64)
        return a.shape == b.shape and torch.allclose(a, b, rtol=relative, atol=tolerance, equal_nan=True)
    return type(a) is type(b) and bool(a == b)


def _is_read(value: object) -> None:
    if isinstance(value, Iterator):
        kind = type(value).__name__
        raise Mistake("this is a {kind}, which gives its values only once; list(…) makes a list of it", kind=kind)
    if isinstance(value, FunctionType | BuiltinFunctionType | MethodType):
        name = value.__name__
        raise Mistake("this is the function {name} itself: are its parentheses () missing?", name=name)


def _numbers(value: object, kind: str) -> Tensor:
    """Read ``value`` as a float64 tensor of whatever shape."""
    wrong = {
        "a number": marked("the answer should be a number, but this is {value}"),
        "a tensor": marked(
            "the answer should be a list or tensor of numbers, with rows of one length, but this is {value}"
        ),
    }[kind]
    if kind == "a number" and isinstance(value, bool | np.bool_):
        raise Mistake(wrong, value=typed_repr(value))
    if isinstance(value, list | tuple):
        value = _of_list(value, wrong)
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":
        raise Mistake(COMPLEX)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        value = torch.from_numpy(value.astype(np.float64))
    if isinstance(value, Number | np.generic):
        value = _of_scalar(value, wrong)
    if not isinstance(value, Tensor):
        raise Mistake(wrong, value=typed_repr(value))
    _holds_numbers(value)
    if value.is_complex():
        raise Mistake(COMPLEX)
    return value.detach().to("cpu", torch.float64)


def _holds_numbers(value: Tensor) -> None:
    if value.is_meta:
        raise Mistake("this is a tensor on the device meta, which holds no numbers")
    if value.layout != torch.strided or value.is_nested or value.is_quantized:
        raise Mistake("this is a sparse, nested or quantized tensor; give an ordinary one")


def _of_scalar(value: Any, wrong: str) -> Tensor:
    if isinstance(value, complex | np.complexfloating):
        raise Mistake(COMPLEX)
    try:
        return torch.tensor(float(value), dtype=torch.float64)
    except OverflowError:
        raise Mistake(TOO_LARGE) from None
    except (TypeError, ValueError):
        raise Mistake(wrong, value=typed_repr(value)) from None


def _of_list(value: list[object] | tuple[object, ...], wrong: str) -> Tensor:
    rows = all(isinstance(part, list | tuple) for part in value)
    kinds = {type(one) for part in value for one in (part if rows else (part,))}  # type: ignore[attr-defined]
    if any(issubclass(kind, complex) for kind in kinds):
        raise Mistake(COMPLEX)
    try:
        if kinds <= {int, float, bool}:  # a long list at once, not number by number
            return torch.tensor(value, dtype=torch.float64)
        return torch.stack([read_tensor(part) for part in value])
    except OverflowError:
        raise Mistake(TOO_LARGE) from None
    except Exception:
        raise Mistake(wrong, value=typed_repr(value)) from None
