"""The language in which the package answers: chosen, filled, and English wherever a catalog has nothing."""

import re
import warnings
from io import BytesIO

import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.font_manager import findfont, get_font

import pe_lesson
from languages import catalogs, marked
from pe_lesson import _words
from pe_lesson.encoding.properties import PROPERTIES, comparison
from pe_lesson.encoding.schemes import SCHEMES
from pe_lesson.exercises import check
from pe_lesson.exercises._text import WORDS, texts
from pe_lesson.plots import _style
from tests.support.exercises import ANY_EXERCISE, asked
from tests.support.words import speak_in_brackets

PO = """
msgid "not answered yet"
msgstr "아직 답이 없습니다"

msgid "{count} of {name}"
msgstr "{name}은(는) {count}을(를)"

msgid "position"
msgstr "위치"

#, fuzzy
msgid "half"
msgstr "반"

msgid "the length of a table is one number, not positions"
msgstr "뜻"

msgid "{mistake} ({stop})"
msgstr "{mistake} (너비)"

msgid "{name} must be an int, got {value}; write {name}=4, for example"
msgstr "{name}에 {value}"

msgid "a {place}"
msgstr "{plaec}"
"""


@pytest.fixture
def korean(tmp_path, monkeypatch):
    """A Korean catalog of a few messages, chosen."""
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


def test_a_mistake_that_stops_with_an_error_line_is_known_in_each_language(korean):
    text = asked()["05.4"].text
    answer = text.value_of(next(one.code for one in text.answers if "is one number, not positions" in one.sentence))
    spoken = {}
    for language in ("en", "ko"):
        pe_lesson.language(language)
        spoken[language] = check("05.4", answer).text
    assert spoken["en"].startswith("the length of a table is one number, not positions (your answer stopped")
    assert spoken["ko"] == "뜻 (너비)"


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
            said |= {text.fields[name] for name in (*WORDS, "praise") if name in text.fields}
            assert said <= messages
    assert {"not answered yet", "right but for the sign"} <= messages


@pytest.fixture(scope="module")
def messages():
    return {message.id for message in marked.template(catalogs.PACKAGE) if message.id}


@pytest.fixture
def bracketed(messages, monkeypatch):
    speak_in_brackets(monkeypatch, messages)


def unsaid(text: str) -> str:
    """What of a text stands in no bracket."""
    while (inner := re.sub("«[^«»]*»", "", text)) != text:
        text = inner
    return text


@pytest.mark.slow
@ANY_EXERCISE
def test_all_of_a_verdict_is_in_the_catalog(number, bracketed):
    text = asked()[number].text
    for answer in [one for one in text.answers if one.kind == "?"] + [text]:
        verdict = check(number, text.value_of(getattr(answer, "code", text.solution)))
        assert unsaid(verdict.text) == "", verdict.text


@pytest.mark.parametrize("given", [{"d_model": 4.0}, {"n": 0}, {"sentence": 1}, {"length": 4}, {"k": 1}])
def test_an_error_line_is_in_the_catalog(given, bracketed):
    with pytest.raises((TypeError, ValueError)) as refused:
        pe_lesson.check_parameters(**given)
    assert unsaid(str(refused.value)) == ""


def test_no_error_line_is_english_alone():
    """Those of ``exercises`` are for who writes the texts."""
    package = catalogs.ROOT / "pe_lesson"
    for path in set(package.rglob("*.py")) - set((package / "exercises").rglob("*.py")):
        assert not re.search(r"raise (Type|Value)Error\(", path.read_text(encoding="utf-8")), path


def test_what_diagnose_and_the_properties_say_is_in_the_catalog(bracketed):
    modules = [pe_lesson.PositionalEncoding(4, 0.0), torch.nn.Identity(), torch.nn.Dropout(), lambda x: x[:1], len]
    lines = [line for module in modules for line in pe_lesson.diagnose(module, torch.randn(2, 5, 4))]
    assert len(set(lines)) > 8
    assert {unsaid(line)[1:] for line in lines} == {" "}
    for scheme in SCHEMES:
        assert {unsaid(repr(has(scheme)))[1:] for has in PROPERTIES} == {" "}
    assert unsaid(comparison()).split() == [*"12345", *(scheme.__name__ for scheme in SCHEMES)]


@pytest.mark.parametrize("language", catalogs.languages())
def test_a_figure_has_a_letter_for_each_that_a_catalog_needs(language):
    fonts = [get_font(findfont("DejaVu Sans")), get_font(_words.FOLDER / "hangul.ttf")]
    known = {chr(code) for font in fonts for code in font.get_charmap()} | {"\n"}
    needed = {letter for said in catalogs.translations(language, catalogs.PACKAGE).values() for letter in said}
    assert needed <= known, f"no font of the figures has {''.join(sorted(needed - known))}"


def test_a_figure_speaks_hangul_without_a_warning(korean, caplog, monkeypatch):
    monkeypatch.setitem(plt.rcParams, "font.family", plt.rcParams["font.family"])
    monkeypatch.setattr(_style, "_with_hangul", _style._with_hangul.__wrapped__)  # else it may have run already
    figure, axes = _style.new_figure(3, 2)
    axes.set(xlabel=_words.say("position"), ylabel=_words.say("column"))
    axes.set_title("행과 열", weight="bold")
    with warnings.catch_warnings(action="error"):
        figure.savefig(BytesIO())
    assert (axes.get_xlabel(), axes.get_ylabel(), caplog.text) == ("위치", "column", "")
