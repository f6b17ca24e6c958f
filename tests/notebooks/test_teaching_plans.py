"""The minutes and exercises of README and of the plans in site/teaching.md are those of the lessons."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "site/teaching.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d\d) \| (\d+) \| ([\d., ]*)\| (\d+) \|$", flags=re.MULTILINE)
SHORT, DAY, WEEKS = (part.split("\n## ")[0] for part in PAGE.split("\n### ")[1:4])
ROWS = ROW.findall(PAGE)
PATHS = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))


def text(lesson: str) -> str:
    """All that a lesson says in words."""
    (path,) = (ROOT / "notebooks").glob(f"{lesson}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def exercises(lesson: str) -> dict[str, int]:
    """Its exercises and their minutes."""
    found = re.findall(r"^### Exercise (\d\d\.\d+) · \S+ · (\d+) minutes", text(lesson), flags=re.MULTILINE)
    return {number: int(minutes) for number, minutes in found}


def head(lesson: str) -> tuple[int, int]:
    """The minutes to read and for the exercises, as its head says."""
    stated = re.search(r"^About (\d+) minutes to read; exercises (\d+) more\.$", text(lesson), flags=re.MULTILINE)
    assert stated, f"lesson {lesson} does not say how long it takes"
    return int(stated[1]), int(stated[2])


def minutes(part: str, first: str = "00", last: str = "13") -> int:
    """The minutes of a plan's rows."""
    return sum(int(read) + int(more) for lesson, read, _, more in ROW.findall(part) if first <= lesson <= last)


def stated(part: str, pattern: str) -> list[int]:
    """The numbers in a plan's sentence."""
    found = re.search(pattern, part)
    assert found, f"no sentence '{pattern}' in site/teaching.md"
    return [int(number) for number in found.groups()]


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_a_row_has_the_lessons_minutes(row: tuple[str, str, str, str]) -> None:
    lesson, read, named, more = row
    own, numbers = exercises(lesson), named.replace(",", " ").split()
    assert int(read) == head(lesson)[0], f"lesson {lesson}: its head says {head(lesson)[0]} minutes to read"
    assert set(numbers) <= set(own), f"the plan names {named}; lesson {lesson} has {', '.join(own)}"
    assert int(more) == sum(own[number] for number in numbers), f"lesson {lesson}: {named}"


def test_the_sums_of_the_plans_are_computed_and_fit() -> None:
    assert [minutes(SHORT)] == stated(SHORT, r"Together (\d+) minutes")
    assert minutes(SHORT) + 5 <= 90, "with lessons 01 to 03 told in five minutes"
    halves = [minutes(DAY, "00", "04"), minutes(DAY, "05", "09")]
    assert halves == stated(DAY, r"before lunch, (\d+) minutes; 05 to 09 after it, (\d+) minutes")
    weeks = [minutes(week) for week in WEEKS.split("| week ")[1:]]
    assert weeks == stated(WEEKS, r"Week by week, (\d+), (\d+), (\d+) and (\d+) minutes")
    assert max(weeks) * 5 / 4 <= 180, "two meetings of 90 minutes, with a quarter for questions"


def test_the_four_weeks_have_every_lesson() -> None:
    rows = [row[0] for row in ROW.findall(WEEKS)]
    assert rows == [path.name[:2] for path in PATHS], "site/teaching.md, the plan of four weeks: a row per lesson"


def test_readme_has_each_lesson_with_its_minutes() -> None:
    table = re.findall(
        r"^\| \[(\d\d) [^]]+\]\(notebooks/([^)]+)\) \| .+ \| (\d+)\+(\d+) \|$", README, flags=re.MULTILINE
    )
    where = "README.md, 'The lessons'"
    assert [file for _, file, *_ in table] == [path.name for path in PATHS], f"{where}: a row per lesson"
    for lesson, _, *minutes in table:
        wanted = "+".join(map(str, head(lesson)))
        assert "+".join(minutes) == wanted, f"{where}: write {wanted} minutes for {lesson}, as its head says"


def test_each_exercise_has_a_line_in_the_table_of_mistakes() -> None:
    named = re.findall(r"^\| (\d\d\.\d+) ", PAGE, flags=re.MULTILINE)
    there = [number for path in PATHS for number in exercises(path.name[:2])]
    assert there
    lacking = sorted(set(there) - set(named))
    assert not lacking, f"the table of mistakes in site/teaching.md has no line for {', '.join(lacking)}"
    assert named == there, "site/teaching.md: a line for each exercise, in the order of the lessons"


def test_the_first_page_has_each_lessons_minutes() -> None:
    page = (ROOT / "site/index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d\d) [^]]+\]\(\.\./notebooks/([^)]+)\) \| (\d+) \|$", page, flags=re.MULTILINE)
    wanted = [(path.name[:2], path.name, str(head(path.name[:2])[0])) for path in PATHS]
    assert rows == wanted, "site/index.md, 'The path': a row per lesson, with its minutes to read"
