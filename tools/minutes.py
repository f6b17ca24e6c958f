"""The minutes of the lessons, read from their heads into README, the first page and the teacher's plans."""

import re
from pathlib import Path

from tools import ROOT, lessons
from tools.reading import MINUTES

README, FIRST, PLANS = (ROOT / name for name in ("README.md", "site/index.md", "site/teaching.md"))
LESSON = re.compile(
    r"^(\| \[\d\d [^]]+\]\((?:\.\./)?notebooks/([^)]+)\) \|(?: \D[^|]*\|)?)(?: [\d to]+ \|)+$", re.MULTILINE
)
ROW = re.compile(r"^(\| (\d\d) \| ([\d., ]*)\|) (\d+) \|$", re.MULTILINE)
HEADING = re.compile(r"^### Exercise .+ · (\d\d\.\d+) · \S+ · (\d+) minutes$", re.MULTILINE)


def with_minutes() -> dict[Path, str]:
    """Each of the three pages as it must be."""
    readme = LESSON.sub(lambda row: f"{row[1]} {' | '.join(stated(row[2]))} |", README.read_text("utf-8"))
    first = LESSON.sub(lambda row: f"{row[1]} {stated(row[2])[0]} |", FIRST.read_text("utf-8"))
    plans = ROW.sub(lambda row: f"{row[1]} {careful(row[2], row[3])} |", PLANS.read_text("utf-8"))
    return {README: readme, FIRST: first, PLANS: plans}


def stated(file: str) -> list[str]:
    """The minutes to read and those for the exercises, as the head of a lesson says them."""
    head = next(MINUTES.finditer(lessons.read(lessons.FOLDER / file).cells[0].source))
    return re.findall(r"\d+(?: to \d+)?", head[0])


def exercises(lesson: str) -> dict[str, int]:
    """The exercises of a lesson and their minutes."""
    (path,) = lessons.FOLDER.glob(f"{lesson}_*.ipynb")
    return {number: int(minutes) for number, minutes in HEADING.findall(lessons.prose(lessons.read(path)))}


def careful(lesson: str, named: str) -> int:
    """Minutes of a careful reader for a lesson and the exercises named, to the nearest five."""
    (path,) = lessons.FOLDER.glob(f"{lesson}_*.ipynb")
    more = sum(minutes for number, minutes in exercises(lesson).items() if number in named)
    return 5 * round((int(stated(path.name)[0].split()[-1]) + 1.3 * more) / 5)
