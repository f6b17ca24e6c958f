"""What learners type into the parameters cell: it works, or stops with one line from pe_lesson that says what to do."""

from copy import deepcopy

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from helpers import lessons
from pe_lesson.checks import CHECKS

EDITS = {
    "sentences": [
        '["Hello"]',
        '[""]',
        "[]",
        '["", ""]',
        '["?!", "..."]',
        '["word " * 200]',
        '["one", "one two three", ""]',
        '["an unseen zebra, twice: zebra"]',
        '["나는 학교에 간다", "東京へ行く。"]',
        '["😀😀 hi", "👋"]',
        '["1 2 3", "4.5"]',
        "[1, 2]",
        '"one sentence"',
    ],
    "sentence": ['"dog"', '""', '"?!"', '"word " * 200', '"나는 학교에 간다"', '"😀😀 hi"', '["a"]', "5"],
    "seq_length": ["1", "2", "128", "200", "10**9", "0", '"a"'],
    "length": ["5", "1", '"a"'],
    "padding": ["1", "20", "0", "-1"],
    "trained": ["5", "3", "1.5"],
    "steps": ["3", "0"],
    "seeds": ["1", "0"],
    "d_model": ["1", "2", "5", "512", "0", "-4", "4.0", '"4"', "True"],
    "max_length": ["1", "3", "6", "5000", "0", "2.5"],
    "n": ["1", "1.5", "10", "1e8", "0", "-1", 'float("nan")'],
    "dropout": ["0", "0.5", "1", "-0.1", "1.5", '"a"'],
}
# sizes that no memory holds: check_parameters refuses them in every lesson
TOO_LARGE = {"d_model": ["10**12"], "max_length": ["10**13"], "length": ["10**6"]}


def edits(notebook) -> list[str]:
    """A line of code for each edit of a name in the parameters cell; where a lesson trains, 3 steps and one seed."""
    known = lessons.parameter_names(notebook)
    short = "steps = 3; seeds = 1; " if "steps" in known else ""
    return [f"{short}{name} = {value}" for name in known for value in EDITS[name] + TOO_LARGE.get(name, [])]


@pytest.mark.parametrize("path", lessons.PATHS, ids=lambda path: path.stem)
def test_every_parameter_is_known_to_its_check_and_to_these_edits(path):
    stored = lessons.read(path)
    unchecked = [name for name in lessons.parameter_names(stored) if name not in CHECKS]
    unedited = [name for name in lessons.parameter_names(stored) if name not in EDITS]
    assert not unchecked, f"{path.stem}: add {', '.join(unchecked)} to CHECKS in pe_lesson/checks.py"
    assert not unedited, f"{path.stem}: add {', '.join(unedited)} to EDITS in tests/notebooks/test_edits.py"


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


@pytest.mark.parametrize(
    "source", ["1 / 0", "raise ValueError('mine')", "from pe_lesson import frequencies; frequencies(4); [][0]"]
)
def test_an_error_of_another_kind_is_caught(source):
    client = lessons.client(lessons.read(lessons.PATHS[0]))
    cell = _cell(source)
    with client.setup_kernel(), pytest.raises(CellExecutionError):
        client.execute_cell(cell, 0)
    assert _strange(cell.outputs[-1])
