"""Every cell can run again: twice in a row, and in any order after a Run All, always with its stored output.

``make test`` tries one order per lesson, ``make test-again RUNS=20`` twenty others. Where a lesson trains, cells take
long: ``make test`` leaves it to ``make test-again``, and no cell is run twice in a row.
"""

import base64
import io
import os
import random
from copy import deepcopy

import nbformat
import pytest
from matplotlib.image import imread, imsave

from tests.support.notebooks import EACH_LESSON
from tests.support.pictures import same_picture
from tools import lessons

RUNS = int(os.environ.get("RUNS", "1"))


@pytest.mark.cells
@EACH_LESSON
def test_cells_give_their_stored_output_again(path, kernel):
    if _trains(path):
        pytest.skip("it trains; `make test-again` runs its cells again")
    _check(kernel, path, twice=False, seeds=[0])


@pytest.mark.again
@EACH_LESSON
def test_cells_give_their_stored_output_twice_and_in_other_orders(path, kernel):
    _check(kernel, path, twice=not _trains(path), seeds=range(1, RUNS + 1))


def _trains(path) -> bool:
    return "steps" in lessons.parameter_names(lessons.read(path))


def _check(kernel, path, twice, seeds) -> None:
    """Run all cells in their order, then in random ones, and compare each output with the stored one."""
    stored = lessons.read(path)
    cells, client = kernel.start(stored).cells, kernel.client
    indices = [i for i, cell in enumerate(cells) if cell.cell_type == "code"]
    orders = [[i for i in indices for _ in range(1 + twice)]]
    orders += [random.Random(seed).sample(indices, len(indices)) for seed in seeds]
    differences, first = [], {}
    for order in orders:
        for i in order:
            cell = client.execute_cell(cells[i], i)
            found = compare(stored.cells[i], cell)
            widgets = in_widgets(cell.outputs, client.widget_state)  # not stored: as in their first run
            found += [f"in a widget: {what}" for what in differ(first.setdefault(i, widgets), widgets)]
            found += [f"in a widget: {o.ename}: {o.evalue}" for o in widgets if o.output_type == "error"]
            differences += [f"code cell {i}: {what}" for what in found]
    assert not differences, "\n".join(differences)


def compare(stored, fresh) -> list[str]:
    """How the outputs of a fresh run differ from the stored ones, in words."""
    outputs = [output for output in lessons.joined(fresh.outputs) if not lessons.is_widget(output)]
    if "nbval-ignore-output" in lessons.tags(stored):
        return _noise(outputs)
    return differ(stored.outputs, outputs)


def differ(before, now) -> list[str]:
    """How outputs differ from those before, in words; what is on stderr counts in any case."""
    found = _noise(now)
    if len(before) != len(now):
        return [*found, f"{len(now)} outputs, it was {len(before)}"]
    for one, other in zip(before, now, strict=True):
        one, other = _contents(one), _contents(other)
        pictures = one.pop("image/png", None), other.pop("image/png", None)
        if one != other:
            found.append(f"{other} instead of {one}")
        if (pictures[0] is None) != (pictures[1] is None) or (pictures[0] and _pictures_differ(*pictures)):
            found.append("another figure")
    return found


def _noise(outputs) -> list[str]:
    return [f"on stderr: {output.text}" for output in outputs if output.get("name") == "stderr"]


def in_widgets(outputs, state) -> list:
    """What the widgets among the outputs show: each control as a line of text, each output as it is."""
    views = [output["data"][lessons.WIDGET] for output in outputs if lessons.is_widget(output)]
    models = [view["model_id"] for view in views]
    shown = []
    while models:
        model = state[models.pop(0).removeprefix("IPY_MODEL_")]
        models += model.get("children", [])
        shown += lessons.joined([nbformat.from_dict(output) for output in model.get("outputs", [])])
        if "value" in model:
            texts = {name: model.get(name) for name in ("description", "value", "min", "max", "step")}
            shown.append(nbformat.v4.new_output("stream", text=str(texts)))
    return shown


def _contents(output) -> dict:
    data = dict(output.get("data", {}))
    return data | {key: output[key] for key in ("output_type", "name", "text", "ename", "evalue") if key in output}


def _pictures_differ(one: str, other: str) -> bool:
    return not same_picture(*(imread(io.BytesIO(base64.b64decode(picture))) for picture in (one, other)))


def printed(*pieces, name="stdout"):
    return [nbformat.v4.new_output("stream", name=name, text=piece) for piece in pieces]


@pytest.fixture
def cell():
    """A cell that shows a figure."""
    cells = (cell for path in lessons.PATHS for cell in lessons.code_cells(lessons.read(path)))
    return next(cell for cell in cells if cell.outputs and "image/png" in cell.outputs[0].get("data", {}))


@pytest.fixture
def other_figure(cell):
    """The same with one thin line more."""
    other = deepcopy(cell)
    data = other.outputs[0].data
    pixels = imread(io.BytesIO(base64.b64decode(data["image/png"]))).copy()
    pixels[len(pixels) // 2, :, :3] = 0.5
    buffer = io.BytesIO()
    imsave(buffer, pixels)
    data["image/png"] = base64.b64encode(buffer.getvalue()).decode()
    return other


def test_comparison_catches_another_text_or_figure_missing_output_and_stderr(cell, other_figure):
    def differs(outputs, *tags, stored=cell):
        before, now = deepcopy(stored), deepcopy(stored)
        before.metadata.tags, now.outputs = tags, outputs
        return compare(before, now)

    assert differs(cell.outputs) == []
    assert differs(other_figure.outputs) == ["another figure"]
    assert differs([])
    assert differs([*cell.outputs, *printed("warning", name="stderr")])
    assert differs(other_figure.outputs, "nbval-ignore-output") == []
    assert differs(printed("warning", name="stderr"), "nbval-ignore-output")
    says = nbformat.v4.new_code_cell("print('one')", outputs=printed("one\n"))
    assert differs(printed("one", "\n"), stored=says) == []  # how many pieces a print comes in is chance
    assert differs(printed("one"), stored=says)


def test_comparison_sees_into_widgets(cell, other_figure):
    def shown(outputs, value=3):
        state = {
            "box": {"children": ["IPY_MODEL_slider", "IPY_MODEL_area"]},
            "slider": {"value": value, "description": "offset"},
            "area": {"outputs": outputs},
        }
        view = {lessons.WIDGET: {"model_id": "box"}}
        return in_widgets([nbformat.v4.new_output("display_data", data=view)], state)

    usual = shown(cell.outputs)
    assert differ(usual, shown(cell.outputs)) == []
    assert differ(usual, shown(cell.outputs, value=4))
    assert differ(usual, shown(other_figure.outputs)) == ["another figure"]
