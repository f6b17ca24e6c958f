"""How time, error and memory are taken: all candidates in turn, in one run; memory in a process of its own."""

import random
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

import mpmath
import numpy as np
import torch

from tests.benchmarks.forms import FORMS
from tools import ROOT


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


def into_huge_pages(table: torch.Tensor) -> torch.Tensor:
    """A copy in memory that NumPy allocates, as ours is: what that alone gains."""
    return torch.from_numpy(np.empty(table.shape, dtype=np.float32)).copy_(table)


def largest_error(form: str, length: int, width: int, device: str) -> float:
    """Largest difference from the formula to forty digits, over sampled positions and all columns."""
    drawn = torch.randint(length, (12,), generator=torch.Generator().manual_seed(0)).tolist()
    positions = sorted({0, 1, length // 2, length - 2, length - 1, *drawn})
    rows = FORMS[form](length, width, device)[positions].cpu().double()
    with mpmath.workdps(40):
        omega = [mpmath.mpf(10_000) ** -(mpmath.mpf(two_i) / width) for two_i in range(0, width, 2)]
        exact = [[float(f(k * w)) for w in omega for f in (mpmath.sin, mpmath.cos)] for k in positions]
    return (rows - torch.tensor(exact, dtype=torch.float64)).abs().max().item()


def extra_memory(form: str, length: int, width: int) -> float:
    """Memory that building takes beside the table, as a share of the table; in a fresh process, on Linux."""
    code = f"""
from tests.benchmarks.forms import FORMS
def memory_held():
    return 1024 * next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
build = FORMS[{form!r}]
build(64, 64, "cpu")
before = memory_held()
table = build({length}, {width}, "cpu")
print((memory_held() - before) / (4 * table.numel()) - 1)
"""
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(ended.stdout)
