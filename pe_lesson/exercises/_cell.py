"""Make a learner's cell of what a text writes for it, an edit or a whole answer, and run it."""

import ast
import linecache
import re
from functools import cache
from textwrap import indent
from typing import Any


def run_cell(code: str, names: dict[str, Any]) -> dict[str, Any]:
    """Run a cell, and return these names with its own; an error can show the line that it came from."""
    file = f"<answer {hash(code)}>"
    linecache.cache[file] = (len(code), None, code.splitlines(True), file)
    exec(compile(code, file, "exec"), names)
    return names


def is_edit(line: str) -> bool:
    return re.search(r" =>( |$)", line) is not None


def cell(solution: str, code: str) -> str:
    """What a learner's cell holds: an edit applied to the solution, or a whole answer put in its place."""
    if "\n" not in code and is_edit(code):
        for edit in code.split(" ;; "):
            old, _, new = edit.partition(" =>")
            if (times := solution.count(old)) != 1:
                raise ValueError(f"{old!r} occurs {times} times in the solution; the left side of an edit occurs once")
            solution = solution.replace(old, new.strip())
        return solution
    last = _binding(solution)
    if re.match(rf"(def|class) {bound(solution)}\b|{bound(solution)} =", code):
        return code
    *_, end = ast.parse(code).body
    expression = isinstance(end, ast.Expr)
    lines = solution.splitlines()
    if isinstance(last, ast.FunctionDef):
        head = "\n".join(lines[: last.body[0].lineno - 1])
        return f"{head}\n{indent(f'return {code}' if expression and len(ast.parse(code).body) == 1 else code, '    ')}"
    if not expression:
        return code
    before = code.splitlines()
    value = "\n".join(before[end.lineno - 1 :])
    return "\n".join([*lines[: last.lineno - 1], *before[: end.lineno - 1], f"{bound(solution)} = {value}"])


def bound(solution: str) -> str:
    """The name that a solution binds last."""
    last = _binding(solution)
    return last.name if isinstance(last, ast.FunctionDef | ast.ClassDef) else ast.unparse(last.targets[0])


@cache
def _binding(solution: str) -> ast.FunctionDef | ast.ClassDef | ast.Assign:
    kinds = ast.FunctionDef | ast.ClassDef | ast.Assign
    return next(node for node in reversed(ast.parse(solution).body) if isinstance(node, kinds))
