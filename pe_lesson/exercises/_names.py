"""Which names a learner's function reads: its arguments, or what the notebook holds."""

import dis
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

import numpy as np


def unused_arguments(answer: object) -> str:
    """A sentence if a function leaves an argument unused, perhaps for a value of the notebook; else nothing."""
    if not isinstance(answer, FunctionType):
        return ""
    code = answer.__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    unused = " or ".join(f"`{name}`" for name in arguments if name not in _read(code)[0])
    if unused and (values := _values(answer)):
        return f"this uses {values} of the notebook, and never its own argument {unused}"
    return f"this never uses its argument {unused}" if unused else ""


def notebook_values(answer: object) -> str:
    """A sentence if a function reads a value of the notebook; else nothing."""
    values = _values(answer) if isinstance(answer, FunctionType) else ""
    return f"this uses {values} of the notebook; take what you need from the arguments" if values else ""


def _values(answer: FunctionType) -> str:
    names = sorted(_read(answer.__code__)[1])
    return ", ".join(f"`{name}`" for name in names if _is_value(answer.__globals__.get(name, len)))


def notebook_functions(answer: object) -> list[str]:
    """The functions that a function reads and that were defined beside it, in the notebook."""
    if not isinstance(answer, FunctionType):
        return []
    found = {name: answer.__globals__.get(name) for name in sorted(_read(answer.__code__)[1])}
    return [
        name
        for name, value in found.items()
        if isinstance(value, FunctionType) and value.__globals__ is answer.__globals__ and value is not answer
    ]


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
