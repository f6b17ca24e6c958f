"""A set-up that fails, or is cut off, says what to do and leaves nothing in the way of the next."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTHING_TO_INSTALL = ("--no-index", "pip")  # it is there already
NOT_TO_BE_HAD = ("--no-index", "no-such-package")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="the script is a shell's"),
]


def set_up(folder: Path, *wanted: str, newest: int = 99, python: str = sys.executable, **environment: str) -> str:
    """What the script prints."""
    command = [ROOT / "tests/tools/set_up.sh", folder / "installed", str(newest), "1 byte", *wanted]
    environment = os.environ | {"PYTHON": python} | environment
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def left(folder: Path) -> str:
    """What to do, as the script left it for make."""
    return "".join((folder / name).read_text() for name in ("unfinished", "failed") if (folder / name).exists())


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    folder = tmp_path / ".venv"
    assert set_up(folder, *NOTHING_TO_INSTALL) == f"Setting up {folder}, once: 1 byte\n"
    assert (folder / "installed").exists()
    assert left(folder) == ""
    return folder


def test_a_first_set_up_that_fails_leaves_only_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    set_up(folder, *NOT_TO_BE_HAD)
    assert [path.name for path in folder.iterdir()] == ["unfinished"]
    assert "run the same command again" in left(folder)
    set_up(folder, *NOTHING_TO_INSTALL)
    assert (folder / "installed").exists()
    assert left(folder) == ""


def test_a_later_set_up_that_fails_keeps_what_was_whole(ready: Path) -> None:
    (ready / "installed").unlink()
    (ready / "kept").touch()
    set_up(ready, *NOT_TO_BE_HAD)
    assert "run the same command again" in left(ready)
    assert not (ready / "installed").exists()
    assert set_up(ready, *NOTHING_TO_INSTALL) == ""
    assert (ready / "installed").exists()
    assert (ready / "kept").exists()
    assert left(ready) == ""


@pytest.mark.parametrize("harm", ["cut off while pip was at work", "its Python was removed"])
def test_a_folder_that_cannot_be_trusted_is_made_anew(ready: Path, harm: str) -> None:
    (ready / "half-written").touch()
    if harm == "its Python was removed":
        (ready / "bin/python").unlink()
        (ready / "bin/python").symlink_to("/nowhere/python3")
    else:
        (ready / "unfinished").write_text("interrupted")
    set_up(ready, *NOTHING_TO_INSTALL)
    assert not (ready / "half-written").exists()
    assert (ready / "installed").exists()
    assert left(ready) == ""


def test_no_python_that_will_do_is_said(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    set_up(folder, *NOTHING_TO_INSTALL, newest=10)
    assert left(folder) == "No Python 3.11 to 3.10 found: install one, or name it: make PYTHON=/path/to/python\n"


@pytest.mark.parametrize("target", ["lab", "test-torchtext"])
def test_make_ends_with_what_to_do(tmp_path: Path, target: str) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "environment.yml", "tests/tools/set_up.sh"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    environment = os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # this may itself run under make
        environment.pop(name, None)
    command = ["make", target, f"PYTHON={sys.executable}"]
    answer = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    said = ["Then run the same command again: what was downloaded is kept"]
    if target == "test-torchtext" and sys.version_info >= (3, 13):  # there may be a python3.12 beside this one
        said.append("No Python 3.11 to 3.12 found: install one, or name it: make PYTHON=/path/to/python")
    assert any(words in answer.stderr.splitlines()[-1] for words in said)
