"""A lesson of a language is executed in it: its outputs speak it, their numbers are the English ones."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from languages import catalogs
from tools import execute_language

LEFT_OPEN = "not answered yet"
CHECK = 'from pe_lesson.exercises import check\ncheck("05.1", ...)'


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    """A lesson that leaves an exercise open and prints a number, as it is stored in English, and its copy."""
    said = new_output("execute_result", {"text/plain": f"○ 05.1 {LEFT_OPEN}"}, execution_count=1)
    cells = [
        new_code_cell(CHECK, outputs=[said], metadata={"tags": []}),
        new_code_cell("print(3)", outputs=[new_output("stream", name="stdout", text="3\n")], metadata={"tags": []}),
    ]
    monkeypatch.setattr(execute_language, "FOLDER", tmp_path)
    monkeypatch.setattr(execute_language, "STORED_OUTPUTS", tmp_path / "outputs")
    (tmp_path / "copy").mkdir()
    for folder in (tmp_path, tmp_path / "copy"):
        nbformat.write(new_notebook(cells=cells), folder / "00_x.ipynb")
    return tmp_path / "copy/00_x.ipynb"


@pytest.mark.cells
@pytest.mark.parametrize("language", catalogs.languages())
def test_outputs_speak_the_language_and_are_kept(language, lesson, monkeypatch):
    assert execute_language.execute(lesson, language) == []
    said = catalogs.translations(language, catalogs.PACKAGE).get(LEFT_OPEN, LEFT_OPEN)
    assert nbformat.read(lesson, 4).cells[0].outputs[0].data["text/plain"] == f"○ 05.1 {said}"
    monkeypatch.setattr(execute_language, "client", None)  # not started again
    assert execute_language.execute(lesson, language) == []


def test_another_number_is_reported(lesson):
    english, other = nbformat.read(lesson, 4), nbformat.read(lesson, 4)
    other.cells[0].outputs[0].data["text/plain"] = "○ 05.1 아직 답이 없습니다"
    assert list(execute_language.differences(english, other, lesson)) == []
    other.cells[1].outputs[0].text = "4\n"
    (trouble,) = execute_language.differences(english, other, lesson)
    assert "number lost: 3, number added: 4" in trouble
