"""The questions: asked in a question, answered shortly, shown by a section, a snippet or a paper, found by an index."""

import re
from pathlib import Path

import pytest

from languages.build import github_slug
from tests.support import questions
from tests.support.questions import INDEX, PAGES, QUESTIONS, SHOWS
from tests.support.stored_state import sections
from tools import ROOT, lessons

TEXT = INDEX.read_text(encoding="utf-8")
OLD_PLACES = Path(__file__).with_name("old_places.txt")
PEERS = (ROOT / "tests/peers/test_questions.py").read_text(encoding="utf-8")
LINKS = re.compile(
    r"(?P<read>Read in \[[^\]]+\]\(https://[^)]+\), .+? · )?"
    r"(?P<run>[Rr]un above(?: with Transformers \d\.\d+)? · )?"
    r"(?P<peers>Run with (?:Transformers|torch) \d\.\d+ · )?"
    r"(?P<shown>[Ss]hown in )?"
    r"\[lesson (?P<lesson>\d\d)\]\(\.\./(?P<file>[^)#]+)(?:#(?P<section>[^)]+))?\) · "
    r"asked in \[(?P<name>[^\]]+)\]\((?P<address>https://[^)]+)\)"
)
THREAD = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d+)")


def lesson(question: questions.Question) -> str:
    return LINKS.fullmatch(question.links)["lesson"]


def place(question: questions.Question) -> str:
    return f"questions/{question.page.name}#{github_slug(question.asked)}"


def test_at_most_150_questions_each_once_in_eight_pages_of_8500_words():
    asked = [question.asked for question in QUESTIONS]
    assert len(PAGES) == 8
    assert 100 <= len(set(asked)) == len(asked) <= 150
    assert sum(len(question.answer.split()) for question in QUESTIONS) <= 8500


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_an_answer_is_short_and_is_shown_and_was_asked(question):
    assert question.asked.endswith("?")
    assert 20 <= len(question.answer.split()) <= 60
    found = LINKS.fullmatch(question.links)
    assert found, question.links
    path = lessons.FOLDER / found["file"]
    assert path.name.startswith(found["lesson"])
    assert path.is_file()
    assert bool(found["shown"]) == bool(found["section"])
    assert not found["section"] or found["section"] in sections(path)
    assert bool(found["run"]) == bool(question.snippet)
    assert found["read"] or found["run"] or found["peers"] or found["shown"], "nothing shows it"
    assert ("transformers" in question.snippet) == ("with Transformers" in (found["run"] or ""))
    assert not found["peers"] or question.asked in PEERS
    thread = THREAD.fullmatch(found["address"])
    host = found["address"].split("/")[2].removeprefix("www.")
    assert found["name"] == f"{thread[1]}#{thread[2]}" if thread else found["name"].startswith(f"{host}, ")


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.snippet], ids=str)
def test_a_snippet_is_short_and_shows_what_comes(question):
    lines = [line for line in question.snippet.splitlines() if line]  # the formatter sets empty ones between
    assert len(lines) <= 6
    assert max(map(len, lines)) <= 120
    assert SHOWS in question.snippet


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_follows_the_lessons_and_begins_like_the_others(page):
    numbers = [lesson(question) for question in QUESTIONS if question.page == page]
    assert numbers == sorted(numbers)
    assert questions.opening(page) == questions.opening(PAGES[0])
    assert f"](questions/{page.name})" in TEXT


def test_the_index_leads_to_each_question_by_its_lesson_and_by_what_one_does():
    parts = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])
    wanted = sorted(map(place, QUESTIONS))
    for links in (parts["What are you doing?"], parts["By lesson"]):
        assert sorted(re.findall(r"\]\((questions/[^)]+#[^)]+)\)", links)) == wanted
    for number, listed in re.findall(r"### Lesson (\d\d)\n(.*?)(?=\n###|$)", parts["By lesson"], re.DOTALL):
        here = [question for question in QUESTIONS if lesson(question) == number]
        assert listed.count("](questions/") == len(here)
        assert [question.asked for question in here if f"[{question.asked}]({place(question)})" not in listed] == []


def test_each_link_of_the_index_leads_somewhere():
    places = {place(question) for question in QUESTIONS}
    linked = re.findall(r"\]\((questions/[^)]+#[^)]+)\)", TEXT)
    assert [target for target in linked if target not in places] == []


def test_every_old_place_leads_to_its_answer():
    """Other pages may link the places within questions.md that stood there when all answers did."""
    lines = [line for line in TEXT.splitlines() if "<a id=" in line]
    names = sorted(name for line in lines for name in re.findall(r'<a id="([^"]+)"></a>', line))
    assert names == OLD_PLACES.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"- (<a id=\"[^\"]+\"></a>)+\[.+\]\(questions/.+\)", line)] == []
