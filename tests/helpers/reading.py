"""How much there is to read in a lesson: words by part, code lines, predictions, and the minutes that follow."""

import re
from dataclasses import dataclass

from nbformat import NotebookNode

# words of the core, words of Further
BUDGETS = {
    "00": (1300, 300),
    "01": (700, 150),
    "02": (750, 150),
    "03": (700, 150),
    "04": (1000, 200),
    "05": (1000, 250),
    "06": (1100, 250),
    "07": (1300, 500),
    "08": (1000, 100),
    "09": (1150, 200),
    "10": (1250, 400),
    "11": (1150, 250),
    "12": (1250, 400),
    "13": (1200, 400),
}
LONGEST_CELL = 150  # words of a text cell of the core
LONGEST_READING = 25  # minutes
PARTS = {"Exercises": "exercises", "What you now know": "core", "Further": "further"}  # heading -> what begins there


@dataclass
class Reading:
    """What one lesson gives to read; its minutes are those of the core."""

    words: dict[str, int]
    longest_cell: int
    code_lines: int
    predictions: int

    @property
    def minutes(self) -> float:
        return self.words["core"] / 120 + self.code_lines * 5 / 60 + self.predictions / 2


def reading(notebook: NotebookNode) -> Reading:
    """Count, cell by cell; a cell belongs to the part whose heading it holds or follows."""
    part, found = "core", Reading({"core": 0, "exercises": 0, "further": 0}, 0, 0, 0)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            lines = [line.strip() for line in cell.source.splitlines()]
            found.code_lines += sum(bool(line) and not line.startswith("#") for line in lines) if part == "core" else 0
            continue
        for heading in re.findall(r"^## (.+)$", cell.source, re.MULTILINE):
            part = PARTS.get(heading, part)
        count = len(cell.source.split())
        found.words[part] += count
        if part == "core":
            found.longest_cell = max(found.longest_cell, count)
            found.predictions += cell.source.count("**Predict, then run.**")
    return found


def stated_minutes(notebook: NotebookNode) -> int | None:
    stated = re.search(r"^About (\d+) minutes to read", notebook.cells[0].source, re.MULTILINE)
    return int(stated[1]) if stated else None
