"""Explain a value that no listed mistake gives: what right value it is near, and the smallest case it is wrong in."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import short_repr, typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._read import is_close, not_finite, not_one_number


def decimal_comma(value: object) -> str:
    return say(
        "the comma makes several numbers of it, {value}; write decimals with a point, 0.5, "
        "and thousands without a comma, 4376 (or 4_376)",
        value=typed_repr(value),
    )


def near_miss(value: object, right: object, tolerance: float = 1e-4) -> str:
    """A sentence if a wrong value is near the right one in a way that can be named, else an empty one."""
    if not (isinstance(value, Tensor) and isinstance(right, Tensor)):
        return ""
    if value.numel() and not torch.isfinite(value).all() and torch.isfinite(right).all():
        return not_finite(value)
    if value.shape != right.shape:
        return _other_shape(value, right, tolerance)
    if is_close(value, -right, tolerance):
        return say("right but for the sign")
    if value.dim() == 2 and is_close(value.T, right, tolerance):
        return say("rows and columns are swapped")
    return _rounding(value, right)


def _other_shape(value: Tensor, right: Tensor, tolerance: float) -> str:
    now, asked = tuple(value.shape), tuple(right.shape)
    if right.dim() == 0 and ((value - right).abs() <= tolerance).any():
        return say("the exercise asks for one number, this has {count}, the right one among them", count=value.numel())
    if right.dim() == 0:
        return not_one_number(value.numel())
    places = {"now": now, "asked": asked}
    if value.dim() == right.dim() == 2 and is_close(value.T, right, tolerance):
        return say("rows and columns are swapped: the shape is {now} and should be {asked}", **places)
    if value.numel() == right.numel() and is_close(value.flatten(), right.flatten(), tolerance):
        return say("the numbers are right, but the shape is {now} and should be {asked}", **places)
    if value.dim() == right.dim() == 3 and is_close(value.transpose(0, 1), right, tolerance):
        return say("the first two dimensions are swapped: the shape is {now} and should be {asked}", **places)
    return ""


def _rounding(value: Tensor, right: Tensor) -> str:
    size = right.abs().max().item()
    if is_close(value, right.trunc(), 1e-9) and not is_close(right, right.trunc(), 1e-9) and right.trunc().any():
        return say("the decimals are lost: whole numbers are not enough")
    for decimals in range(-8, 6):
        unit = 10.0**-decimals
        near = (value - right).abs().max() <= 0.5001 * unit
        if near and unit <= 0.5 * size and is_close(value / unit, (value / unit).round(), 1e-6):
            return say("close to the right result: is it rounded, or cut? give all digits")
    return ""


def smallest_wrong(
    answer: object, wrongs: Sequence[tuple[tuple[Any, ...], object, object]], agree: Callable[[Any, Any], bool]
) -> str:
    """Say what is wrong in the smallest of these cases, each (arguments, value, right value)."""
    name = getattr(answer, "__name__", "it").replace("<lambda>", "it")
    arguments, value, right = min(wrongs, key=lambda wrong: (_digits(wrong[0]), _size((*wrong[0], wrong[2]))))
    call = f"{name}({', '.join(_brief(argument, _digits(arguments)) for argument in arguments)})"
    if isinstance(value, tuple) and isinstance(right, tuple):
        pairs = enumerate(zip(value, right, strict=True), 1)
        part, pair = next((i, pair) for i, pair in pairs if not agree(*pair))
        kind, places = _difference(*pair, agree)
        return say(OF_SEVERAL[kind], part=part, count=len(right), call=call, **places)
    kind, places = _difference(value, right, agree)
    if kind == "shape" and not places["now"]:
        return say("{call} gives one number alone; shape {asked} is right", call=call, **places)
    if kind == "shape" and not places["asked"]:
        return say("{call} has shape {now}; one number is right", call=call, **places)
    return say(OF_ONE[kind], call=call, **places)


OF_ONE = {
    "shape": marked("{call} has shape {now}; {asked} is right"),
    "entry": marked("in {call} entry [{place}] is {value}; {right} is right"),
    "value": marked("{call} gives {value}; {right} is right"),
    "length": marked("{call} has length {now}; {asked} is right"),
}
OF_SEVERAL = {
    "shape": marked("result {part} of {count} of {call} has shape {now}; {asked} is right"),
    "entry": marked("in result {part} of {count} of {call} entry [{place}] is {value}; {right} is right"),
    "value": marked("result {part} of {count} of {call} is {value}; {right} is right"),
    "length": marked("result {part} of {count} of {call} has length {now}; {asked} is right"),
}


def _difference(value: object, right: object, agree: Callable[[Any, Any], bool]) -> tuple[str, dict[str, Any]]:
    """What two values differ in, a key of the sentences above, and the places of its sentence."""
    if isinstance(value, Tensor) and isinstance(right, Tensor):
        if value.shape != right.shape:
            return "shape", {"now": tuple(value.shape), "asked": tuple(right.shape)}
        if right.numel() > 6:
            index = next(i for i in np.ndindex(*right.shape) if not agree(value[i], right[i]))
            return "entry", {"place": ", ".join(map(str, index)), **_both(value[index], right[index])}
    told = _both(value, right)
    if told["value"] != told["right"] or not isinstance(value, list) or not isinstance(right, list):
        return "value", told
    parts = enumerate(zip(value, right, strict=False))  # long lists, which begin alike
    differing = next(((i, *pair) for i, pair in parts if not agree(*pair)), None)
    if differing is None:
        return "length", {"now": len(value), "asked": len(right)}
    place, *pair = differing
    return "entry", {"place": place, **_both(*pair)}


def _both(value: object, right: object) -> dict[str, str]:
    """Write two different values with as many digits as tell them apart."""
    pairs = ((_brief(value, digits), _brief(right, digits)) for digits in (4, 6, 9))
    first = next(pairs)
    value_told, right_told = next((pair for pair in [first, *pairs] if pair[0] != pair[1]), first)
    return {"value": value_told, "right": right_told}


def _size(parts: tuple[object, ...]) -> int:
    return sum(part.numel() if isinstance(part, Tensor) else len(repr(part)) // 4 for part in parts)


def _digits(arguments: tuple[object, ...]) -> int:
    """How many digits show the arguments as they are: a count may jump between a number and its first digits."""
    shown = [value for value in arguments if not isinstance(value, Tensor) or value.numel() <= 8]
    return next((digits for digits in (4, 6, 9) if all(_given_back(value, digits) for value in shown)), 17)


def _given_back(value: object, digits: int) -> bool:
    if isinstance(value, Tensor):
        return torch.equal(torch.tensor(_rounded(value.tolist(), digits), dtype=value.dtype), value)
    return not isinstance(value, float) or _rounded(value, digits) == value


def _brief(value: object, digits: int = 4) -> str:
    if isinstance(value, Tensor) and value.numel() > 8:
        return say("a {shape} tensor", shape=tuple(value.shape))
    if isinstance(value, Tensor):
        return str(_rounded(value.tolist(), digits))
    if isinstance(value, tuple) and any(isinstance(part, Tensor) for part in value):
        return ", ".join(_brief(part, digits) for part in value)
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return short_repr(_rounded(value, digits))


def _rounded(value: object, digits: int) -> object:
    if isinstance(value, float) and math.isfinite(value):
        near = float(f"{value:.{digits}g}")
        return int(near) if near == round(near) and abs(near) < 1e6 else near
    return [_rounded(part, digits) for part in value] if isinstance(value, list) else value
