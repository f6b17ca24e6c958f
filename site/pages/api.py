"""The package's page lists what a folder offers, and its modules, by what lies in it."""

import ast
import importlib
import inspect
import pkgutil
import re

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import pe_lesson

FOLDER = re.compile(r"^\.\. every-module:: (\S+)\n", re.MULTILINE)


def expand(app: Sphinx, page: str, source: list[str]) -> None:
    """Write an ``automodule`` for the folder that ``.. every-module::`` names, and for each public module in it."""
    if page == "site/api":
        source[0] = FOLDER.sub(lambda found: folder(found[1]), source[0])


def folder(package: str) -> str:
    """What a lesson imports from the folder itself, then what it imports from one of its modules."""
    offered = {*importlib.import_module(package).__all__} - {*pe_lesson.__all__}
    own = f".. automodule:: {package}\n   :members:\n   :imported-members:\n" if offered else ""
    above = {*pe_lesson.__all__, *offered}
    return "\n".join([own, *(entry(name, above) for name in modules(package))])


def modules(package: str) -> list[str]:
    """The full names of the package's public modules."""
    names = [module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__)]
    return [f"{package}.{name}" for name in names if not name.startswith("_")]


def entry(name: str, above: set[str]) -> str:
    """What the module defines, without the names that stand further up on the page."""
    module = importlib.import_module(name)
    own = {
        word
        for word, value in vars(module).items()
        if not word.startswith("_") and getattr(value, "__module__", "") == name
    }
    constants = undocumented(name)
    if own | set(constants) <= above:
        return ""
    data = "".join(f"\n.. autodata:: {name}.{constant}\n" for constant in constants)
    return f".. automodule:: {name}\n   :members:\n   :exclude-members: {', '.join(sorted(above))}\n{data}"


def undocumented(name: str) -> list[str]:
    """The module's constants without words of their own, which ``automodule`` leaves out."""
    documented = {word for _, word in ModuleAnalyzer.for_module(name).find_attr_docs()}
    tree = ast.parse(inspect.getsource(importlib.import_module(name)))
    stored = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return sorted({word for word in stored if word.isupper() and not word.startswith("_")} - documented)


def unborrow(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """A constant without words of its own gets none: autodoc would borrow those of its type, such as ``dict``."""
    if what == "data" and "\n".join(lines).strip() == (inspect.getdoc(type(value)) or "").strip():
        lines.clear()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", expand)
    app.connect("autodoc-process-docstring", unborrow)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
