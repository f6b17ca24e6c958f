"""The language in which the package answers: chosen, filled, and English wherever a catalog has nothing."""

import pytest

import pe_lesson
from helpers.exercises import asked
from languages import catalogs, marked
from pe_lesson import _words
from pe_lesson.exercises import check
from pe_lesson.exercises._text import FIELDS, texts

PO = """
msgid "not answered yet"
msgstr "아직 답이 없습니다"

msgid "{count} of {name}"
msgstr "{name}은(는) {count}을(를)"

#, fuzzy
msgid "half"
msgstr "반"

msgid "a {place}"
msgstr "{plaec}"
"""


@pytest.fixture
def korean(tmp_path, monkeypatch):
    """A Korean catalog of four messages, chosen."""
    (tmp_path / "ko.po").write_text(PO, encoding="utf-8")
    monkeypatch.setattr(_words, "FOLDER", tmp_path)
    monkeypatch.setattr(_words, "_chosen", "en")
    _words._catalog.cache_clear()
    pe_lesson.language("ko")
    yield
    _words._catalog.cache_clear()


def test_a_verdict_speaks_the_language_that_is_chosen(korean):
    assert repr(check("05.1", ...)) == "○ 05.1 아직 답이 없습니다"
    pe_lesson.language("en")
    assert repr(check("05.1", ...)) == "○ 05.1 not answered yet"


def test_what_a_catalog_lacks_or_has_wrong_is_english(korean):
    assert _words.say("half") == "half"
    assert _words.say("nothing of {this}", this="sort") == "nothing of sort"
    assert _words.say("a {place}", place="row") == "a row"


@pytest.mark.parametrize(
    ("name", "count", "said"),
    [
        ("표", 2, "표는 2를"),
        ("행", 3, "행은 3을"),
        ("열", 10, "열은 10을"),
        ("`x`", "1.5", "`x`은(는) 1.5를"),
        ("list", 47, "list은(는) 47을"),
    ],
)
def test_a_particle_goes_by_the_last_letter_and_both_stand_after_another_script(korean, name, count, said):
    assert _words.say("{count} of {name}", count=count, name=name) == said


@pytest.mark.parametrize(
    ("word", "said"), [("서울", "서울로"), ("행", "행으로"), ("열", "열로"), ("표", "표로"), ("8", "8로")]
)
def test_the_particle_of_direction_takes_an_l_for_a_vowel(word, said):
    assert _words.PARTICLE.sub(_words._particle, f"{word}(으)로") == said


def test_an_unknown_language_gets_one_line(korean, fresh_python):
    with pytest.raises(ValueError, match=r"^there is no language 'xx'; there are en, ko$"):
        pe_lesson.language("xx")
    code = "from pe_lesson.exercises import check; print(check('05.1', ...))"
    ended = fresh_python(code, PYTHONPATH=str(catalogs.ROOT), PE_LESSON_LANGUAGE="xx")
    assert ended.stdout == "○ 05.1 not answered yet\n"
    assert ended.stderr.startswith("PE_LESSON_LANGUAGE is 'xx'")
    assert ended.stderr.count("\n") == 1


def test_english_loads_no_catalog(fresh_python):
    code = """
import sys, pe_lesson
from pe_lesson.exercises import check
print(check("05.1", 1) and 1, "babel" in sys.modules)
pe_lesson.language("ko"); check("05.1", 1)
print("babel" in sys.modules)
"""
    ended = fresh_python(code, PYTHONPATH=str(catalogs.ROOT), PE_LESSON_LANGUAGE="")
    assert ended.stdout.splitlines()[-1] == "True"
    assert ended.stdout.splitlines()[-2].endswith("False")


def test_the_catalog_has_every_sentence_of_the_texts():
    messages = {message.id for message in marked.template(catalogs.PACKAGE)}
    for lesson in {number[:2] for number in asked()}:
        for text in texts(lesson).values():
            said = {one.sentence for one in text.answers if one.kind == "-"}
            said |= {text.fields[name] for name in (*FIELDS, "praise") if name in text.fields}
            assert said <= messages
    assert {"not answered yet", "right but for the sign"} <= messages
