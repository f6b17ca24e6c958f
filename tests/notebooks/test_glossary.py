"""The glossary: in order, each term said by the lesson that it names, each lesson that exists linked."""

import re

import pytest

from helpers import lessons

GLOSSARY = lessons.FOLDER / "glossary.md"
LINES = GLOSSARY.read_text(encoding="utf-8").splitlines()
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in LINES if line.startswith("| ")][1:]
FILES = {path.name[:2]: path for path in lessons.PATHS}


def lesson_of(cell: str) -> str:
    return re.match(r"\[?(\d\d)", cell)[1]


def plain(text: str) -> str:
    return re.sub(r"[*`]", "", text).strip().lower()


def test_terms_are_in_order_and_stand_once():
    terms = [plain(row[0]) for row in ROWS]
    assert terms == sorted(set(terms))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_term_is_said_by_its_lesson_which_is_linked(row):
    assert len(row) == 3
    term, meaning, lesson = row
    number = lesson_of(lesson)
    assert len(meaning.split()) >= 4
    if number not in FILES:
        assert lesson == number, "a link to a lesson that is not there"
        return
    path = FILES[number]
    assert lesson == f"[{number}]({path.name})"
    notebook = lessons.read(path)
    prose = plain("\n".join(c.source for c in notebook.cells))
    assert all(plain(part) in prose for part in re.split(r" \(|\)", term) if part)


def test_every_lesson_explains_a_term():
    silent = sorted(set(FILES) - {lesson_of(row[2]) for row in ROWS})
    assert not silent, f"glossary.md has no term of lesson {', '.join(silent)}"
