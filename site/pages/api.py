"""The package's page lists the modules of a folder by what lies in it."""

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
    """Write one ``automodule`` for each public module of the folder that ``.. every-module::`` names."""
    if page == "site/api":
        source[0] = FOLDER.sub(lambda found: "\n".join(map(entry, modules(found[1]))), source[0])


def modules(package: str) -> list[str]:
    """The full names of the package's public modules."""
    names = [module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__)]
    return [f"{package}.{name}" for name in names if not name.startswith("_")]


def entry(name: str) -> str:
    """What the module defines and ``pe_lesson`` itself does not offer: that stands further up on the page."""
    module = importlib.import_module(name)
    own = {
        word
        for word, value in vars(module).items()
        if not word.startswith("_") and getattr(value, "__module__", "") == name
    }
    constants = undocumented(name)
    if own | set(constants) <= set(pe_lesson.__all__):
        return ""
    above = ", ".join(pe_lesson.__all__)
    data = "".join(f"\n.. autodata:: {name}.{constant}\n" for constant in constants)
    return f".. automodule:: {name}\n   :members:\n   :exclude-members: {above}\n{data}"


def undocumented(name: str) -> list[str]:
    """The module's constants without words of their own, which ``automodule`` leaves out."""
    documented = {word for _, word in ModuleAnalyzer.for_module(name).find_attr_docs()}
    tree = ast.parse(inspect.getsource(importlib.import_module(name)))
    stored = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return sorted({word for word in stored if word.isupper() and not word.startswith("_")} - documented)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", expand)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
