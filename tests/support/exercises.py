"""The exercises as the notebooks ask them."""

import ast
import re
from dataclasses import dataclass
from functools import cache

import pytest
import torch

from pe_lesson.exercises._by_number import MOVED
from pe_lesson.exercises._cell import run_cell
from pe_lesson.exercises._text import Text, texts
from tools import lessons


@dataclass(frozen=True)
class Asked:
    """An exercise in its notebook: what stands above the check, and what is folded below it."""

    number: str
    opening: str
    stub: str
    verdict: str
    folded: str

    @property
    def solution(self) -> str:
        return lessons.SOLUTION.search(self.folded)[1]

    @property
    def text(self) -> Text:
        """What the lesson's text says of it, under the number that it has now."""
        number = MOVED.get(self.number, self.number)
        return texts(number[:2])[number]

    def run(self, answer: str, names: str = ""):
        """The verdict on the stub with ``answer`` below it, after the imports, parameters and other names."""
        space: dict = {}
        torch.manual_seed(0)  # an answer that draws numbers draws the same ones each time
        exec(f"{self.opening}\n{names}\n{self.stub}", space)
        return eval(self.verdict, run_cell(answer, space))


@cache
def asked() -> dict[str, Asked]:
    found = {}
    for path in lessons.PATHS:
        notebook = lessons.read(path)
        opening = lessons.opening(notebook)
        for cell, following in zip(notebook.cells, [*notebook.cells[1:], None], strict=True):
            number = re.search(r'^check\("(.+?)",', cell.source, re.MULTILINE)
            if cell.cell_type == "code" and number:
                last = ast.parse(cell.source).body[-1]
                lines = cell.source.splitlines()
                stub, verdict = lines[: last.lineno - 1], lines[last.lineno - 1 :]
                found[number[1]] = Asked(number[1], opening, "\n".join(stub), "\n".join(verdict), following.source)
    return found


ANY_EXERCISE = pytest.mark.parametrize("number", sorted(asked()))
