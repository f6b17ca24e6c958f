"""How much there is to read in a lesson: words, code lines, predictions, pictures, and the minutes that follow."""

import re
from dataclasses import dataclass

from nbformat import NotebookNode

# words of the core, words of Further
BUDGETS = {
    "00": (1340, 350),
    "01": (700, 150),
    "02": (750, 200),
    "03": (720, 150),
    "04": (1000, 200),
    "05": (1000, 250),
    "06": (1140, 300),
    "07": (1300, 500),
    "08": (1000, 200),
    "09": (1150, 250),
    "10": (1150, 600),
    "11": (1050, 500),
    "12": (1200, 500),
    "13": (1150, 500),
    "14": (950, 200),
}
LONGEST_CELL = 150  # words of a text cell of the core
LONGEST_READING = 25  # minutes, of a fast reader
PARTS = {"Exercises": "exercises", "What you now know": "core", "Further": "further"}  # heading -> what begins there


EXERCISE = re.compile(r"^### (?:Exercise .*|Explain) · (\d+) minutes$", re.MULTILINE)
MINUTES = re.compile(r"^About (\d+)(?: to (\d+))? minutes to read; exercises (\d+)(?: to (\d+))? more\.$", re.MULTILINE)


@dataclass
class Reading:
    """What one lesson gives to read; its minutes are those of the core."""

    words: dict[str, int]
    longest_cell: int = 0
    code_lines: int = 0
    predictions: int = 0
    pictures: int = 0
    formulas: int = 0
    exercises: int = 0  # minutes, as their headings say

    @property
    def minutes(self) -> float:
        """Of somebody who reads fast."""
        return self.words["core"] / 120 + self.code_lines * 5 / 60 + self.predictions / 2

    @property
    def careful_minutes(self) -> float:
        """Of somebody who reads slowly, and looks at each picture and formula."""
        looking = self.predictions * 0.8 + self.pictures * 0.6 + self.formulas
        return self.words["core"] / 110 + self.code_lines * 9 / 60 + looking

    @property
    def head(self) -> str:
        """The minutes as the head of the lesson says them, to the nearest five."""
        exercises = span(self.exercises, self.exercises * 1.3)
        return f"About {span(self.minutes, self.careful_minutes)} minutes to read; exercises {exercises} more."


def span(low: float, high: float) -> str:
    """``20 to 30``, each to the nearest five; ``10`` where both are."""
    return " to ".join(dict.fromkeys(str(5 * max(1, round(minutes / 5))) for minutes in (low, high)))


def reading(notebook: NotebookNode) -> Reading:
    """Count, cell by cell; a cell belongs to the part whose heading it holds or follows."""
    part, found = "core", Reading({"core": 0, "exercises": 0, "further": 0})
    for cell in notebook.cells:
        core = part == "core"
        if cell.cell_type == "code":
            lines = [line.strip() for line in cell.source.splitlines()]
            found.code_lines += sum(bool(line) and not line.startswith("#") for line in lines) if core else 0
            found.pictures += core and any("image/png" in output.get("data", {}) for output in cell.outputs)
            continue
        for heading in re.findall(r"^## (.+)$", cell.source, re.MULTILINE):
            part = PARTS.get(heading, part)
        count = len(cell.source.split())
        found.words[part] += count
        found.exercises += sum(map(int, EXERCISE.findall(cell.source)))
        if part == "core":
            found.longest_cell = max(found.longest_cell, count)
            found.predictions += cell.source.count("**Predict, then run.**")
            found.pictures += cell.source.count("![")
            found.formulas += cell.source.count("$$") // 2
    return found
