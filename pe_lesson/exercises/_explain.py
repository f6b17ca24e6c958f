"""Explain an answer that no listed mistake matches: where it stops, and which names it reads or leaves unused."""

import dis
import math
import re
from collections.abc import Iterable
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

import numpy as np
import torch

from pe_lesson._words import marked, say

IMPORTS = {
    "math": "import math",
    "np": "import numpy as np",
    "sqrt": "from math import sqrt",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
}
REMARKS = (
    (
        r"(Tensor|array) with more than one (value|element) is ambiguous",
        marked(
            "a tensor has one truth value per entry, and one alone is needed here: join entries with &, | and ~, "
            "choose with torch.where, or reduce with .any() or .all()"
        ),
    ),
    (
        r"same dtype.*\b([Ll]ong|[Ii]nt)\b",
        marked("whole numbers meet decimal ones; make the whole ones .float()"),
    ),
    (
        "same dtype|double != float|float != double",
        marked("numbers of two types meet; what comes in may be float64: give the other its type, .to(….dtype)"),
    ),
    (
        "index tensor of type LongTensor|used as indices must be long|'indices' to have one of",
        marked("indices are whole numbers, int64 as .long() makes them: is this the tensor that you mean?"),
    ),
    (
        "can be converted to Python scalars",
        marked("int(), float() and math.sin take one number, not several; torch.sin takes a whole tensor"),
    ),
    ("elements cannot be converted to Scalar", marked("one number is needed here, not several or none")),
    (
        "'float' object cannot be interpreted as an integer",
        marked("a whole number is needed here: // gives one, and / a float, even 4 / 2"),
    ),
)
SIZES = "must match|is invalid for input|cannot be multiplied|broadcast|shape mismatch|Expected size for first"
READS_LOCAL = ("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE", "STORE_FAST_LOAD")  # the last from Python 3.13 on


def stopped(error: str, line: int, code: str) -> str:
    """Say that an answer stopped, where, and what to do about an error that says too little in its own words."""
    if line and code:
        stop = say("your answer stopped in line {line}, `{code}`, with {error}", line=line, code=code, error=error)
    elif line:
        stop = say("your answer stopped in line {line} with {error}", line=line, error=error)
    else:
        stop = say("your answer stopped with {error}", error=error)
    remark = _remark(error)
    return say("{stop}; {remark}", stop=stop, remark=remark) if remark else stop


def _remark(error: str) -> str:
    if remark := next((remark for pattern, remark in REMARKS if re.search(pattern, error)), ""):
        return say(remark)
    if named := re.match(r"NameError: name '(\w+)' is not defined", error):
        if module := IMPORTS.get(named[1]):
            return say(
                "`{name}` is not imported here: write `{line}` as the first line of the cell",
                name=named[1],
                line=module,
            )
        return say("`{name}` has no value here: is it spelt right, and did its cell run?", name=named[1])
    if named := re.match(r"UnboundLocalError: .*?local variable '(\w+)'", error):
        return say(
            "a name that a function sets is its own, and `{name}` has no value yet in this line: set it above, before "
            "any loop or if",
            name=named[1],
        )
    return ""


def called_otherwise(error: str, call: str) -> str:
    """A sentence if a function has other arguments than those it is called with, else an empty one."""
    if re.search(r"^TypeError: .*\(\) (takes|missing) .*(positional|keyword-only) argument", error):
        return say("the exercise calls it as `{call}`", call=call)
    return ""


def ordered_otherwise(answer: object, solution: FunctionType, call: str) -> str:
    """A sentence if a function takes the solution's arguments in another order, else an empty one."""
    if not isinstance(answer, FunctionType):
        return ""
    given, asked = (each.__code__.co_varnames[: each.__code__.co_argcount] for each in (answer, solution))
    if given == asked or sorted(given) != sorted(asked):
        return ""
    return say(
        "the arguments are in another order: this takes {given}, and the exercise calls it as `{call}`",
        given=_in_backticks(given), call=call,
    )  # fmt: skip


def table_ends(error: str, advice: str, case: Iterable[object], right_shape: Iterable[int]) -> str:
    """A sentence if a function stopped at a position of the case, beyond its table's rows, else an empty one."""
    match = re.search(r"index (\d+) is out of bounds for (?:dimension|axis) 0 with size (\d+)$", error)
    if not (advice and match):
        return ""
    position, rows = map(int, match.groups())
    of_one_row = {part for size in right_shape for part in (size, size // 2)}  # its columns, its frequencies
    if rows in of_one_row or not any(position in torch.as_tensor(argument) for argument in case):
        return ""
    if position == rows:
        return say(
            "the table ends at position {end}; position {position} needs one row more", end=rows - 1, position=rows
        )
    return say(
        "position {position} is beyond your table, which ends at position {end}; {advice}",
        position=position, end=rows - 1, advice=say(advice),
    )  # fmt: skip


def sizes_differ(error: str, advice: str) -> str:
    """A sentence if a function stopped at a size that it takes for granted, else an empty one."""
    if advice and re.search(SIZES, error):
        return say("{mistake} ({error})", mistake=say(advice), error=error)
    return ""


def unused_arguments(answer: object, count: int) -> str:
    """A sentence if a function leaves one of its first ``count`` arguments unused, else an empty one."""
    if not isinstance(answer, FunctionType):
        return ""
    code = answer.__code__
    arguments = code.co_varnames[: min(code.co_argcount, count)]
    unused = _in_backticks(name for name in arguments if name not in _names(code)[0])
    if unused and (values := _values(answer)):
        return say("this uses {values} of the notebook, and never its own {unused}", values=values, unused=unused)
    return say("of its arguments, this never uses {unused}", unused=unused) if unused else ""


def notebook_values(answer: object) -> str:
    """A sentence if a function reads a value of the notebook, else an empty one."""
    values = _values(answer) if isinstance(answer, FunctionType) else ""
    if not values:
        return ""
    return say("this uses {values} of the notebook: should it come from the arguments?", values=values)


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
    names = sorted(_names(answer.__code__)[1] - {"exit", "quit", "__name__"})  # IPython's own, and every class reads it
    return _in_backticks(name for name in names if _is_value(answer.__globals__.get(name, len)))


def _in_backticks(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """The names that code reads as local ones, arguments among them, and as names of the notebook."""
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
    if isinstance(value, float) and value in (math.pi, math.tau, math.e):  # as imported by name
        return False
    return not isinstance(
        value, type | ModuleType | FunctionType | BuiltinFunctionType | MethodType | partial | np.ufunc
    )
