"""What the class takes of the machine's memory while it works, looked at once a second."""

import threading
from dataclasses import dataclass, field

import psutil

MIB = 2**20


@dataclass
class Peaks:
    """The largest values seen, in bytes; ``everything`` counts shared pages once, each of the others in full."""

    everything: int = 0
    servers: dict[str, int] = field(default_factory=dict)
    kernels: dict[str, int] = field(default_factory=dict)


class Watch:
    """Use as ``with Watch(process, pids) as peaks``; ``pids`` says which server process belongs to which learner."""

    def __init__(self, top: psutil.Process, pids: dict[str, int]) -> None:
        self._top = top
        self._names = {pid: name for name, pid in pids.items()}
        self._peaks = Peaks()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Peaks:
        self._thread.start()
        return self._peaks

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(1):
            self._look()

    def _look(self) -> None:
        total = 0
        kernels: dict[str, int] = {}
        for process in [self._top, *self._top.children(recursive=True)]:
            try:
                total += _proportional(process)
                resident = process.memory_info().rss
                if name := self._names.get(process.pid):
                    self._peaks.servers[name] = max(self._peaks.servers.get(name, 0), resident)
                elif name := self._names.get(process.ppid()):
                    kernels[name] = kernels.get(name, 0) + resident
            except psutil.NoSuchProcess:
                continue
        for name, resident in kernels.items():
            self._peaks.kernels[name] = max(self._peaks.kernels.get(name, 0), resident)
        self._peaks.everything = max(self._peaks.everything, total)


def _proportional(process: psutil.Process) -> int:
    """A page that ten processes share counts a tenth in each (Linux); elsewhere what is the process's own."""
    full = process.memory_full_info()
    return getattr(full, "pss", full.uss)
