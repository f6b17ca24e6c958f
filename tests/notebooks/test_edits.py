"""What learners type into the parameters cell: it works, or stops with one line from pe_lesson that says what to do."""

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from tests.support.edits import EDITS, TOO_LARGE
from tests.support.notebooks import EACH_LESSON
from tools import lessons


@pytest.mark.cells
@EACH_LESSON
def test_one_edit_of_each_parameter_works(path, kernel):
    _try(kernel, lessons.read(path), lambda name: EDITS[name][:1])


@pytest.mark.again
@EACH_LESSON
def test_every_other_edit_works_or_stops_with_one_line_of_ours(path, kernel):
    _try(kernel, lessons.read(path), lambda name: EDITS[name][1:] + TOO_LARGE.get(name, []))


def _try(kernel, stored, values) -> None:
    """Run the lesson once for each value of each parameter; where a lesson trains, with 3 steps and one seed."""
    known = lessons.parameter_names(stored)
    short = "steps = 3; seeds = 1; " if "steps" in known else ""
    edits = [f"{short}{name} = {value}" for name in known for value in values(name)]
    troubles = [f"{edit}: {trouble}" for edit in edits for trouble in _run(kernel, stored, edit)]
    assert not troubles, "\n".join(troubles)


def _run(kernel, stored, edit: str) -> list[str]:
    for i, cell in enumerate(kernel.start(stored).cells):
        if cell.cell_type != "code":
            continue
        if "parameters" in lessons.tags(cell):
            cell.source += f"\n{edit}"
        try:
            kernel.client.execute_cell(cell, i)
        except CellExecutionError:
            return _strange(next(output for output in cell.outputs if output.output_type == "error"))
        noise = [output.text for output in cell.outputs if output.get("name") == "stderr"]
        if noise:
            return [f"on stderr: {noise}"]
    return []


def _strange(error) -> list[str]:
    """What keeps an error from being one line of ours."""
    where = error.traceback[-2] if len(error.traceback) > 1 else ""
    found = []
    if error.ename not in ("ValueError", "TypeError"):
        found.append(f"{error.ename}: {error.evalue}")
    if "pe_lesson" not in where:
        found.append(f"{error.ename} is not from pe_lesson: {error.evalue}")
    if len(error.evalue.splitlines()) != 1:
        found.append(f"not one line: {error.evalue}")
    return found


@pytest.mark.cells
@pytest.mark.parametrize(
    "source", ["1 / 0", "raise ValueError('mine')", "from pe_lesson import frequencies; frequencies(4); [][0]"]
)
def test_an_error_of_another_kind_is_caught(source, kernel):
    cell = nbformat.v4.new_code_cell(source)
    with pytest.raises(CellExecutionError):
        kernel.client.execute_cell(cell, 0)
    assert _strange(cell.outputs[-1])
