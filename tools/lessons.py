"""The notebooks as tools and tests see them: found, executed, normalised."""

import ast
import re
from contextlib import redirect_stdout
from copy import deepcopy
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.output_widget import OutputWidget

from tools import ROOT

FOLDER = ROOT / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
SOLUTION = re.compile(r"<summary>Solution</summary>\s+```python\n(.*?)```", re.DOTALL)
WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def read(path: Path) -> nbformat.NotebookNode:
    """A notebook's file, as nbformat 4."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """The code cells, from top to bottom."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell: nbformat.NotebookNode) -> list[str]:
    """The cell's tags, such as ``parameters``; none for a plain cell."""
    names: list[str] = cell.metadata.get("tags", [])
    return names


def parameters(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The cell that learners edit."""
    return next(cell for cell in code_cells(notebook) if "parameters" in tags(cell))


def parameter_names(notebook: nbformat.NotebookNode) -> list[str]:
    """What the parameters cell assigns."""
    tree = ast.parse(parameters(notebook).source)
    return [ast.unparse(target) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]


def prose(notebook: nbformat.NotebookNode) -> str:
    """All text cells, one below the other."""
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def opening(notebook: nbformat.NotebookNode) -> str:
    """All that a lesson imports, wherever it does, and its parameters."""
    nodes = [node for cell in code_cells(notebook) for node in ast.parse(cell.source).body]
    imported = [ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return "\n".join([*imported, parameters(notebook).source])


def defined(notebook: str, *names: str) -> dict[str, Any]:
    """A lesson's imports and parameters, and of its own functions, classes and values those of these names."""
    lesson = read(FOLDER / f"{notebook}.ipynb")
    there: dict[str, Any] = {}
    exec(opening(lesson), there)
    for cell in code_cells(lesson):
        for node in ast.parse(cell.source).body:
            assigned = [part for target in getattr(node, "targets", []) for part in ast.walk(target)]
            own = {part.id for part in assigned if isinstance(part, ast.Name)} | {getattr(node, "name", None)}
            if own & {*names}:
                exec(compile(ast.Module([node], []), notebook, "exec"), there)
    assert {*names} <= there.keys(), f"notebooks/{notebook}.ipynb defines no {sorted({*names} - there.keys())} any more"
    return there


@cache
def defined_up_to(notebook: str, name: str) -> dict[str, object]:
    """What all of a lesson's cells define, up to the one with the function ``name``: seeds and loops count."""
    there: dict[str, object] = {}
    for cell in code_cells(read(FOLDER / f"{notebook}.ipynb")):
        with redirect_stdout(StringIO()):
            exec(cell.source, there)
        if f"def {name}(" in cell.source:
            return there
    raise AssertionError(f"notebooks/{notebook}.ipynb defines no {name} any more")


class _OutputArea(OutputWidget):
    """An output area that keeps what it shows to itself; no lesson asks for it."""

    def sync_state(self) -> None:
        """Nothing: a message to a kernel whose reply is awaited can cost the whole timeout (nbclient #312)."""


def client(notebook: nbformat.NotebookNode) -> NotebookClient:
    """A client whose kernel starts in the notebooks' folder, as JupyterLab's does."""
    resources = {"metadata": {"path": str(FOLDER)}}
    made = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources)
    made.widget_registry = {"@jupyter-widgets/output": {"OutputModel": _OutputArea}}
    return made


def normalise(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Keep what a learner reads; drop timings, local state and widget models that no kernel has any more."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.source = cell.source.strip()
        cell.metadata = nbformat.from_dict({"tags": tags(cell)} if tags(cell) else {})
        if "hide-output" in tags(cell):  # the site folds by the tag, JupyterLab by this; running the cell opens it
            cell.metadata.jupyter = nbformat.from_dict({"outputs_hidden": True})
        if cell.cell_type == "code":
            cell.outputs = [_plain(output) for output in joined(cell.outputs) if not is_widget(output)]
    return notebook


def joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Outputs with neighbouring pieces of one stream as one: how many pieces a print comes in is chance."""
    together: list[nbformat.NotebookNode] = []
    for output in deepcopy(outputs):
        last = together[-1] if together else nbformat.NotebookNode()
        if output.output_type == "stream" and last.get("name") == output.name:
            last.text += output.text
        else:
            together.append(output)
    return together


def is_widget(output: nbformat.NotebookNode) -> bool:
    """Whether the output is a widget, which lives only as long as its kernel."""
    return WIDGET in output.get("data", {})


def _plain(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    if "metadata" in output:
        output.metadata = nbformat.from_dict({})
    return output
