"""A small text through the whole way: its catalog, a change of the English, the built text, a learner's own copy."""

import json
import shutil
import subprocess
import sys

import pytest

from languages import build, catalogs, lab

ENGLISH = """# Start

One row has 4 columns.

- a *first* item with `code`
- an item

| term | what it is |
|---|---|
| row | one position |

![a picture of rows](images/rows.png)

Go to [the start](#Start).
"""
KOREAN = {
    "Start": "시작",
    "One row has 4 columns.": "행 하나에 열이 4개 있습니다.",
    "a *first* item with `code`": "`code`가 있는 *첫째* 항목",
    "an item": "항목",
    "term | what it is": "용어 | 뜻",
    "row | one position": "행 | 위치 하나",
    "a picture of rows": "행을 그린 그림",
    "Go to [the start](#Start).": "[시작](#Start)으로 갑니다.",
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one text with a whole Korean catalog."""
    monkeypatch.setattr(catalogs, "ROOT", tmp_path)
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path / "languages/po")
    (tmp_path / "README.md").write_text(ENGLISH, encoding="utf-8")
    catalog = catalogs.update("ko", "README.md", catalogs.template("README.md"))
    for message in catalog:
        if message.id:
            message.string = KOREAN[message.id]
    catalogs.write(catalog, catalogs.file("ko", "README.md"))
    return tmp_path


def marked(old: str, new: str) -> tuple[int, int]:
    """How many messages a change of the English leaves translated, and how many it marks as fuzzy."""
    path = catalogs.ROOT / "README.md"
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    catalogs.write(catalogs.update("ko", "README.md", catalogs.template("README.md")), catalogs.file("ko", "README.md"))
    catalog = catalogs.read("ko", "README.md")
    return len(catalogs.translations("ko", "README.md")), sum(m.fuzzy for m in catalog if m.id)


def built() -> str:
    build.build("ko", catalogs.ROOT / "build/ko")
    return (catalogs.ROOT / "build/ko/README.md").read_text(encoding="utf-8")


def test_a_whole_catalog_gives_a_whole_text(project):
    text = built()
    assert text.startswith('<a id="Start"></a>\n# 시작\n\n행 하나에 열이 4개')
    assert "| 용어 | 뜻 |\n|---|---|\n| 행 | 위치 하나 |" in text
    assert "![행을 그린 그림](images/rows.png)" in text
    assert 'lang="en"' not in text


@pytest.mark.parametrize(
    ("old", "new", "kept"), [("4", "5", (7, 1)), ("an item", "an item more", (7, 1)), ("\n\n- an", "\n- an", (8, 0))]
)
def test_a_change_marks_the_messages_that_it_touches(project, old, new, kept):
    assert marked(old, new) == kept


def test_one_changed_sentence_does_not_take_a_language_from_the_pages(project):
    lesson = {"cells": [{"cell_type": "markdown", "id": "a", "source": [ENGLISH]}]}
    path = project / "notebooks/03_x.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(lesson), encoding="utf-8")
    assert not catalogs.offered("ko")  # none of it is translated
    catalog = catalogs.update("ko", "notebooks/03_x.ipynb", catalogs.template("notebooks/03_x.ipynb"))
    for message in catalog:
        message.string = KOREAN.get(message.id, message.string)
    catalogs.write(catalog, catalogs.file("ko", "notebooks/03_x.ipynb"))
    assert catalogs.offered("ko")
    path.write_text(json.dumps(lesson).replace("4 columns", "5 columns"), encoding="utf-8")
    changed = catalogs.update("ko", "notebooks/03_x.ipynb", catalogs.template("notebooks/03_x.ipynb"))
    assert sum(message.fuzzy for message in changed if message.id) == 1
    catalogs.write(changed, catalogs.file("ko", "notebooks/03_x.ipynb"))
    assert catalogs.offered("ko")


def test_what_is_fuzzy_or_new_is_english_and_marked(project):
    marked("4 columns", "5 columns")
    marked("Go to", "Now and then somebody goes back to")
    text = built()
    assert '<span lang="en">One row has 5 columns.</span>' in text
    assert '<span lang="en">Now and then somebody goes back to [the start](#Start).</span>' in text


def test_the_same_messages_give_the_same_bytes(project):
    path = catalogs.file("ko", "README.md")
    before = path.read_bytes()
    marked("", "")
    assert path.read_bytes() == before
    assert b"Generated-By" not in before


def test_the_old_english_of_a_fuzzy_message_is_no_comment(project):
    marked("4 columns", "5 columns")
    marked("an item", "one item")
    lines = catalogs.file("ko", "README.md").read_text("utf-8").splitlines()
    assert any(line.startswith("#| msgid") for line in lines)
    assert [line for line in lines if line.startswith("# |")] == []


def test_a_learners_own_copy(project, capsys):
    lab.renew("ko")
    own = project / "lessons-ko/README.md"
    made = own.read_text("utf-8")
    own.write_text("mine", encoding="utf-8")
    lab.renew("ko")
    assert (own.read_text("utf-8"), capsys.readouterr().out) == ("mine", "")
    marked("4 columns", "5 columns")
    lab.renew("ko")
    assert own.read_text("utf-8") == "mine"
    assert capsys.readouterr().out == "lessons-ko/README.md is yours and stays; delete it to get the new one\n"
    own.unlink()
    lab.renew("ko")
    assert own.read_text("utf-8") != made
    marked("an item", "one item")
    lab.renew("ko")
    assert "one item" in own.read_text("utf-8")


def test_an_unknown_language_gets_one_line(project):
    with pytest.raises(SystemExit, match=r"^no lessons in 'xx'; LANGUAGE is one of ko, or leave it out for English$"):
        lab.renew("xx")


@pytest.mark.parametrize(("given", "told"), [("LANGUAGE=ko", ["lab: PE_LESSON_LANGUAGE := ko"]), ("LESSON=00_x", [])])
def test_the_lab_tells_its_kernels_the_language(given, told):
    make = shutil.which("make") or pytest.skip("no make here")
    rules = subprocess.run([make, "-pn", "lab", given], cwd=catalogs.ROOT, capture_output=True, text=True).stdout
    assert [line for line in rules.splitlines() if "PE_LESSON_LANGUAGE :=" in line] == told


def test_the_command_says_what_it_can_do():
    ended = subprocess.run([sys.executable, "-m", "languages"], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "python -m languages messages" in ended.stderr


def test_a_translator_needs_babel_and_jinja2_only(fresh_python):
    code = """
import sys
sys.modules.update(dict.fromkeys(["matplotlib", "nbclient", "nbformat", "numpy", "torch"]))  # importing one fails
from languages import build, catalogs, marked
print(*[len(marked.template(source)) > 0 for source in marked.METHODS])
"""
    ended = fresh_python(code, PYTHONPATH=str(catalogs.ROOT))
    assert ended.stdout == "True True\n", ended.stderr


SAID = """
#: pe_lesson/exercises/__init__.py
msgid "not answered yet"
msgstr "아직 답이 없습니다"

#: pe_lesson/exercises/_read.py
msgid "the answer is {kind}, not {value}"
msgstr "{value}, {kind}"
"""
DRAWN = """
#: pe_lesson/plots/tables.py
msgid "value"
msgstr "값"
"""


def test_what_the_package_said_in_english_is_left_out(project):
    said = ["○ 05.1 not answered yet", "✗ 05.1 the answer is 3, not 4", "3 values"]
    data = [*({"text/plain": text} for text in said), {"image/png": "", "text/plain": "a figure"}]
    outputs = [{"output_type": "execute_result", "data": each} for each in data]
    cells = [{"cell_type": "code", "execution_count": 1, "outputs": [each], "source": []} for each in outputs]
    path, catalog = project / "notebooks/00_x.ipynb", project / "pe_lesson/locale/ko.po"
    path.parent.mkdir()
    catalog.parent.mkdir(parents=True)
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    for text, kept in ("", [1, 1, 1, 1]), (SAID, [0, 0, 1, 1]), (SAID + DRAWN, [0, 0, 1, 0]):
        catalog.write_text(text, encoding="utf-8")
        build.build("ko", project / "build/ko")
        copy = json.loads((project / "build/ko/notebooks/00_x.ipynb").read_text("utf-8"))
        assert [len(cell["outputs"]) for cell in copy["cells"]] == kept
