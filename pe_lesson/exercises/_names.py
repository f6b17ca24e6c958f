"""Which names a learner's function reads: its arguments, or what the notebook happens to hold."""

import dis
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

import numpy as np


def foreign_names(answer: object) -> str | None:
    """A sentence if a function leaves an argument unused, or reads a value of the notebook instead; else None."""
    if not isinstance(answer, FunctionType):
        return None
    code = answer.__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    local, outer = _read(code)
    unused = [f"`{name}`" for name in arguments if name not in local]
    values = [f"`{name}`" for name in sorted(outer) if _is_value(answer.__globals__.get(name, len))]
    if unused and values:
        return f"this uses {', '.join(values)} of the notebook, and never its own argument {' or '.join(unused)}"
    if values:
        return f"this uses {', '.join(values)} of the notebook; take what you need from the arguments"
    if unused:
        return f"this never uses its argument {' or '.join(unused)}"
    return None


def _read(code: CodeType) -> tuple[set[str], set[str]]:
    """Names read as local ones, arguments among them, and as names of the notebook."""
    local: set[str] = set()
    outer: set[str] = set()
    for step in dis.get_instructions(code):
        if step.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE", "STORE_FAST_LOAD")):
            local |= set(step.argval) if isinstance(step.argval, tuple) else {str(step.argval)}
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            outer.add(str(step.argval))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            deeper = _read(inner)
            local |= deeper[0] & set(inner.co_freevars)
            outer |= deeper[1]
    return local, outer


def _is_value(value: object) -> bool:
    return not isinstance(
        value, type | ModuleType | FunctionType | BuiltinFunctionType | MethodType | partial | np.ufunc
    )
