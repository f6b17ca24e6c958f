"""Name what the package or languages/ defines and nobody uses: no other file of theirs, no lesson, tool or peer."""

import subprocess
import sys
from pathlib import Path

from tools import ROOT
from tools.lessons import PATHS, code_cells, read

CELLS = ROOT / "build/cells.py"
USERS = ["pe_lesson", "languages", "site", "tools", "tests/languages", "tests/peers", str(CELLS)]


def dead(folder: Path, users: list[str]) -> list[str]:
    """What vulture names in the package or languages/ of a folder, and what stopped it."""
    command = [sys.executable, "-m", "vulture", *users]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    named = [line for line in found.stdout.splitlines() if line.startswith(("pe_lesson", "languages"))]
    return named + found.stderr.splitlines()


def main() -> int:
    """Print what is dead; 1 if anything is."""
    CELLS.parent.mkdir(exist_ok=True)
    CELLS.write_text("\n\n".join(cell.source for path in PATHS for cell in code_cells(read(path))), encoding="utf-8")
    lines = dead(ROOT, USERS)
    print("\n".join(lines) or "no dead code")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
