"""The questions: each in its lesson's group and in the index, with a short answer, a section and a source."""

import re

import pytest

from helpers import lessons
from helpers.stored_state import sections

FILE = lessons.FOLDER / "questions.md"
TEXT = FILE.read_text(encoding="utf-8")
INDEX, *GROUPS = [group.split("\n### ") for group in TEXT.split("\n## ")[1:]]
ROWS = [(head, *map(str.strip, asked.split("\n\n"))) for head, *questions in GROUPS for asked in questions]
LINKS = re.compile(r"Shown in \[lesson (\d\d)\]\(([^)#]+)#([^)]+)\) · asked in \[([^\]]+)\]\((https://[^)]+)\)")
THREAD = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d+)")


def test_at_most_a_hundred_questions_each_once():
    questions = [row[1] for row in ROWS]
    assert 60 <= len(set(questions)) == len(questions) <= 100
    assert [question for question in questions if not question.rstrip("'").endswith("?")] == []


def test_groups_are_the_lessons_in_order():
    titles = [head.splitlines()[0] for head, *_ in GROUPS]
    there = [lessons.read(path).cells[0].source.splitlines()[0].removeprefix("# ") for path in lessons.PATHS]
    assert titles == [title for title in there if title in titles]


def test_the_index_leads_to_each_question_once():
    (index,) = INDEX
    linked = re.findall(r"\]\(#([^)]+)\)", index)
    assert len(linked) == len(set(linked)) == len(ROWS)
    assert set(linked) <= sections(FILE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_a_question_has_an_answer_of_three_lines_a_section_and_a_source(row):
    assert len(row) == 4, "a question, an answer and a line of links"
    head, _, answer, links = row
    assert len(answer.splitlines()) <= 3
    assert 5 <= len(answer.split()) <= 60
    found = LINKS.fullmatch(links)
    assert found, links
    lesson, file, section, name, address = found.groups()
    assert head.startswith(f"{lesson} · ")
    assert file.startswith(lesson)
    path = lessons.FOLDER / file
    assert path.is_file()
    assert section in sections(path)
    thread = THREAD.fullmatch(address)
    host = address.split("/")[2].removeprefix("www.")
    assert name == f"{thread[1]}#{thread[2]}" if thread else name.startswith(f"{host}, ")
