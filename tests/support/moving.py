"""The figures that move: what the scripts of the site hold."""

import re
from pathlib import Path

from tools import ROOT

SCRIPTS = ROOT / "site/_static/moving"


def block(path: Path, name: str) -> str:
    """What stands between the brackets of ``const NAME = {`` in a script, closed on a line of its own."""
    found = re.search(rf"^    const {name} = [{{\[]\n(.*?)^    [}}\]];$", path.read_text(encoding="utf-8"), re.M | re.S)
    assert found, f"{path.name} has no block {name}"
    return found[1]
