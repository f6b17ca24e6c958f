"""The exercises as the notebooks ask them."""

import ast
import re
from dataclasses import dataclass
from functools import cache

import pytest

from pe_lesson.exercises._cell import run_cell
from pe_lesson.exercises._graders import MOVED
from pe_lesson.exercises._text import Text, texts
from tools import lessons


@dataclass(frozen=True)
class Asked:
    """An exercise in its notebook: what stands above the check, and what is folded below it."""

    number: str
    imports: str
    stub: str
    verdict: str
    folded: str

    @property
    def solution(self) -> str:
        return re.search(r"<summary>Solution</summary>\s+```python\n(.*?)```", self.folded, re.DOTALL)[1]

    @property
    def text(self) -> Text:
        """What the lesson's text says of it, under the number that it has now."""
        number = MOVED.get(self.number, self.number)
        return texts(number[:2])[number]

    def run(self, answer: str, names: str = ""):
        """The verdict on the stub with ``answer`` below it, after the imports, parameters and other names."""
        space: dict = {}
        exec(f"{self.imports}\n{names}\n{self.stub}", space)
        return eval(self.verdict, run_cell(answer, space))


@cache
def asked() -> dict[str, Asked]:
    found = {}
    for path in lessons.PATHS:
        notebook = lessons.read(path)
        imports = _imports(notebook)
        for cell, following in zip(notebook.cells, [*notebook.cells[1:], None], strict=True):
            number = re.search(r'^check\("(.+?)",', cell.source, re.MULTILINE)
            if cell.cell_type == "code" and number:
                last = ast.parse(cell.source).body[-1]
                lines = cell.source.splitlines()
                stub, verdict = lines[: last.lineno - 1], lines[last.lineno - 1 :]
                found[number[1]] = Asked(number[1], imports, "\n".join(stub), "\n".join(verdict), following.source)
    return found


def _imports(notebook) -> str:
    """All that the notebook imports, wherever it does, and its parameters."""
    cells = lessons.code_cells(notebook)
    nodes = [node for cell in cells for node in ast.parse(cell.source).body]
    imported = [ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return "\n".join([*imported, *(cell.source for cell in cells if "parameters" in lessons.tags(cell))])


ANY_EXERCISE = pytest.mark.parametrize("number", sorted(asked()))
