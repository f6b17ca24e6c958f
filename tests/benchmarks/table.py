"""The table: seconds of building it, its error, the memory beside it, and how its cost grows."""

from collections.abc import Callable
from functools import cache, partial

import mpmath
import numpy as np
import torch
from forms import FORMS, OURS
from measure import extra_memory, interleaved
from torch import Tensor

import pe_lesson

SIZES = {(512, 512): 41, (5000, 512): 21, (65_536, 1024): 5, (1_000_000, 128): 5}  # and how many rounds
LARGE = [(65_536, 1024), (1_000_000, 128)]
LENGTHS = [1000, 4000, 16_000, 64_000]
WIDTHS = [64, 256, 1024, 4096]


def into_huge_pages(table: Tensor) -> Tensor:
    """A copy in memory that NumPy allocates, as ours is: what that alone gains."""
    return torch.from_numpy(np.empty(table.shape, dtype=np.float32)).copy_(table)


def build_times(size: tuple[int, int], device: str) -> dict[str, float]:
    """Seconds of each form, of cloning the finished table, and of cloning it into NumPy's memory."""
    finished = FORMS["sinusoidal_by_rotation"](*size, device)
    candidates: dict[str, Callable[[], object]] = {"clone": finished.clone}
    if device == "cpu":
        candidates["clone, memory from NumPy"] = partial(into_huge_pages, finished)
    candidates |= {name: partial(build, *size, device) for name, build in FORMS.items()}
    return interleaved(candidates, SIZES[size], device)


@cache
def exact_row(k: int, width: int) -> tuple[float, ...]:
    """Row k straight from the formula, to forty digits, then rounded to float64."""
    with mpmath.workdps(40):
        angles = [k / mpmath.mpf(10_000) ** (mpmath.mpf(two_i) / width) for two_i in range(0, width, 2)]
        return tuple(float(entry) for angle in angles for entry in (mpmath.sin(angle), mpmath.cos(angle)))


def largest_error(name: str, size: tuple[int, int], device: str) -> float:
    """Largest difference from the exact entries, over sampled positions and all columns."""
    length, width = size
    drawn = torch.randint(length, (12,), generator=torch.Generator().manual_seed(0)).tolist()
    positions = sorted({0, 1, length // 2, length - 2, length - 1, *drawn})
    rows = FORMS[name](length, width, device)[positions].cpu().double()
    exact = torch.tensor([exact_row(k, width) for k in positions], dtype=torch.float64)
    return (rows - exact).abs().max().item()


def memory() -> dict[str, list[float]]:
    return {name: [extra_memory(name, *size) for size in LARGE] for name in FORMS}


def growth() -> dict[str, tuple[list[float], list[float]]]:
    """Nanoseconds an entry as the length grows (512 wide) and as the width grows (5000 long)."""
    chosen = [*OURS, "usual form, exp(log)"]
    sizes = [(length, 512) for length in LENGTHS] + [(5000, width) for width in WIDTHS]
    costs: dict[str, list[float]] = {name: [] for name in chosen}
    for size in sizes:
        seconds = interleaved({name: partial(FORMS[name], *size, "cpu") for name in chosen}, 5)
        for name in chosen:
            costs[name].append(1e9 * seconds[name] / (size[0] * size[1]))
    return {name: (values[: len(LENGTHS)], values[len(LENGTHS) :]) for name, values in costs.items()}


def late_rows() -> float:
    """Seconds of 1000 rows from position 1,000,000, as a ratio to those from 0."""
    build = partial(pe_lesson.sinusoidal_by_rotation, 1000, 512)
    seconds = interleaved({"early": build, "late": partial(build, start=1_000_000)}, 15)
    return seconds["late"] / seconds["early"]
