"""A class at a real JupyterHub: `make test-class LEARNERS=30`. Prints seconds and failures."""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.classroom.hub import homes_of, running
from tests.classroom.learner import Learner

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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=3)
    number = parser.parse_args().learners
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that servers are ended then too
    with tempfile.TemporaryDirectory(prefix="class-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        names = homes_of(number, folder / "homes")
        with running(folder, names) as hub:
            learners = [Learner(name, hub) for name in names]
            print(f"| learners | {number} |\n|---|---|", flush=True)
            everyone(learners, "log in, start a server, open JupyterLab", Learner.come_in)
            for lesson in LESSONS:
                words = f"run {lesson[:2]}, solve its first exercise, save"
                everyone(learners, words, lambda one: one.work_through(lesson))  # noqa: B023
    failures = [f"{learner.name}: {line}" for learner in learners for line in learner.failures]
    print(f"| failures | {len(failures)} |", *(f"FAILED {line}" for line in failures[:40]), sep="\n")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
