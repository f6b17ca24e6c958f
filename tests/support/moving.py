"""The figures that move: the functions behind a lesson's sliders, and what the scripts of the site hold."""

import re
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

from tools import ROOT, lessons

SCRIPTS = ROOT / "site/_static/moving"


@cache
def cells_up_to(notebook: str, name: str) -> dict[str, object]:
    """What a lesson's cells define, up to the one with the function ``name``."""
    names: dict[str, object] = {}
    for cell in lessons.code_cells(lessons.read(lessons.FOLDER / f"{notebook}.ipynb")):
        with redirect_stdout(StringIO()):
            exec(cell.source, names)
        if f"def {name}(" in cell.source:
            return names
    raise AssertionError(f"notebooks/{notebook}.ipynb defines no {name} any more")


def block(path: Path, name: str) -> str:
    """What stands between the brackets of ``const NAME = {`` in a script, closed on a line of its own."""
    found = re.search(rf"^    const {name} = [{{\[]\n(.*?)^    [}}\]];$", path.read_text(encoding="utf-8"), re.M | re.S)
    assert found, f"{path.name} has no block {name}"
    return found[1]
