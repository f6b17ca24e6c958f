"""A mistake as a learner types it, made into the function, class or value that the notebook's cell would hand over."""

import ast
import linecache
import math
import re
from textwrap import indent

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import pe_lesson

OWN_HEAD = (("def ", "("), ("class ", "("), ("class ", ":"), ("", " ="))


def source(head: str, code: str) -> str:
    """The cell's lines: the head with the code below it; code that brings its own head, or another, stays as it is."""
    code = code.strip("\n")
    names = re.findall(r"\w+", head.removeprefix("def ").removeprefix("class ").split("(")[0])
    if code.startswith(tuple(f"{begin}{name}{end}" for name in names for begin, end in OWN_HEAD)):
        return code
    if head.endswith("="):
        *_, last = ast.parse(code).body
        if not isinstance(last, ast.Expr):
            return code
        lines = code.splitlines()
        return "\n".join([*lines[: last.lineno - 1], f"{head} {chr(10).join(lines[last.lineno - 1 :])}"])
    body = ast.parse(code).body
    if len(body) == 1 and isinstance(body[0], ast.Expr) and not head.startswith("class"):
        code = f"return {code}"
    return f"{head}\n{indent(code, '    ')}"


def typed(head: str, code: str, names: str = "") -> object:
    """What the lines bind to the head's name, or names."""
    written = source(head, code)
    file = f"<mistake {hash(written)}>"
    linecache.cache[file] = (len(written), None, written.splitlines(True), file)
    space = dict(notebook_names())
    exec(names, space)
    exec(compile(written, file, "exec"), space)
    wanted = head.removeprefix("def ").removeprefix("class ").split("(")[0].removesuffix("=").strip()
    return tuple(space[name.strip()] for name in wanted.split(",")) if "," in wanted else space[wanted]


def notebook_names() -> dict[str, object]:
    """What every lesson's first cell may import."""
    public = {name: getattr(pe_lesson, name) for name in pe_lesson.__all__}
    return {"math": math, "torch": torch, "np": np, "nn": nn, "F": functional, "__name__": "mistake", **public}
