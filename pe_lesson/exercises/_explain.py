"""Explain an answer that no listed mistake matches: where it stops, what it reads, the smallest wrong case."""

import dis
import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import short, shown
from pe_lesson._words import marked, say
from pe_lesson.exercises._read import not_finite, same

IMPORTS = {
    "math": "import math",
    "np": "import numpy as np",
    "sqrt": "from math import sqrt",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
}
READS_LOCAL = ("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE", "STORE_FAST_LOAD")  # the last from Python 3.13 on
ONE_TRUTH = {  # what in a line asks for one True or False, and the words for it; the first one found counts
    r"\band\b": marked("Python's `and` needs one truth value, and a tensor has one per entry; & joins entry by entry"),
    r"\bor\b": marked("Python's `or` needs one truth value, and a tensor has one per entry; | joins entry by entry"),
    r"\bnot\b": marked(
        "Python's `not` needs one truth value, and a tensor has one per entry; ~ negates entry by entry"
    ),
    r"\b(min|max)\(": marked("Python's min and max compare single numbers; .clamp bounds all entries of a tensor"),
    r"(<|>|[=!]=)=?((?!\b(if|else)\b)[^<>=!()])+(<|>|[=!]=)": marked(
        "a chain such as a < b < c needs one truth value, and a "
        "tensor has one per entry; put each comparison in parentheses, and join them with & or =="
    ),
    r"\b(if|elif|while|assert)\b": marked(
        "`{word}` needs one truth value, and a tensor has one per entry; torch.where chooses "
        "entry by entry, .any() and .all() reduce all entries to one"
    ),
    "": marked(
        "a tensor has a truth value per entry, and this line needs one; .any() and .all() reduce all entries to one"
    ),
}


def stopped(error: str, line: int, code: str) -> str:
    """Say that an answer stopped, where, and what to do about an error that says too little in its own words."""
    if line and code:
        stop = say("your answer stopped in line {line}, `{code}`, with {error}", line=line, code=code, error=error)
    elif line:
        stop = say("your answer stopped in line {line} with {error}", line=line, error=error)
    else:
        stop = say("your answer stopped with {error}", error=error)
    remark = _remark(error, code)
    return say("{stop}; {remark}", stop=stop, remark=remark) if remark else stop


def _remark(error: str, code: str) -> str:
    if re.search(r"(Tensor|array) with more than one (value|element) is ambiguous", error):
        matches = ((re.search(pattern, code), words) for pattern, words in ONE_TRUTH.items())
        return next(say(words, word=match[0]) for match, words in matches if match)
    if named := re.match(r"NameError: name '(\w+)' is not defined", error):
        if module := IMPORTS.get(named[1]):
            return say(
                "`{name}` is not imported here: write `{line}` as the first line of the cell",
                name=named[1],
                line=module,
            )
        return say("`{name}` has no value here: is it spelt right, and did its cell run?", name=named[1])
    return ""


def table_ends(error: str, advice: str) -> str:
    """Return a sentence if a function stopped because its table has too few rows, else an empty one."""
    match = re.search(r"index (\d+) is out of bounds for (?:dimension|axis) 0 with size (\d+)$", error)
    if not match:
        return ""
    position, rows = map(int, match.groups())
    if position == rows:
        return say(
            "the table ends at position {end}; position {position} needs one row more", end=rows - 1, position=rows
        )
    return say(
        "position {position} is beyond your table, which ends at position {end}; {advice}",
        position=position, end=rows - 1, advice=say(advice),
    )  # fmt: skip


def sizes_differ(error: str, advice: str) -> str:
    """Return a sentence if a function stopped at a size that it takes for granted, else an empty one."""
    if re.search(r"must match|is invalid for input|cannot be multiplied|broadcast|shape mismatch", error):
        return say("{mistake} ({error})", mistake=say(advice), error=error)
    return ""


def comma(value: object) -> str:
    return say(
        "the comma makes several numbers of it, {value}; write decimals with a point, 0.5, "
        "and thousands without a comma, 4376 (or 4_376)",
        value=shown(value),
    )


def unused_arguments(answer: object) -> str:
    """Return a sentence if a function leaves an argument unused, else an empty one."""
    if not isinstance(answer, FunctionType):
        return ""
    code = answer.__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    unused = _in_backticks(name for name in arguments if name not in _names(code)[0])
    if unused and (values := _values(answer)):
        return say("this uses {values} of the notebook, and never its own {unused}", values=values, unused=unused)
    return say("of its arguments, this never uses {unused}", unused=unused) if unused else ""


