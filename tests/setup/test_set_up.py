"""A set-up that fails says what to do, and the next one mends it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import ROOT

AGAIN = "make: the set-up failed; pip says why, above. Then run the same command again"

pytestmark = [pytest.mark.again, pytest.mark.skipif(os.name != "posix", reason="make and a shell's test")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that needs nothing but pip, which is there already."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    extras = "".join(f"{name} = []\n" for name in ("lab", "test", "torchtext"))
    text = f"[project]\nname = 'x'\nversion = '1'\ndependencies = []\n[project.optional-dependencies]\n{extras}"
    (tmp_path / "pyproject.toml").write_text(text)
    (tmp_path / "constraints.txt").touch()
    return tmp_path


def make(folder: Path, target: str, python: str = sys.executable) -> tuple[int, str]:
    """What `make TARGET` ends with, and the last line that is its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    environment |= {"PIP_NO_BUILD_ISOLATION": "0"}
    command = ["make", target, f"PYTHON={python}"]
    answer = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    own = [
        line
        for line in (answer.stdout + answer.stderr).splitlines()
        if line.startswith("make: ") and not line.startswith("make: ***")
    ]
    return answer.returncode, own[-1] if own else ""


def test_a_set_up_that_failed_runs_again_and_a_whole_one_rests(project: Path) -> None:
    needs = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(needs.replace("dependencies = []", "dependencies = ['no-such-package']"))
    assert make(project, ".venv/ready") == (2, AGAIN)
    assert not (project / ".venv/ready").exists()
    assert make(project, ".venv/ready") == (2, AGAIN)  # and did not make the folder anew
    (project / ".venv/bin/python").unlink()
    assert make(project, ".venv/ready") == (2, AGAIN)
    assert (project / ".venv/bin/python").exists()


def test_no_python_that_will_do_is_said(project: Path) -> None:
    makefile = (project / "Makefile").read_text().replace(",12,", ",10,")
    (project / "Makefile").write_text(makefile)
    said = "make: no Python 3.11 to 3.10 found: install one, or name it: make PYTHON=/path/to/python"
    assert make(project, ".venv-torchtext/ready") == (2, said)
