"""What learners type into the parameters cell: it works, or stops with one line from pe_lesson that says what to do."""

from copy import deepcopy

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from helpers import lessons
from helpers.edits import EDITS, TOO_LARGE


def edits(notebook) -> list[str]:
    """A line of code for each edit of a name in the parameters cell; where a lesson trains, 3 steps and one seed."""
    known = lessons.parameter_names(notebook)
    short = "steps = 3; seeds = 1; " if "steps" in known else ""
    return [f"{short}{name} = {value}" for name in known for value in EDITS[name] + TOO_LARGE.get(name, [])]


@pytest.mark.slow
@pytest.mark.cells_again
@pytest.mark.parametrize("path", lessons.PATHS, ids=lambda path: path.stem)
def test_edits_work_or_stop_with_one_line_of_ours(path):
    stored = lessons.read(path)
    client = lessons.client(deepcopy(stored))
    troubles = []
    with client.setup_kernel():
        for edit in edits(stored):
            client.execute_cell(_cell("%reset -f"), 0)
            troubles += [f"{edit}: {trouble}" for trouble in _run(client, stored, edit)]
    assert not troubles, "\n".join(troubles)


def _run(client, stored, edit: str) -> list[str]:
    for i, original in enumerate(stored.cells):
        if original.cell_type != "code":
            continue
        cell = deepcopy(original)
        if "parameters" in lessons.tags(cell):
            cell.source += f"\n{edit}"
        try:
            client.execute_cell(cell, i)
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


def _cell(source: str):
    return nbformat.v4.new_code_cell(source)


@pytest.mark.slow
@pytest.mark.parametrize(
    "source", ["1 / 0", "raise ValueError('mine')", "from pe_lesson import frequencies; frequencies(4); [][0]"]
)
def test_an_error_of_another_kind_is_caught(source):
    client = lessons.client(lessons.read(lessons.PATHS[0]))
    cell = _cell(source)
    with client.setup_kernel(), pytest.raises(CellExecutionError):
        client.execute_cell(cell, 0)
    assert _strange(cell.outputs[-1])
