"""Two values side by side: are they the same, how do they differ, and in which smallest case."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from pe_lesson._arguments import short
from pe_lesson.exercises._read import not_finite
from pe_lesson.exercises._run import Case


def same(a: object, b: object, tolerance: float = 1e-4, relative: float = 0.0) -> bool:
    """Whether two values, as ``read`` gives them, agree; numbers within a tolerance in every entry."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same(p, q, tolerance, relative) for p, q in zip(a, b, strict=True))
    if isinstance(a, Tensor | int | float) and isinstance(b, Tensor | int | float):
        a, b = torch.as_tensor(a, dtype=torch.float64), torch.as_tensor(b, dtype=torch.float64)
        return a.shape == b.shape and torch.allclose(a, b, rtol=relative, atol=tolerance, equal_nan=True)
    return type(a) is type(b) and bool(a == b)


def relation(value: object, right: object, tolerance: float = 1e-4) -> str | None:
    """A sentence for a wrong value that is near the right one in a way that can be named; else None."""
    if not (isinstance(value, Tensor) and isinstance(right, Tensor)):
        return None
    if value.numel() and not torch.isfinite(value).all() and torch.isfinite(right).all():
        return not_finite(value, "the answer")
    if value.shape != right.shape:
        return _other_shape(value, right, tolerance)
    if right.abs().max() > tolerance and same(value, -right, tolerance):
        return "right but for the sign"
    if value.dim() == 2 and same(value.T, right, tolerance):
        return "rows and columns have changed places"
    return _rounding(value, right)


def _other_shape(value: Tensor, right: Tensor, tolerance: float) -> str | None:
    now, asked = tuple(value.shape), tuple(right.shape)
    if right.dim() == 0:
        among = bool(((value - right).abs() <= tolerance).any())
        more = "the right one is among them" if among else "take the one with an index or .item()"
        return f"one number is asked for, this has {value.numel()}; {more}"
    if value.dim() == right.dim() == 2 and same(value.T, right, tolerance):
        return f"rows and columns have changed places: shape {now}, and {asked} is asked for"
    if value.numel() == right.numel() and same(value.flatten(), right.flatten(), tolerance):
        return f"the numbers are right, but in shape {now}; {asked} is asked for"
    if value.dim() == right.dim() == 3 and same(value.transpose(0, 1), right, tolerance):
        return f"the first two dimensions have changed places: shape {now}, and {asked} is asked for"
    return None


def _rounding(value: Tensor, right: Tensor) -> str | None:
    size = right.abs().max().item()
    if same(value, right.trunc(), 1e-9) and not same(right, right.trunc(), 1e-9) and right.trunc().any():
        return "the decimals are lost: whole numbers are not enough"
    for decimals in range(-8, 6):
        unit = 10.0**-decimals
        near = (value - right).abs().max() <= 0.5001 * unit
        if near and unit <= 0.5 * size and same(value / unit, (value / unit).round(), 1e-6):
            how = f"{decimals} decimal{'s' * (decimals > 1)}" if decimals > 0 else f"{unit:,.0f}"
            return f"right but for rounding, to {how}; give it as it comes"
    return None


def smallest(answer: object, cases: Sequence[Case], values: Sequence[object], rights: Sequence[object]) -> str:
    """Of the cases in which a value is not the right one, the smallest: input, its value, the right value."""
    name = getattr(answer, "__name__", "it").replace("<lambda>", "it")
    chosen = min(range(len(cases)), key=lambda i: _size((*cases[i], rights[i])))
    asked, value, right = _call(name, cases[chosen]), values[chosen], rights[chosen]
    if isinstance(value, Tensor) and isinstance(right, Tensor) and value.shape != right.shape:
        return f"{asked} has shape {tuple(value.shape)}; {tuple(right.shape)} is right"
    if isinstance(value, Tensor) and isinstance(right, Tensor) and right.numel() > 6:
        index = tuple((~torch.isclose(value, right, rtol=0, atol=1e-4, equal_nan=True)).nonzero()[0].tolist())
        place = ", ".join(map(str, index))
        return f"in {asked} entry [{place}] is {_brief(value[index])}; {_brief(right[index])} is right"
    return f"{asked} gives {_brief(value)}; {_brief(right)} is right"


def _size(parts: tuple[object, ...]) -> int:
    return sum(part.numel() if isinstance(part, Tensor) else len(repr(part)) // 4 for part in parts)


def _call(name: str, arguments: Case) -> str:
    return f"{name}({', '.join(_brief(argument) for argument in arguments)})"


def _brief(value: object) -> str:
    if isinstance(value, Tensor) and value.numel() > 8:
        return f"a {tuple(value.shape)} tensor"
    if isinstance(value, Tensor):
        return str(_rounded(value.tolist()))
    if isinstance(value, tuple) and any(isinstance(part, Tensor) for part in value):
        return ", ".join(_brief(part) for part in value)
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return short(_rounded(value))


def _rounded(value: object) -> object:
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value == round(value) and abs(value) < 1e6 else float(f"{value:.4g}")
    return [_rounded(part) for part in value] if isinstance(value, list) else value
