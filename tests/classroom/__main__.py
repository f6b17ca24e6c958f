"""A class at a real JupyterHub: `make test-class LEARNERS=30`."""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import from_notebook
import hub as hubs
import lesson
import over_http
import private_view
import recovery
from kernel import KernelDiedError
from learner import Learner, LearnerError
from memory import Watch
from people import UnreadableError, people
from report import Report

LESSONS = ("05_vectorized_encoding.ipynb", "09_does_it_matter.ipynb")  # the second one trains
TROUBLE = (LearnerError, KernelDiedError, aiohttp.ClientError, ConnectionError, TimeoutError)


async def everyone(class_: list[Learner], words: str, step: Callable[[Learner], Awaitable[list[str] | None]]) -> float:
    """All learners do the same at once; what goes wrong is written down beside its learner. Returns the seconds."""

    async def one(learner: Learner) -> None:
        try:
            learner.failures += [f"{words}: {line}" for line in await step(learner) or []]
        except TROUBLE as error:
            learner.failures.append(f"{words}: {type(error).__name__} {error}")

    start = time.perf_counter()
    await asyncio.gather(*map(one, class_))
    seconds = time.perf_counter() - start
    print(f"  {words}: {seconds:.0f} s", flush=True)
    return seconds


async def come_in(learner: Learner) -> None:
    await learner.log_in()
    await learner.start_server()


def work_through(name: str) -> Callable[[Learner], Awaitable[list[str]]]:
    async def step(learner: Learner) -> list[str]:
        notebook = await learner.open(name)
        if learner.kernel_id:
            await learner.stop_kernel()
        await learner.start_kernel(name)
        async with learner.channels() as channels:
            wrong = await lesson.run_all(channels, notebook)
            wrong += await lesson.solve(channels, notebook)
        await learner.save(name, notebook)
        return [f"{name}, {line}" for line in wrong]

    return step


async def teach(hub: hubs.Hub, class_: list[Learner], system_users: bool) -> Report:
    report = Report(len(class_))
    report.seconds["log in, start a server, open JupyterLab"] = await everyone(class_, "all come in", come_in)
    with Watch(hub.process, await recovery.pids(hub)) as report.peaks:
        for name in LESSONS:
            words = f"all run {name[:2]} and its first exercise"
            report.seconds[words] = await everyone(class_, words, work_through(name))
    pairs = dict(zip([each.name for each in class_], class_[1:] + class_[:1], strict=True))
    words = "each tries to reach the next one"

    async def reach(learner: Learner) -> list[str]:
        tried, reached = await over_http.reach(learner, pairs[learner.name])
        report.requests += tried
        if system_users:
            more, opened = await from_notebook.reach(learner, pairs[learner.name])
            report.attempts += more
            reached += opened
        return reached

    report.seconds[words] = await everyone(class_, words, reach)
    words = "each kernel is killed"

    async def lose_kernel(learner: Learner) -> list[str]:
        return await recovery.after_kernel_death(learner, LESSONS[-1])

    report.seconds[words] = await everyone(class_, words, lose_kernel)
    words = "all servers are culled and started again"
    await recovery.cull(hub)
    report.seconds[words] = await everyone(class_, words, recovery.after_culling)
    return report


async def run(hub: hubs.Hub, persons: list, system_users: bool) -> int:
    class_ = [Learner(person, hub, Learner.browser()) for person in persons]
    try:
        report = await teach(hub, class_, system_users)
    finally:
        for learner in class_:
            await learner.web.close()
    return report.show(class_, system_users)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=3)
    number = parser.parse_args().learners
    if number < 2:
        parser.error(f"a class has at least two learners, got {number}: one tries to reach the other")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that users and servers are removed then too
    system_users = os.geteuid() == 0
    if system_users:
        private_view.enter()
        private_view.mount()
    with tempfile.TemporaryDirectory(prefix="class-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder, homes = Path(name) / "hub", Path(name) / "homes"
        folder.mkdir(mode=0o700)
        homes.mkdir()
        Path(name).chmod(0o711)
        homes.chmod(0o711)
        try:
            with (
                people(number, homes, system_users) as persons,
                hubs.running(folder, homes, persons, system_users) as hub,
            ):
                print(f"{number} learners at JupyterHub on {hub.url}", flush=True)
                return asyncio.run(run(hub, persons, system_users))
        except UnreadableError as error:
            print(f"make test-class: {error}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
