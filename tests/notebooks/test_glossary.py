"""The glossary: in order, at most 20 words each, each term said as a word by the lesson that it names."""

import re

import pytest

from tools import lessons

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
    assert 4 <= len(meaning.split()) <= 20
    if number not in FILES:
        assert lesson == number, "a link to a lesson that is not there"
        return
    path = FILES[number]
    assert lesson == f"[{number}]({path.name})"
    notebook = lessons.read(path)
    prose = plain("\n".join(c.source for c in notebook.cells))
    for part in filter(None, re.split(r" \(|\)", term)):
        word = rf"(?<![\w-]){re.escape(plain(part))}s?(?![\w-])"
        assert re.search(word, prose), f"lesson {number} does not say {part}"


def test_every_lesson_explains_a_term():
    silent = sorted(set(FILES) - {lesson_of(row[2]) for row in ROWS})
    assert not silent, f"glossary.md has no term of lesson {', '.join(silent)}"
