"""The learners of one run: each has a name, a password and a home with the lessons; as root, a system user too."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
MARK = "a learner of make test-class, process"  # in the user's comment, so that a killed run's users are found
LESSONS = "positional-encoding"


class UnreadableError(RuntimeError):
    """A system user cannot import what the learners need."""


@dataclass(frozen=True)
class Person:
    name: str
    password: str
    home: Path

    @property
    def lessons(self) -> Path:
        return self.home / LESSONS


@contextmanager
def people(number: int, homes: Path, system_users: bool) -> Iterator[list[Person]]:
    """Make ``number`` learners; remove their processes, users and homes when the block ends, however it ends."""
    tag = secrets.token_hex(2)
    everyone = [
        Person(f"pe-{tag}-{i + 1:02}", secrets.token_hex(8), homes / f"pe-{tag}-{i + 1:02}") for i in range(number)
    ]
    if not system_users:
        for person in everyone:
            _fill(person)
        yield everyone
        return

    _remove_left_over()
    try:
        for person in everyone:
            _create(person)
        _assert_readable(everyone[0])
        yield everyone
    finally:
        for person in everyone:
            _remove(person.name)


def _fill(person: Person) -> None:
    for name in ("notebooks", "images"):
        ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, person.lessons / name, ignore=ignore)
    shutil.copy(ROOT / "README.md", person.lessons)


def _create(person: Person) -> None:
    comment = f"{MARK} {os.getpid()}"
    command = ["useradd", "--create-home", "--home-dir", str(person.home), "--comment", comment, "--shell", "/bin/bash"]
    subprocess.run([*command, "--user-group", person.name], check=True, capture_output=True)
    _fill(person)
    for path in [person.home, *person.home.rglob("*")]:
        shutil.chown(path, person.name, person.name)
    person.home.chmod(0o700)


def _assert_readable(person: Person) -> None:
    imports = [sys.executable, "-c", "import pe_lesson"]
    try:
        subprocess.run(imports, user=person.name, group=person.name, extra_groups=[], cwd="/", env={}, check=True)
    except (PermissionError, subprocess.CalledProcessError):
        raise UnreadableError(
            f"the learners' system users cannot read {ROOT} or {sys.base_prefix}; "
            "clone into a folder that every user may enter, or run this as an ordinary user"
        ) from None


def _remove(name: str) -> None:
    """End what still runs as this user, which this test created, and remove the user with the home."""
    import pwd

    try:
        uid = pwd.getpwnam(name).pw_uid
    except KeyError:
        return
    for process in psutil.process_iter(["uids"]):
        if process.info["uids"] and process.info["uids"].real == uid:
            process.send_signal(signal.SIGKILL)
    for _ in range(60):  # another process may hold the file of users
        done = subprocess.run(["userdel", "--force", "--remove", name], capture_output=True, text=True, check=False)
        if done.returncode in (0, 6, 12):  # removed; not there any more; removed, but its home was gone already
            return
        time.sleep(1)
    print(f"make test-class: could not remove the user {name}: {done.stderr.strip()}", file=sys.stderr)


def _remove_left_over() -> None:
    """Remove the users of a run that was killed before it could."""
    import pwd

    for entry in pwd.getpwall():
        if entry.pw_gecos.startswith(MARK) and not psutil.pid_exists(int(entry.pw_gecos.rsplit(maxsplit=1)[1])):
            _remove(entry.pw_name)
