"""How time and memory are taken: all candidates in turn, in one run; memory in a process of its own."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import torch

FOLDER = Path(__file__).resolve().parent
MEBI = 2**20


def interleaved(candidates: dict[str, Callable[[], object]], rounds: int, device: str = "cpu") -> dict[str, float]:
    """Least seconds of each candidate, so that other programs count little; every round runs all, in another order."""
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    order, shuffle = list(candidates), random.Random(0).shuffle
    for call in candidates.values():
        call()  # once unmeasured
    for _ in range(rounds):
        shuffle(order)
        for name in order:
            _wait(device)
            begin = perf_counter()
            result = candidates[name]()
            _wait(device)
            seconds[name].append(perf_counter() - begin)
            del result
    return {name: min(values) for name, values in seconds.items()}


def _wait(device: str) -> None:
    if device == "cuda":
        torch.cuda.synchronize()


def fresh(code: str) -> str:
    """What ``code`` prints in a new Python that can import these modules."""
    ended = subprocess.run([sys.executable, "-c", code], cwd=FOLDER, capture_output=True, text=True, check=True)
    return ended.stdout.strip()


def peak_memory() -> int:
    """Bytes that this process has held at most."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    except OSError:  # no Linux; Windows has neither
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def extra_memory(form: str, length: int, width: int) -> float:
    """Memory that building takes beside the table, as a share of the table; runs in a fresh process."""
    code = f"""
from forms import FORMS
from measure import peak_memory
build = FORMS[{form!r}]
build(64, 64, "cpu")
before = peak_memory()
table = build({length}, {width}, "cpu")
print((peak_memory() - before) / (4 * table.numel()) - 1)
"""
    return float(fresh(code))