def notebook_values(answer: object) -> str:
    """Return a sentence if a function reads a value of the notebook, else an empty one."""
    values = _values(answer) if isinstance(answer, FunctionType) else ""
    if not values:
        return ""
    return say("this uses {values} of the notebook; take what you need from the arguments", values=values)


def notebook_functions(answer: object) -> str:
    """The functions that a function reads and that were defined beside it, in the notebook."""
    if not isinstance(answer, FunctionType):
        return ""
    values = {name: answer.__globals__.get(name) for name in sorted(_names(answer.__code__)[1])}
    return _in_backticks(
        name
        for name, value in values.items()
        if isinstance(value, FunctionType) and value.__globals__ is answer.__globals__ and value is not answer
    )


def _values(answer: FunctionType) -> str:
    names = sorted(_names(answer.__code__)[1] - {"exit", "quit"})  # IPython keeps these in the notebook
    return _in_backticks(name for name in names if _is_value(answer.__globals__.get(name, len)))


def _in_backticks(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """Return the names that code reads as local ones, arguments among them, and as names of the notebook."""
    local: set[str] = set()
    outer: set[str] = set()
    for step in dis.get_instructions(code):
        if step.opname.startswith(READS_LOCAL):
            local |= set(step.argval) if isinstance(step.argval, tuple) else {str(step.argval)}
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            outer.add(str(step.argval))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            deeper = _names(inner)
            local |= deeper[0] & set(inner.co_freevars)
            outer |= deeper[1]
    return local, outer


def _is_value(value: object) -> bool:
    return not isinstance(
        value, type | ModuleType | FunctionType | BuiltinFunctionType | MethodType | partial | np.ufunc
    )


def relation(value: object, right: object, tolerance: float = 1e-4) -> str:
    """Return a sentence if a wrong value is near the right one in a way that can be named, else an empty one."""
    if not (isinstance(value, Tensor) and isinstance(right, Tensor)):
        return ""
    if value.numel() and not torch.isfinite(value).all() and torch.isfinite(right).all():
        return not_finite(value)
    if value.shape != right.shape:
        return _other_shape(value, right, tolerance)
    if same(value, -right, tolerance):
        return say("right but for the sign")
    if value.dim() == 2 and same(value.T, right, tolerance):
        return say("rows and columns are swapped")
    return _rounding(value, right)


def _other_shape(value: Tensor, right: Tensor, tolerance: float) -> str:
    now, asked = tuple(value.shape), tuple(right.shape)
    if right.dim() == 0 and ((value - right).abs() <= tolerance).any():
        return say("the exercise asks for one number, this has {count}, the right one among them", count=value.numel())
    if right.dim() == 0:
        return say(
            "the exercise asks for one number, this has {count}; take one with an index or .item()", count=value.numel()
        )
    places = {"now": now, "asked": asked}
    if value.dim() == right.dim() == 2 and same(value.T, right, tolerance):
        return say("rows and columns are swapped: the shape is {now} and should be {asked}", **places)
    if value.numel() == right.numel() and same(value.flatten(), right.flatten(), tolerance):
        return say("the numbers are right, but the shape is {now} and should be {asked}", **places)
    if value.dim() == right.dim() == 3 and same(value.transpose(0, 1), right, tolerance):
        return say("the first two dimensions are swapped: the shape is {now} and should be {asked}", **places)
    return ""


def _rounding(value: Tensor, right: Tensor) -> str:
    size = right.abs().max().item()
    if same(value, right.trunc(), 1e-9) and not same(right, right.trunc(), 1e-9) and right.trunc().any():
        return say("the decimals are lost: whole numbers are not enough")
    for decimals in range(-8, 6):
        unit = 10.0**-decimals
        near = (value - right).abs().max() <= 0.5001 * unit
        if near and unit <= 0.5 * size and same(value / unit, (value / unit).round(), 1e-6):
            return say("right but for rounding, to {unit}; do not round", unit=f"{unit:,.{max(decimals, 0)}f}")
    return ""


def smallest(
    answer: object, wrongs: Sequence[tuple[tuple[Any, ...], object, object]], agree: Callable[[Any, Any], bool] = same
) -> str:
    """Say what is wrong in the smallest of these cases, each (arguments, value, right value)."""
    name = getattr(answer, "__name__", "it").replace("<lambda>", "it")
    arguments, value, right = min(wrongs, key=lambda wrong: _size((*wrong[0], wrong[2])))
    call = f"{name}({', '.join(_brief(argument) for argument in arguments)})"
    if isinstance(value, tuple) and isinstance(right, tuple):
        return _first_wrong(call, value, right, agree)
    if isinstance(value, Tensor) and isinstance(right, Tensor) and value.shape != right.shape:
        now, asked = tuple(value.shape), tuple(right.shape)
        if len(wrongs) == 1 and len(now) == len(asked) and all(a <= b for a, b in zip(now, asked, strict=True)):
            return say(
                "small sizes are right, but {call} has shape {now} and should have {asked}: is it cut out of a table "
                "that ends there? Build it from the arguments",
                call=call, now=now, asked=asked,
            )  # fmt: skip
        return say("{call} has shape {now}; {asked} is right", call=call, now=now, asked=asked)
    if isinstance(value, Tensor) and isinstance(right, Tensor) and right.numel() > 6:
        place, entry = _first_entry(value, right, agree)
        return say("in {call} entry [{place}] is {value}; {right} is right", call=call, place=place, **entry)
    return say("{call} gives {value}; {right} is right", call=call, **_both(value, right))


def _first_wrong(
    call: str, values: tuple[object, ...], rights: tuple[object, ...], agree: Callable[[Any, Any], bool]
) -> str:
    """Say which of several results is the first that differs, and how."""
    pairs = enumerate(zip(values, rights, strict=True), 1)
    part, (value, right) = next((i, pair) for i, pair in pairs if not agree(*pair))
    count = len(rights)
    if isinstance(value, Tensor) and isinstance(right, Tensor) and value.shape != right.shape:
        return say(
            "result {part} of {count} of {call} has shape {now}; {asked} is right",
            part=part, count=count, call=call, now=tuple(value.shape), asked=tuple(right.shape),
        )  # fmt: skip
    if isinstance(value, Tensor) and isinstance(right, Tensor) and right.numel() > 6:
        place, entry = _first_entry(value, right, agree)
        return say(
            "in result {part} of {count} of {call} entry [{place}] is {value}; {right} is right",
            part=part, count=count, call=call, place=place, **entry,
        )  # fmt: skip
    return say(
        "result {part} of {count} of {call} is {value}; {right} is right",
        part=part, count=count, call=call, **_both(value, right),
    )  # fmt: skip


def _first_entry(value: Tensor, right: Tensor, agree: Callable[[Any, Any], bool]) -> tuple[str, dict[str, str]]:
    """Find where two tensors of one shape first differ, and the two numbers there."""
    index = next(i for i in np.ndindex(*right.shape) if not agree(value[i], right[i]))
    return ", ".join(map(str, index)), _both(value[index], right[index])


def _both(value: object, right: object) -> dict[str, str]:
    """Write two different values with as many digits as tell them apart."""
    pairs = ((_brief(value, digits), _brief(right, digits)) for digits in (4, 6, 9))
    first = next(pairs)
    value_told, right_told = next((pair for pair in [first, *pairs] if pair[0] != pair[1]), first)
    return {"value": value_told, "right": right_told}


def _size(parts: tuple[object, ...]) -> int:
    return sum(part.numel() if isinstance(part, Tensor) else len(repr(part)) // 4 for part in parts)


def _brief(value: object, digits: int = 4) -> str:
    if isinstance(value, Tensor) and value.numel() > 8:
        return say("a {shape} tensor", shape=tuple(value.shape))
    if isinstance(value, Tensor):
        return str(_rounded(value.tolist(), digits))
    if isinstance(value, tuple) and any(isinstance(part, Tensor) for part in value):
        return ", ".join(_brief(part, digits) for part in value)
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return short(_rounded(value, digits))


def _rounded(value: object, digits: int) -> object:
    if isinstance(value, float) and math.isfinite(value):
        near = float(f"{value:.{digits}g}")
        return int(near) if near == round(near) and abs(near) < 1e6 else near
    return [_rounded(part, digits) for part in value] if isinstance(value, list) else value
