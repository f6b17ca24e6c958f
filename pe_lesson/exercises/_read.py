"""Answers as a learner may give them (lists, arrays, tensors, NumPy's numbers), read into one form."""

from collections.abc import Iterator, Sequence
from numbers import Real

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.exercises._verdicts import Mistake, NotAnswered


def read(value: object, right: object) -> object:
    """``value`` in the form of ``right``, of any size: a float64 tensor, a bool, a tuple, plain lists.

    Raises:
        Mistake: it is of another kind; the text says which.
    """
    if isinstance(value, Iterator):
        raise Mistake(f"this is a {type(value).__name__}, which gives its values only once; list(…) makes a list of it")
    if isinstance(right, bool):
        return read_bool(value)
    if isinstance(right, int | float):
        number = _numbers(value, "a number")
        return number.reshape(()) if number.numel() == 1 else number
    if isinstance(right, Tensor):
        return _numbers(value, "a tensor")
    if isinstance(right, tuple):
        if not isinstance(value, list | tuple) or len(value) != len(right):
            raise Mistake(f"{len(right)} things are asked for, in order; this is {shown(value)}")
        if any(part is ... for part in value):
            raise NotAnswered
        return tuple(read(part, expected) for part, expected in zip(value, right, strict=True))
    return plain(value)


def read_tensor(value: object, shape: Sequence[int], what: str = "the answer") -> Tensor:
    """``value`` as a finite float64 tensor of ``shape``; a Mistake that says what it is instead."""
    tensor = _numbers(value, "a tensor", what)
    if tuple(tensor.shape) != tuple(shape):
        raise Mistake(f"{what} has shape {tuple(tensor.shape)}; it should be {tuple(shape)}")
    if not torch.isfinite(tensor).all():
        raise Mistake(not_finite(tensor, what))
    return tensor


def read_number(value: object, what: str = "the answer") -> float:
    """``value`` as a finite float; a Mistake that says what it is instead."""
    tensor = _numbers(value, "a number", what)
    if tensor.numel() != 1:
        raise Mistake(f"one number is asked for, this has {tensor.numel()}; take the one with an index")
    if not torch.isfinite(tensor).all():
        raise Mistake(not_finite(tensor, what))
    return tensor.item()


def read_bool(value: object, what: str = "the answer") -> bool:
    """``value`` as True or False; a Mistake that says what it is instead."""
    if isinstance(value, Tensor | np.ndarray):
        if len(value.reshape(-1)) != 1:
            shape = tuple(value.shape)
            raise Mistake(f"one True or False is asked for, {what} is a tensor of shape {shape}; .all() asks them all")
        value = value.item()
    if not isinstance(value, bool | np.bool_):
        raise Mistake(f"True or False is asked for, {what} is {shown(value)}")
    return bool(value)


def not_finite(tensor: Tensor, what: str) -> str:
    if torch.isnan(tensor).any():
        return f"{what} has entries that are NaN; look for 0 / 0, or a softmax over a row that is -inf throughout"
    if (tensor == -torch.inf).any():
        return f"{what} has entries that are -inf: that is a mask for scores, before a softmax, and not asked for here"
    return f"{what} has entries that are infinite; look for a division by zero or an overflow"


def plain(value: object) -> object:
    """Lists for tuples, arrays and tensors, int for whole numbers: ``[(0, 1)]`` and ``[[0, 1]]`` are alike."""
    if isinstance(value, Tensor | np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def _numbers(value: object, kind: str, what: str = "the answer") -> Tensor:
    """``value`` as a float64 tensor of whatever shape."""
    if kind == "a number" and isinstance(value, bool | np.bool_):
        raise Mistake(f"{what} should be a number, this is {shown(value)}")
    if isinstance(value, list | tuple):
        try:
            value = (
                torch.stack([torch.as_tensor(part, dtype=torch.float64) for part in value]) if value else torch.empty(0)
            )
        except Exception:
            value = _nested(plain(value), kind, what)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        value = torch.from_numpy(value.astype(np.float64))
    if isinstance(value, Real | np.generic):
        try:
            value = torch.tensor(float(value), dtype=torch.float64)
        except (OverflowError, TypeError, ValueError):
            raise Mistake(f"{what} should be {kind}, this is {shown(value)}") from None
    if not isinstance(value, Tensor):
        raise Mistake(f"{what} should be {kind}, this is {shown(value)}")
    if value.is_complex():
        raise Mistake(f"{what} is complex; real numbers are asked for")
    return value.detach().to("cpu", torch.float64)


def _nested(value: object, kind: str, what: str) -> Tensor:
    try:
        return torch.tensor(value, dtype=torch.float64)
    except Exception:
        raise Mistake(f"{what} should be numbers in {kind}, this is {shown(value)}") from None
