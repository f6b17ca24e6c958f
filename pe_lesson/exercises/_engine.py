"""How graders are written: one function an exercise, which returns praise or raises a Mistake.

A lesson's graders stand in ``lesson_NN.py``. Each compares the answer first with what is right,
then with what typical mistakes would give, so that the sentence fits the mistake.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import shown

Grader = Callable[[object], str]
_GRADERS: dict[str, Grader] = {}


class Mistake(Exception):  # noqa: N818 - a learner's mistake, not an error of ours
    """An answer is wrong; the text says what kind of mistake it is, never the solution."""


class NotAnswered(Exception):  # noqa: N818
    """The stub is still there."""


def exercise(number: str) -> Callable[[Grader], Grader]:
    """Register the grader of one exercise."""

    def register(grader: Grader) -> Grader:
        _GRADERS[number] = grader
        return grader

    return register


def graders(number: object) -> dict[str, Grader]:
    """The graders of the lesson that an exercise number belongs to; empty if there is no such lesson."""
    lesson = number[:2] if isinstance(number, str) else ""
    name = f"pe_lesson.exercises.lesson_{lesson}"
    if not lesson.isdigit() or find_spec(name) is None:
        return {}
    import_module(name)
    return {key: grader for key, grader in _GRADERS.items() if key.startswith(f"{lesson}.")}


def call(function: object, *arguments: object) -> object:
    """What the learner's function returns; a Mistake if it is none or stops, NotAnswered if it is a stub."""
    if not callable(function):
        raise Mistake(f"a function is asked for, this is {shown(function)}")
    copies = [a.clone() if isinstance(a, Tensor) else a for a in arguments]
    try:
        result = function(*copies)
    except (Exception, SystemExit) as error:
        first_line = next((line.strip() for line in str(error).splitlines() if line.strip()), "no message")
        raise Mistake(f"your function stopped with {type(error).__name__}: {first_line}") from None
    if result is ... or (result is None and _is_stub(function)):
        raise NotAnswered
    if result is None:
        raise Mistake("your function returned None; does every way through it end with return?")
    for before, after in zip(arguments, copies, strict=True):
        if isinstance(before, Tensor) and not torch.equal(before, after):
            raise Mistake("your function changes its argument in place; make a new tensor, so that a re-run is safe")
    return result


def _is_stub(function: object) -> bool:
    """Whether a function, or a module's forward, is still as the notebook gives it: nothing but ``...``."""
    code = getattr(getattr(function, "forward", function), "__code__", None)
    return code is None or code.co_code == (lambda: None).__code__.co_code


def tensor(value: object, shape: Sequence[int], what: str = "the answer") -> Tensor:
    """``value`` as a finite float64 tensor of ``shape``; a Mistake that says what it is instead."""
    if isinstance(value, (list, tuple)):
        try:
            value = torch.stack([torch.as_tensor(v) for v in value]) if value else torch.empty(0)
        except Exception:
            raise Mistake(f"{what} should be numbers in a tensor, this is {shown(value)}") from None
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        value = torch.from_numpy(value.copy())
    if not isinstance(value, Tensor):
        raise Mistake(f"{what} should be a tensor, this is {shown(value)}")
    if tuple(value.shape) != tuple(shape):
        raise Mistake(f"{what} has shape {tuple(value.shape)}; it should be {tuple(shape)}")
    if value.is_complex():
        raise Mistake(f"{what} is complex; real numbers are asked for")
    value = value.detach().to("cpu", torch.float64)
    if not torch.isfinite(value).all():
        raise Mistake(f"{what} has entries that are NaN or infinite; look for a division by zero or an overflow")
    return value


def number(value: object, what: str = "the answer") -> float:
    """``value`` as a finite float; a Mistake that says what it is instead."""
    if isinstance(value, bool | np.bool_):
        raise Mistake(f"{what} should be a number, this is {shown(value)}")
    if isinstance(value, int | float):
        value = torch.tensor(value, dtype=torch.float64)
    if isinstance(value, Tensor | np.ndarray | np.generic):
        return tensor(torch.as_tensor(value), (), what).item()
    raise Mistake(f"{what} should be a number, this is {shown(value)}")


def same(a: object, b: object, tolerance: float = 1e-4) -> bool:
    """Whether two numbers or tensors agree in shape and, within ``tolerance``, in every entry."""
    a, b = torch.as_tensor(a, dtype=torch.float64), torch.as_tensor(b, dtype=torch.float64)
    return a.shape == b.shape and bool(((a - b).abs() <= tolerance).all())


def diagnose(answer: object, right: object, mistakes: Sequence[tuple[object, str]], otherwise: str) -> None:
    """Return if ``answer`` is right; else raise the Mistake whose value it matches, or ``otherwise``."""
    if same(answer, right):
        return
    for wrong, hint in mistakes:
        if same(answer, wrong):
            raise Mistake(hint)
    raise Mistake(otherwise)
