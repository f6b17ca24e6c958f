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
AGAIN = "make: the set-up did not get through; pip says why, above. Then run the same command again"

pytestmark = [
    pytest.mark.again,
    pytest.mark.skipif(os.name != "posix", reason="the script is a shell's"),
]


def set_up(folder: Path, *wanted: str, newest: int = 99, python: str = sys.executable) -> str:
    """What the script says: the first line if it got through, the last one if not."""
    command = [ROOT / "tests/tools/set_up.sh", folder, str(newest), *wanted]
    answer = subprocess.run(command, env=os.environ | {"PYTHON": python}, capture_output=True, text=True, check=False)
    if answer.returncode:
        return answer.stderr.splitlines()[-1]
    assert (folder / "ready").exists()
    return answer.stdout.partition("\n")[0]


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    folder = tmp_path / ".venv"
    assert set_up(folder, *NOTHING_TO_INSTALL).startswith(f"Setting up {folder}, once")
    (folder / "kept").touch()
    return folder


def test_a_first_set_up_that_fails_is_begun_anew(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    assert set_up(folder, *NOT_TO_BE_HAD) == AGAIN
    assert not (folder / "ready").exists()
    assert set_up(folder, *NOTHING_TO_INSTALL).startswith("Setting up")


def test_a_later_set_up_that_fails_keeps_what_was_whole(ready: Path) -> None:
    before = (ready / "ready").stat().st_mtime_ns
    assert set_up(ready, *NOT_TO_BE_HAD) == AGAIN
    assert (ready / "ready").stat().st_mtime_ns == before  # so that make tries again
    assert set_up(ready, *NOTHING_TO_INSTALL) == ""
    assert (ready / "kept").exists()


@pytest.mark.parametrize("harm", ["cut off while pip was at work", "its Python was removed"])
def test_a_folder_that_cannot_be_trusted_is_made_anew(ready: Path, harm: str) -> None:
    if harm == "its Python was removed":
        (ready / "bin/python").unlink()
        (ready / "bin/python").symlink_to("/nowhere/python3")
    else:
        (ready / "ready").rename(ready / "updating")
    assert set_up(ready, *NOTHING_TO_INSTALL).startswith("Setting up")
    assert not (ready / "kept").exists()


def test_no_python_that_will_do_is_said(tmp_path: Path) -> None:
    said = set_up(tmp_path / ".venv", *NOTHING_TO_INSTALL, newest=10)
    assert said == "make: no Python 3.11 to 3.10 found: install one, or name it: make PYTHON=/path/to/python"


def test_a_second_set_up_at_the_same_time_waits(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    folder.mkdir()
    with subprocess.Popen(["sh", "-c", "sleep 60; : set_up.sh"]) as other:
        (folder / "process").write_text(str(other.pid))
        assert "under way" in set_up(folder, *NOTHING_TO_INSTALL)
        other.terminate()


@pytest.mark.parametrize("target", ["lab", "test-torchtext"])
def test_make_passes_it_on(tmp_path: Path, target: str) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "tests/tools/set_up.sh"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    environment = os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # this may itself run under make
        environment.pop(name, None)
    command = ["make", target, f"PYTHON={sys.executable}"]
    answer = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert "run the same command again" in answer.stderr or "make: no Python 3.11 to 3.12 found" in answer.stderr
