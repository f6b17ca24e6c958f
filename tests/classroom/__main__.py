"""A class at a real JupyterHub: `make test-class LEARNERS=30`. Prints seconds, memory and failures."""

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
from hub import let_everyone_reach_python, people, running
from learner import Learner, text

LESSONS = ("05_vectorized_encoding.ipynb", "09_does_it_matter.ipynb")  # the second one trains


def everyone(learners: list[Learner], words: str, step: Callable[[Learner], object]) -> None:
    """All learners do the same at once; what goes wrong is written down beside its learner."""

    def one(learner: Learner) -> None:
        try:
            step(learner)
        except Exception as error:
            learner.failures.append(f"{words}: {type(error).__name__} {error}")

    start = time.perf_counter()
    with ThreadPoolExecutor(len(learners)) as pool:
        list(pool.map(one, learners))
    print(f"| seconds: {words} | {time.perf_counter() - start:.0f} |", flush=True)


def reach(learner: Learner, other: Learner, system_users: bool) -> None:
    """Open the own server and folder, which must work, then the other's, which must be refused."""
    probe = {"type": "file", "format": "text", "content": "from a neighbour"}
    for owner in (learner, other):
        server = f"/user/{owner.name}"
        for method, path, body in (
            ("GET", f"{server}/lab", None),
            ("GET", f"{server}/api/contents/notebooks/{LESSONS[0]}", None),
            ("PUT", f"{server}/api/contents/probe.txt", probe),
            ("GET", f"{server}/api/kernels/{owner.kernel}", None),
            ("GET", f"/hub/api/users/{owner.name}", None),
        ):
            answer = learner.send(method, path, json=body)
            if not (answer.ok if owner is learner else answer.status_code in (401, 403, 404)):
                learner.failures.append(f"{method} {path} answered {answer.status_code}")
        if system_users:
            said = text(learner.run(f"print(len(open({str(owner.home / 'notebooks' / LESSONS[0])!r}).read()))"))
            if not (said.strip().isdecimal() if owner is learner else said.startswith("PermissionError")):
                learner.failures.append(f"a kernel that opens a notebook of {owner.name} says {said!r}")


class Memory:
    """The most that a process and its children have held at once, looked at every second."""

    def __init__(self, process: psutil.Process) -> None:
        self.process, self.start, self.most = process, 0, 0
        self.start = self._held()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while self.process.is_running():
            self.most = max(self.most, self._held())
            time.sleep(1)

    def _held(self) -> int:
        total = 0
        for process in [self.process, *self.process.children(recursive=True)]:
            try:
                held = process.memory_full_info()
            except psutil.NoSuchProcess:
                continue
            total += getattr(held, "pss", held.uss)  # pss (Linux) counts a page that ten share a tenth in each
        return total


def teach(learners: list[Learner], process: psutil.Process, system_users: bool) -> int:
    memory = Memory(process)
    everyone(learners, "log in, start a server, open JupyterLab", Learner.come_in)
    for lesson in LESSONS:
        everyone(learners, f"run {lesson[:2]}, solve its first exercise, save", lambda one: one.work_through(lesson))  # noqa: B023
    next_one = dict(zip(learners, learners[1:] + learners[:1], strict=True))
    everyone(
        learners, "try to open the next one's server and folder", lambda one: reach(one, next_one[one], system_users)
    )
    everyone(learners, "stop the server, start it again, find what was saved", Learner.find_again)
    failures = [f"{learner.name}: {line}" for learner in learners for line in learner.failures]
    print(f"| memory of all at the most | {memory.most / 2**30:.1f} GiB |")
    print(f"| of it, per learner | {(memory.most - memory.start) / len(learners) / 2**20:.0f} MiB |")
    print(f"| failures | {len(failures)} |")
    if not system_users:
        print("Tested over HTTP only: every kernel ran as one user. As root on Linux each learner is a system user.")
    print(*(f"FAILED {line}" for line in failures[:40]), sep="\n")
    return int(bool(failures))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=3)
    number = parser.parse_args().learners
    if number < 2:
        parser.error("a class has at least two learners: one tries to open the other's server")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that users and servers are removed then too
    system_users = os.geteuid() == 0
    if system_users:
        let_everyone_reach_python()
    with tempfile.TemporaryDirectory(prefix="class-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder, homes = Path(name, "hub"), Path(name, "homes")
        folder.mkdir(mode=0o700)
        homes.mkdir()
        Path(name).chmod(0o711)
        with (
            people(number, homes, system_users) as names,
            running(folder, homes, names, system_users) as (hub, process),
        ):
            print(f"| learners | {number} |\n|---|---|", flush=True)
            return teach([Learner(name, homes / name, hub) for name in names], process, system_users)


if __name__ == "__main__":
    sys.exit(main())
