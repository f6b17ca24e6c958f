"""What the languages promise: catalogs of today, and nothing lost between the English and the translation."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from languages import build, catalogs, marked
from languages.checks import lost_or_added
from languages.pieces import pieces, says_something
from tests.support.notebooks import EACH_LESSON
from tools import lessons

LANGUAGES = catalogs.languages()
SOURCES = catalogs.sources()
TEMPLATES = dict.fromkeys(SOURCES, catalogs.template) | dict.fromkeys(marked.METHODS, marked.template)
CATALOGS = [*sorted(catalogs.FOLDER.rglob("*.po")), *sorted((catalogs.ROOT / "pe_lesson/locale").glob("*.po"))]
MARKDOWN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin)
INLINE = ("strong_open", "em_open", "link_open", "image", "math_inline", "code_inline", "html_inline")
TAGS = {"<em>": "em_open", "</em>": "", "<strong>": "strong_open", "</strong>": ""}
PO_LINE = re.compile(r'(#.*|(msgctxt|msgid|msgstr) "(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*")?')


def markup(text: str) -> Counter[str]:
    """What CommonMark makes of a built text: how many of each, and how many stars it leaves standing."""
    text = build.emphasised(text)
    tokens = [child for token in MARKDOWN.parseInline(text) for child in token.children or []]
    types = [TAGS.get(token.content, token.type) for token in tokens]
    stars = sum(token.content.count("*") for token in tokens if token.type == "text")
    return Counter(kind for kind in types if kind in INLINE) + Counter({"star": stars})


@pytest.fixture(scope="module", params=LANGUAGES)
def built(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp(request.param)
    build.build(request.param, folder)
    return folder


def prose(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.suffix == ".md" else lessons.prose(lessons.read(path))


@pytest.mark.parametrize("source", SOURCES)
def test_pieces_are_the_text(source):
    for _, text in catalogs.texts(source):
        assert "".join(piece.raw for piece in pieces(text)) == text


@pytest.mark.parametrize("source", SOURCES)
def test_messages_are_the_blocks_of_commonmark(source):
    for _, text in catalogs.texts(source):
        whole = [piece for piece in pieces(text) if piece.kind not in ("", "row", "summary")]
        found = [p.before + p.message + p.after if p.kind == "picture" else p.message for p in whole]
        tokens = MARKDOWN.parse(text)
        pairs = zip([None, *tokens], tokens, strict=False)
        inline = [t for before, t in pairs if t.type == "inline" and before.type not in ("td_open", "th_open")]
        wanted = [" ".join(token.content.split()) for token in inline]
        assert found == [content for content in wanted if says_something(content)]


@pytest.mark.parametrize("source", SOURCES)
def test_no_sentence_goes_on_after_a_block(source):
    for place, text in catalogs.texts(source):
        found = [piece for piece in pieces(text) if piece.raw.strip()]
        pairs = [(one.raw[:3], other) for one, other in pairwise(found) if other.kind == "paragraph"]
        cut = [other.message for begins, other in pairs if begins == "```" and other.message[0].islower()]
        assert cut == [], f"{place}: two messages would be one sentence, and another language has another order"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", TEMPLATES)
def test_catalog_is_of_today(language, source):
    now = catalogs.read(language, source)
    renewed = catalogs.update(language, source, TEMPLATES[source](source))
    said = [[(m.id, m.string, m.fuzzy) for m in catalog if m.id] for catalog in (now, renewed)]
    assert said[0] == said[1], "the English has changed: run `make messages` (what is not translated shows in English)"


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
def test_every_line_is_a_line_of_a_catalog(path):
    wrong = [line for line in path.read_text(encoding="utf-8").splitlines() if not PO_LINE.fullmatch(line)]
    assert wrong == [], f"{path.name}: a quote is missing or left over"


def other_markup(english, translated):
    lost, added = markup(english) - markup(translated), markup(translated) - markup(english)
    return [f"lost: {dict(lost)}, added: {dict(added)}"] if lost or added else []


def other_places(english, translated):
    return [f"place: {name}" for name in catalogs.places(english) ^ catalogs.places(translated)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("source", "others"), [*((source, other_markup) for source in SOURCES), (catalogs.PACKAGE, other_places)]
)
def test_a_translation_keeps_what_is_no_word(language, source, others):
    problems = []
    for english, translated in catalogs.translations(language, source).items():
        if found := lost_or_added(english, translated) + others(english, translated):
            problems.append(f"{english[:70]}: {'; '.join(found)}")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headings_of_a_page_are_told_apart(language):
    for source in SOURCES:
        known, names = catalogs.translations(language, source), {}
        said = [p.message for _, text in catalogs.texts(source) for p in pieces(text) if p.kind == "heading"]
        for english in said:
            names.setdefault(known.get(english, english), set()).add(english)
        assert {name: english for name, english in names.items() if len(english) > 1} == {}, source


@EACH_LESSON
def test_only_text_cells_and_what_the_package_said_differ(path, built):
    english, other = (
        json.loads((folder / path.name).read_text("utf-8")) for folder in (path.parent, built / "notebooks")
    )
    for cell, twin in zip(english["cells"], other["cells"], strict=True):
        if cell["cell_type"] == "markdown":
            del cell["source"], twin["source"]
        elif twin["execution_count"] is None:
            cell |= {"outputs": [], "execution_count": None}
    assert english == other


def test_what_is_not_translated_keeps_its_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "translate", lambda text, **_: text)
    monkeypatch.setattr(catalogs, "translations", lambda *_: {})
    monkeypatch.setattr(marked, "draws", lambda _: False)
    build.build(LANGUAGES[0], tmp_path)
    for path in lessons.PATHS:
        assert (tmp_path / "notebooks" / path.name).read_bytes() == path.read_bytes()


def test_a_glossary_is_in_the_order_of_its_own_words(built):
    rows = {folder: re.findall(r"^\| ([^|]+) \|.*\[\d\d\]", prose(folder / "notebooks/glossary.md"), re.MULTILINE)
            for folder in (catalogs.ROOT, built)}  # fmt: skip
    own = [row for row in rows[built] if "가" <= row[0] <= "힣"]
    assert len(rows[built]) == len(rows[catalogs.ROOT])
    assert len(own) > len(rows[built]) // 2
    assert own == sorted(own, key=lambda row: row.partition("(")[0])


def test_pictures_are_the_same_bytes(built):
    for path in (catalogs.ROOT / "images").iterdir():
        assert (built / "images" / path.name).read_bytes() == path.read_bytes()


def test_every_link_leads_somewhere(built):
    lost = []
    for source in SOURCES:
        path = built / source
        for name, anchor in re.findall(r"\]\((?!https?:)([^()\s#]*)#?([^()\s]*)\)", prose(path)):
            target = path.parent / name if name else path
            if not target.exists() or (anchor and anchor not in places(target)):
                lost.append(f"{source}: {name}#{anchor}")
    assert lost == []


def places(path: Path) -> set[str]:
    """The places of a built file that a link can lead to."""
    headings = re.findall(r"^#+ (?:<span[^>]*>)?(.*?)(?:</span>)?$", prose(path), re.MULTILINE)
    return set(re.findall(r'<a id="([^"]+)">', prose(path))).union(*map(build.slugs, headings))


ENGLISH = "**Predict.** The *phase* of `k` in [lesson 04](04.ipynb#The-formula) is $k/n$ at 1,000; two of <b>them</b>."
KOREAN = "**예측하기.** [04강](04.ipynb#The-formula)에서 `k`의 *위상*은 1,000에서 $k/n$입니다. <b>둘</b>."
BROKEN = [
    ("`k`", "k"),
    ("`k`", "`n`"),
    ("$k/n$", "$k/d$"),
    ("#The-formula", "#수식"),
    ("1,000", "1000"),
    ("<b>", "<i>"),
    ("</b>", ""),
    ("*위상*은", "위상은"),
    ("*위상*은", "*위상 *은"),
    ("1,000", "1,000과 7"),
    ("](04", "] (04"),
    ("04강", "4강"),
]


def test_a_good_translation_has_no_problem():
    assert lost_or_added(ENGLISH, KOREAN) == []
    assert markup(ENGLISH) == markup(KOREAN)
    assert lost_or_added(ENGLISH, KOREAN.replace("둘", "2")) == []
    assert markup(ENGLISH) == markup(KOREAN.replace("*위상*은", "*위상(phase)*은"))


@pytest.mark.parametrize(
    ("english", "translated"),
    [
        ("Fifty models, thirty times, a quarter of it", "50개의 모델, 30배, 4분의 1"),
        ("twenty-four heads in half a second", "헤드 24개, 1/2초"),
        ("two thousand of a dozen", "2, 1,000, 12"),
    ],
)
def test_numbers_in_words_may_become_digits(english, translated):
    assert lost_or_added(english, translated) == []
    assert lost_or_added(english, translated + " 77") == ["number added: 77"]


def test_a_lost_bar_of_a_table_is_noticed():
    assert lost_or_added("batch | rows | 02", "배치 | 행 02") == ["bar of the table lost: |"]
    assert lost_or_added("batch | rows | 02", "배치 | 행 | 02") == []


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("**위상(phase)**이라고", "<strong>위상(phase)</strong>이라고"),
        ("これは**「対」**です", "これは<strong>「対」</strong>です"),
        ("*기울임*은 **굵게** 쓴 `a*b*c`", "*기울임*은 **굵게** 쓴 `a*b*c`"),
        ("**`x`**을 *$n$*", "<strong>`x`</strong>을 *$n$*"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_emphasis_shows_beside_brackets(text, built):
    assert build.emphasised(text) == built


@pytest.mark.parametrize(("right", "wrong"), BROKEN)
def test_a_broken_translation_is_noticed(right, wrong):
    broken = KOREAN.replace(right, wrong)
    assert lost_or_added(ENGLISH, broken) or markup(ENGLISH) != markup(broken)
