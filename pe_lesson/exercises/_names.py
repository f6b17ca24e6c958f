"""Which names a learner's function reads: its arguments, or what the notebook holds; and which result it drops."""

import ast
import dis
import inspect
from functools import partial
from textwrap import dedent
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

import numpy as np
from torch import Tensor

IN_PLACE = {"add", "fill", "put", "resize"}  # sets and arrays have methods of these names that do change them


def foreign_names(answer: object, free: bool = False) -> str | None:
    """A sentence if a function leaves an argument unused, or reads a value of the notebook instead; else None.

    With ``free`` it may read what it likes of the notebook, as long as it uses its arguments too.
    """
    if not isinstance(answer, FunctionType):
        return None
    code = answer.__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    local, outer = _read(code)
    unused = [f"`{name}`" for name in arguments if name not in local]
    values = [f"`{name}`" for name in sorted(outer) if _is_value(answer.__globals__.get(name, len))]
    if unused and values:
        return f"this uses {', '.join(values)} of the notebook, and never its own argument {' or '.join(unused)}"
    if values and not free:
        return f"this uses {', '.join(values)} of the notebook; take what you need from the arguments"
    if unused:
        return f"this never uses its argument {' or '.join(unused)}"
    return None


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


def dropped_result(answer: object) -> str | None:
    """A sentence if a line calls what only returns a new tensor, such as ``x.masked_fill(…)``, and drops it."""
    try:
        statements = list(ast.walk(ast.parse(dedent(inspect.getsource(answer)))))  # type: ignore[arg-type]
    except (OSError, TypeError, SyntaxError):
        return None
    for call in (one.value for one in statements if isinstance(one, ast.Expr)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            name, options = call.func.attr, {option.arg for option in call.keywords}
            has_both = hasattr(Tensor, name) and hasattr(Tensor, f"{name}_")
            if has_both and name not in IN_PLACE and not options & {"out", "inplace"}:
                return (
                    f"`{name}` changes nothing in place: it returns a new tensor, "
                    "which is thrown away here; give it a name, or return it"
                )
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
