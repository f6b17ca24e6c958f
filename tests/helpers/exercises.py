"""The exercises as the notebooks ask them, and learners' answers to them."""

import ast
import linecache
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from helpers import lessons
from pe_lesson.exercises._typed import source

ANSWERS = Path(__file__).resolve().parents[1] / "exercises" / "answers"


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
    def head(self) -> str:
        """The line that binds what is checked: "def f(x):", "class C(M):", "answer ="."""
        checked = self.verdict.split(",", 1)[1].rstrip(")").strip().strip("()")
        lines = (line.removesuffix(" ...") for line in self.stub.splitlines())
        return next((line for line in lines if re.match(rf"(def|class) {re.escape(checked)}\b", line)), f"{checked} =")

    def run(self, answer: str, names: str = ""):
        """The verdict on ``answer`` in place of the stub, after the imports, parameters and other names."""
        space: dict = {}
        exec(self.imports, space)
        exec(names, space)
        file = f"<answer {hash(answer)}>"
        linecache.cache[file] = (len(answer), None, answer.splitlines(True), file)
        exec(compile(answer, file, "exec"), space)
        return eval(self.verdict, space)


@dataclass(frozen=True)
class Answer:
    number: str
    kind: str  # right, named, generic
    words: str
    code: str
    names: str

    def verdict(self):
        exercise = asked()[self.number]
        return exercise.run(source(exercise.head, self.code), self.names)


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


def answers() -> list[Answer]:
    return [answer for path in sorted(ANSWERS.glob("lesson_*.txt")) for answer in _read(path)]


def _read(path: Path) -> list[Answer]:
    names, found, section = "", [], ""
    kinds = {"+": "right", "-": "named", "?": "generic"}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            section = line.removeprefix("## ").strip()
        elif section == "names":
            names += f"{line}\n"
        elif line[:2] in ("+ ", "- ", "? "):
            words, code = line[2:].split(" :: ", 1) if line[0] == "-" else ("", line[2:])
            found.append([section, kinds[line[0]], words, code])
        elif line.startswith("    ") and found:
            found[-1][3] += f"\n{line[4:]}"
        elif line.strip():
            raise ValueError(f"{path.name}, line {number}: begin with ##, +, -, ? or four spaces: {line[:40]!r}")
    return [Answer(*parts, names) for parts in found]
