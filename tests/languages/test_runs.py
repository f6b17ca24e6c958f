"""A lesson of a language runs from a learner's own folder, with the outputs that are stored in the English one."""

import nbformat
import pytest

from helpers import lessons
from languages import build, catalogs

NAME = "04_loop_encoding.ipynb"


@pytest.mark.cells
@pytest.mark.parametrize("language", catalogs.languages())
def test_a_lesson_runs_with_the_stored_outputs(language, tmp_path):
    build.build(language, tmp_path)
    path = tmp_path / "notebooks" / NAME
    notebook = lessons.read(path)
    before = lessons.read(lessons.FOLDER / NAME)
    made = lessons.client(notebook)
    made.resources["metadata"]["path"] = str(path.parent)
    made.execute()
    executed = nbformat.from_dict(lessons.normalise(notebook))
    outputs, stored = ([cell.outputs for cell in lessons.code_cells(each)] for each in (executed, before))
    assert outputs == stored
    assert lessons.prose(executed) != lessons.prose(before)
