"""Every cell can run again: twice in a row, and in any order after a Run All, always with its stored output.

``RUNS`` orders are tried a notebook (one by default, more with ``make test-rerun RUNS=20``).
"""

import base64
import io
import os
import random
from copy import deepcopy

import lessons
import nbformat
import numpy as np
import pytest
from matplotlib.image import imread

RUNS = int(os.environ.get("RUNS", "1"))
PIXEL_TOLERANCE = 0.02  # of the range of a colour, on average over the figure


@pytest.mark.parametrize("path", lessons.PATHS, ids=lambda path: path.stem)
def test_cells_give_their_stored_output_again(path):
    stored = lessons.read(path)
    indices = [i for i, cell in enumerate(stored.cells) if cell.cell_type == "code"]
    orders = [[i for i in indices for _ in "12"]]
    orders += [random.Random(seed).sample(indices, len(indices)) for seed in range(RUNS)]
    client = lessons.client(deepcopy(stored))
    differences = []
    with client.setup_kernel():
        for order in orders:
            for i in order:
                cell = client.execute_cell(client.nb.cells[i], i)
                differences += [
                    f"code cell {i}: {what}" for what in compare(stored.cells[i], cell, client.widget_state)
                ]
    assert not differences, "\n".join(differences)


def compare(stored, fresh, widgets=None) -> list[str]:
    """How the outputs of a fresh run differ from the stored ones, in words."""
    found = [f"error in a widget: {o}" for w in (widgets or {}).values() for o in w.get("outputs", []) if "ename" in o]
    outputs = [output for output in lessons.joined(fresh.outputs) if not lessons.is_widget(output)]
    found += [f"on stderr: {o.text}" for o in outputs if o.get("name") == "stderr"]
    if "nbval-ignore-output" in lessons.tags(stored):
        return found
    if len(outputs) != len(stored.outputs):
        return [*found, f"{len(outputs)} outputs, stored are {len(stored.outputs)}"]
    for was, now in zip(stored.outputs, outputs, strict=True):
        was, now = _contents(was), _contents(now)
        pictures = was.pop("image/png", None), now.pop("image/png", None)
        if was != now:
            found.append(f"{now} instead of {was}")
        if (pictures[0] is None) != (pictures[1] is None) or (pictures[0] and _differ(*pictures)):
            found.append("another figure than the stored one")
    return found


def _contents(output) -> dict:
    data = dict(output.get("data", {}))
    return data | {key: output[key] for key in ("output_type", "name", "text", "ename", "evalue") if key in output}


def _differ(one: str, other: str) -> bool:
    a, b = (imread(io.BytesIO(base64.b64decode(picture))) for picture in (one, other))
    return a.shape != b.shape or bool(np.abs(a - b).mean() > PIXEL_TOLERANCE)


@pytest.fixture
def cell():
    with_figure = (
        cell
        for path in lessons.PATHS
        for cell in lessons.code_cells(lessons.read(path))
        if cell.outputs and "image/png" in cell.outputs[0].get("data", {})
    )
    return next(with_figure)


def test_comparison_accepts_the_same_and_catches_another_text(cell):
    assert compare(cell, cell) == []
    other = deepcopy(cell)
    other.outputs[0].data["text/plain"] += "!"
    assert compare(cell, other)


def test_comparison_takes_a_print_in_two_pieces_for_one():
    def printed(*pieces):
        outputs = [nbformat.v4.new_output("stream", text=piece) for piece in pieces]
        return nbformat.v4.new_code_cell("print('one')", outputs=outputs)

    assert compare(printed("one\n"), printed("one", "\n")) == []
    assert compare(printed("one\n"), printed("one"))


def test_comparison_catches_another_figure(cell):
    from matplotlib.figure import Figure

    buffer = io.BytesIO()
    Figure(figsize=(2, 2)).savefig(buffer, format="png")
    other = deepcopy(cell)
    other.outputs[0].data["image/png"] = base64.b64encode(buffer.getvalue()).decode()
    assert compare(cell, other) == ["another figure than the stored one"]


def test_comparison_catches_missing_output_stderr_and_errors_in_widgets(cell):
    missing, noisy = deepcopy(cell), deepcopy(cell)
    missing.outputs = []
    noisy.outputs.append(nbformat.v4.new_output("stream", name="stderr", text="warning"))
    assert compare(cell, missing)
    assert compare(cell, noisy)
    assert compare(cell, cell, {"w": {"outputs": [{"ename": "ValueError"}]}})
