"""What the run found, as the table that the teacher's page quotes."""

import platform
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import median

import psutil
from learner import Learner
from memory import MIB, Peaks


@dataclass
class Report:
    learners: int
    seconds: dict[str, float] = field(default_factory=dict)
    peaks: Peaks = field(default_factory=Peaks)
    requests: int = 0  # over HTTP, with somebody else's or no credentials
    attempts: int = 0  # from a kernel, at another learner's files, processes and sockets

    def show(self, class_: list[Learner], system_users: bool) -> int:
        """Print the table; 0 if nothing failed."""
        failures = [f"{learner.name}: {line}" for learner in class_ for line in learner.failures]
        server, kernel = (_middle(peaks) for peaks in (self.peaks.servers, self.peaks.kernels))
        shares = f"{server + kernel:.0f} MiB: server {server:.0f}, kernel {kernel:.0f}"
        rows = {
            "learners": f"{self.learners}",
            "failures": f"{len(failures)}",
            **{f"seconds: {words}": f"{seconds:.0f}" for words, seconds in self.seconds.items()},
            "memory of one learner (median of the peaks)": shares,
            "memory of all, shared pages counted once (peak)": f"{self.peaks.everything / 2**30:.1f} GiB",
            "requests for another learner's things, all refused": f"{self.requests}" if not failures else "see below",
        }
        if system_users:
            rows["attempts from a kernel, all refused"] = f"{self.attempts}" if not failures else "see below"
        width = max(map(len, rows))
        print(f"\n| {'':{width}} | {_machine()} |\n|{'-' * (width + 2)}|---|")
        for words, value in rows.items():
            print(f"| {words:{width}} | {value} |")
        if not system_users:
            print(
                "\nTested over HTTP only: all servers ran as one system user, and so every kernel can read every home."
            )
            print("Run it as root on Linux, and each learner gets a system user of its own.")
        for line in failures[:40]:
            print(f"FAILED {line}")
        return 1 if failures else 0


def _middle(peaks: dict[str, int]) -> float:
    return median(peaks.values()) / MIB if peaks else float("nan")


def _machine() -> str:
    memory = psutil.virtual_memory().total / 2**30
    names = ", ".join(f"{name} {version(name)}" for name in ("jupyterhub", "jupyterlab", "ipykernel", "torch"))
    return f"{psutil.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}, {names}"
