"""How far a cell is: said in an open notebook only, and gone at the end."""

import nbformat
import pytest

from pe_lesson.progress import LAB, progress

CELL = """
from pe_lesson import progress as module
module.SECONDS = -1
for i in module.progress(range(3), "step"):
    {}
print("done")
"""


@pytest.fixture
def run(kernel, monkeypatch):
    """A function that runs a cell, in an open notebook or not: the cell, and all that its kernel sent to be shown."""
    shown = []
    keep = kernel.client.process_message

    def look(message, *rest):
        if message["msg_type"] in ("display_data", "update_display_data", "clear_output"):
            shown.append(message["content"].get("data", {}).get("text/plain", message["msg_type"]))
        return keep(message, *rest)

    def run(code: str, in_lab: bool = True) -> tuple[nbformat.NotebookNode, list[str]]:
        kernel.run(f"import os; os.environ[{LAB!r}] = 'any.ipynb'" if in_lab else "")
        cell = kernel.start(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])).cells[0]
        monkeypatch.setattr(kernel.client, "process_message", look)
        return kernel.client.execute_cell(cell, 0), shown

    yield run
    monkeypatch.undo()
    kernel.run(f"import os; os.environ.pop({LAB!r}, None); from pe_lesson import progress; progress.SECONDS = 0.2")


def test_items_pass_through_in_order():
    assert list(progress(iter("abc"), "letter", total=3)) == ["a", "b", "c"]


@pytest.mark.slow
def test_an_open_notebook_is_told_and_keeps_no_trace(run):
    cell, shown = run(CELL.format("pass"))
    assert shown == ["step 0", "step 1 of 3", "step 2 of 3", "step 3 of 3", "clear_output"]
    assert [output.text for output in cell.outputs] == ["done\n"]


@pytest.mark.slow
def test_nothing_is_said_elsewhere(run):
    cell, shown = run(CELL.format("pass"), in_lab=False)
    assert shown == []
    assert [output.text for output in cell.outputs] == ["done\n"]


@pytest.mark.slow
def test_the_line_goes_when_the_loop_stops_early(run):
    _, shown = run(CELL.format("break"))
    assert shown[-1] == "clear_output"


@pytest.mark.slow
@pytest.mark.parametrize("total", [None, 2])
def test_a_generator_has_no_total_unless_told(total, run):
    _, shown = run(CELL.replace("range(3)", "iter(range(2))").replace('"step"', f'"step", {total}').format("pass"))
    assert shown[1] == ("step 1 of 2" if total else "step 1")
