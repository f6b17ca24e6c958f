"""The minutes and exercises of the plans in site/teaching.md are those that stand in the lessons."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "site/teaching.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d\d) \| (\d+) \| ([\d., ]+) \| (\d+) \|$", PAGE, flags=re.MULTILINE)


def text(lesson: str) -> str:
    """All that a lesson says in words."""
    (path,) = (ROOT / "notebooks").glob(f"{lesson}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def exercises(lesson: str) -> dict[str, int]:
    """Its exercises and their minutes."""
    found = re.findall(r"^### Exercise (\d\d\.\d+) · \S+ · (\d+) minutes", text(lesson), flags=re.MULTILINE)
    return {number: int(minutes) for number, minutes in found}


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_a_row_has_the_lessons_minutes(row: tuple[str, str, str, str]) -> None:
    lesson, read, numbers, minutes = row
    stated = re.search(r"^About (\d+) minutes to read", text(lesson), flags=re.MULTILINE)
    assert stated, f"lesson {lesson} does not say how long it takes to read"
    assert int(read) == int(stated[1]), f"lesson {lesson}: its head says {stated[1]} minutes to read, the plan {read}"
    own = exercises(lesson)
    assert set(numbers.split(", ")) <= set(own), f"the plan names {numbers}; lesson {lesson} has {', '.join(own)}"
    assert int(minutes) == sum(own[number] for number in numbers.split(", ")), f"lesson {lesson}: {numbers}"


def test_there_are_three_plans() -> None:
    assert [row[0] for row in ROWS].count("04") == 3


def test_each_exercise_has_a_line_in_the_table_of_mistakes() -> None:
    named = re.findall(r"^\| (\d\d\.\d+) ", PAGE, flags=re.MULTILINE)
    there = [number for path in sorted((ROOT / "notebooks").glob("*.ipynb")) for number in exercises(path.name[:2])]
    assert there
    lacking = sorted(set(there) - set(named))
    assert not lacking, f"the table of mistakes in site/teaching.md has no line for {', '.join(lacking)}"
    assert named == there, "site/teaching.md: a line for each exercise, in the order of the lessons"
