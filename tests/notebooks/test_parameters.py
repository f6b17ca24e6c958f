"""A lesson's parameters: checked, edited by a test, and handed to ``check_parameters`` one and all."""

import re

from pe_lesson.checks import CHECKS, check_parameters
from tests.support.edits import EDITS
from tests.support.notebooks import EACH_LESSON
from tools import lessons


@EACH_LESSON
def test_every_parameter_is_known_to_its_check_and_to_the_edits(path):
    names = lessons.parameter_names(lessons.read(path))
    unchecked = [name for name in names if name not in CHECKS]
    unedited = [name for name in names if name not in EDITS]
    assert not unchecked, f"{path.stem}: add {', '.join(unchecked)} to CHECKS in pe_lesson/checks.py"
    assert not unedited, f"{path.stem}: add {', '.join(unedited)} to EDITS in tests/support/edits.py"


@EACH_LESSON
def test_later_cells_hand_every_parameter_to_the_check(path):
    notebook = lessons.read(path)
    cells = lessons.code_cells(notebook)
    after = cells[cells.index(lessons.parameters(notebook)) + 1 :]
    calls = [call for cell in after for call in re.findall(r"^check_parameters\((.*?)\)$", cell.source, re.M | re.S)]
    given = [name for call in calls for name in re.findall(r"(\w+)=", call)]
    left_out = [name for name in lessons.parameter_names(notebook) if name not in given]
    assert not left_out, f"{path.stem}: hand {', '.join(left_out)} to check_parameters, in a cell below the parameters"


def test_the_docstring_of_the_check_has_every_parameter():
    missing = [name for name in CHECKS if f"``{name}``" not in check_parameters.__doc__]
    assert not missing, f"say in the docstring of check_parameters what {', '.join(missing)} may be"
