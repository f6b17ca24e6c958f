"""How far a cell is: said in an open notebook only, and gone at the end."""

import os
from copy import deepcopy

import nbformat
import pytest

from helpers import lessons
from pe_lesson.progress import LAB, progress

pytestmark = pytest.mark.slow

CELL = """
from pe_lesson import progress as module
module.SECONDS = -1
for i in module.progress(range(3), "step"):
    {}
print("done")
"""


def run(code: str) -> nbformat.NotebookNode:
    """The cell after it ran, and every text that its kernel sent to be shown, in order."""
    cell = nbformat.v4.new_code_cell(code)
    client = lessons.client(nbformat.v4.new_notebook(cells=[cell]))
    client.shown = []
    keep = client.process_message

    def look(message, *rest):
        if message["msg_type"] in ("display_data", "update_display_data", "clear_output"):
            client.shown.append(message["content"].get("data", {}).get("text/plain", message["msg_type"]))
        return keep(message, *rest)

    client.process_message = look
    with client.setup_kernel():
        client.execute_cell(cell, 0)
    return deepcopy(cell), client.shown


def test_items_pass_through_in_order():
    assert list(progress(iter("abc"), "letter", total=3)) == ["a", "b", "c"]


def test_an_open_notebook_is_told_and_keeps_no_trace(monkeypatch):
    monkeypatch.setitem(os.environ, LAB, "any.ipynb")
    cell, shown = run(CELL.format("pass"))
    assert shown == ["step 0", "step 1 of 3", "step 2 of 3", "step 3 of 3", "clear_output"]
    assert [output.text for output in cell.outputs] == ["done\n"]


def test_nothing_is_said_elsewhere(monkeypatch):
    monkeypatch.delitem(os.environ, LAB, raising=False)
    cell, shown = run(CELL.format("pass"))
    assert shown == []
    assert [output.text for output in cell.outputs] == ["done\n"]


def test_the_line_goes_when_the_loop_stops_early(monkeypatch):
    monkeypatch.setitem(os.environ, LAB, "any.ipynb")
    _, shown = run(CELL.format("break"))
    assert shown[-1] == "clear_output"


@pytest.mark.parametrize("total", [None, 2])
def test_a_generator_has_no_total_unless_told(total, monkeypatch):
    monkeypatch.setitem(os.environ, LAB, "any.ipynb")
    _, shown = run(CELL.replace("range(3)", "iter(range(2))").replace('"step"', f'"step", {total}').format("pass"))
    assert shown[1] == ("step 1 of 2" if total else "step 1")
