"""The minutes and exercises of README, the first page and the plans in site/teaching.md are those of the lessons."""

import re

import pytest

from tools.lessons import PATHS
from tools.minutes import FIRST, LESSON, PLANS, README, ROW, exercises, with_minutes

PAGE = PLANS.read_text(encoding="utf-8")
SHORT, DAY, WEEKS = (part.split("\n## ")[0] for part in PAGE.split("\n### ")[1:4])


def minutes(part: str, first: str = "00", last: str = "99") -> int:
    """The minutes of a plan's rows."""
    return sum(int(row[3]) for row in ROW.findall(part) if first <= row[1] <= last)


def stated(part: str, pattern: str) -> list[int]:
    """The numbers in a plan's sentence."""
    found = re.search(pattern, part)
    assert found, f"no sentence '{pattern}' in site/teaching.md"
    return [int(number) for number in re.findall(r"\d+", found[0])]


@pytest.mark.parametrize("page", [README, FIRST, PLANS], ids=lambda page: page.name)
def test_a_page_has_the_minutes_of_the_lessons(page) -> None:
    assert page.read_text(encoding="utf-8") == with_minutes()[page], "run `make notebooks`, which writes them"


def test_the_plans_name_exercises_that_there_are() -> None:
    for _, lesson, named, _ in ROW.findall(PAGE):
        gone = set(named.replace(",", " ").split()) - set(exercises(lesson))
        assert not gone, f"site/teaching.md: lesson {lesson} has no {', '.join(gone)}"


def test_the_sums_of_the_plans_are_computed_and_fit() -> None:
    assert [minutes(SHORT)] == stated(SHORT, r"Together \d+ minutes")
    assert minutes(SHORT) <= 85, "with lessons 01 to 03 told in five minutes"
    halves = [minutes(DAY, "00", "04"), minutes(DAY, "05")]
    assert halves == stated(DAY, r"(?<=before lunch, )\d+ minutes; the others after it, \d+ minutes")
    assert max(halves) <= 180
    weeks = [minutes(week) for week in WEEKS.split("| week ")[1:]]
    assert weeks == stated(WEEKS, r"Week by week, .* minutes")
    assert max(weeks) * 5 / 4 <= 180, "two meetings of 90 minutes, with a quarter for questions"


@pytest.mark.parametrize("page", [README, FIRST], ids=lambda page: page.name)
def test_a_table_has_a_row_for_each_lesson(page) -> None:
    files = [file for _, file in LESSON.findall(page.read_text(encoding="utf-8"))]
    assert files == [path.name for path in PATHS], f"{page.name}: a row per lesson"


def test_the_longest_plan_has_every_lesson() -> None:
    rows = [row[1] for row in ROW.findall(WEEKS)]
    assert rows == [path.name[:2] for path in PATHS], "site/teaching.md, the longest plan: a row per lesson"


def test_each_exercise_has_a_line_in_the_table_of_mistakes() -> None:
    named = re.findall(r"^\| (\d\d\.\d+) ", PAGE, flags=re.MULTILINE)
    there = [number for path in PATHS for number in exercises(path.name[:2])]
    lacking = sorted(set(there) - set(named))
    assert not lacking, f"the table of mistakes in site/teaching.md has no line for {', '.join(lacking)}"
    assert named == there, "site/teaching.md: a line for each exercise, in the order of the lessons"
