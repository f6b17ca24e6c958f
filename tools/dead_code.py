"""Name what the package or languages/ defines and nobody uses: no other file of theirs, no lesson, tool or peer."""

import subprocess
import sys
from pathlib import Path

from tools import ROOT
from tools.lessons import PATHS, code_cells, read

CELLS = ROOT / "build/cells.py"
USERS: list[str | Path] = ["pe_lesson", "languages", "site", "tools", "tests/languages", "tests/peers", CELLS]

CELLS.parent.mkdir(exist_ok=True)
CELLS.write_text("\n\n".join(cell.source for path in PATHS for cell in code_cells(read(path))), encoding="utf-8")
found = subprocess.run([sys.executable, "-m", "vulture", *USERS], cwd=ROOT, capture_output=True, text=True)
dead = [line for line in found.stdout.splitlines() if line.startswith(("pe_lesson/", "languages/"))]
print("\n".join(dead) or "no dead code", end="\n" + found.stderr)
sys.exit(bool(dead or found.stderr))
