"""``make bench``: how fast, how exact, how light. Prints one report; takes some minutes. PICTURE=1 draws it."""

import os
import platform
import sys
from functools import partial
from importlib.metadata import version

# every large block comes fresh from the system, as in a program that builds its table once; otherwise glibc
# hands some calls the pages that another has just given back, and clone differs tenfold from round to round
FRESH_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(2**17)}
SIZES = {(512, 512): 41, (5000, 512): 21, (65_536, 1024): 5, (1_000_000, 128): 5}  # and how many rounds


def main() -> None:
    import torch

    from tests.benchmarks.forms import FORMS
    from tests.benchmarks.measure import extra_memory, interleaved, into_huge_pages, largest_error
    from tests.benchmarks.picture import benchmark
    from tools.draw_images import FOLDER, save

    for name in FRESH_MEMORY:  # other processes: memory as usual
        os.environ.pop(name, None)
    machine = [platform.system(), platform.machine(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}"]
    packages = [f"{name} {version(name)}" for name in ("pe-lesson", "torch", "numpy", "positional-encodings")]
    print(", ".join(machine + packages))
    for device in ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]:
        seconds = []
        for size, rounds in SIZES.items():
            finished = FORMS["sinusoidal_by_rotation"](*size, device)
            candidates = {"clone": finished.clone} | {
                name: partial(form, *size, device) for name, form in FORMS.items()
            }
            if device == "cpu":  # what huge pages alone gain: NumPy asks for them, torch does not
                candidates["clone into NumPy's memory"] = partial(into_huge_pages, finished)
            seconds.append(interleaved(candidates, rounds, device))
        times = {name: [one[name] / one["clone"] for one in seconds] for name in seconds[0] if name != "clone"}
        errors = {name: [largest_error(name, *size, device) for size in SIZES] for name in FORMS}
        table(f"time to build ÷ time to clone, {device}", SIZES, times, ".2f")
        table(f"largest error, {device}", SIZES, errors, ".1e")
        if device == "cpu" and os.environ.get("PICTURE"):
            save(benchmark(list(SIZES), {name: times[name] for name in FORMS}, errors), FOLDER / "benchmark.png")
    if sys.platform == "linux":
        large = [size for size in SIZES if size[0] > 10_000]
        shares = {name: [100 * extra_memory(name, *size) for size in large] for name in FORMS}
        table("memory while building, beside the table, % of it", large, shares, ".0f")


def table(title: str, sizes, rows: dict[str, list[float]], form: str) -> None:
    print(f"\n{title:<50}" + "".join(f"{f'({length:,}, {width:,})':>18}" for length, width in sizes))
    for name, values in rows.items():
        print(f"{name:<50}" + "".join(f"{value:>18{form}}" for value in values), flush=True)


if __name__ == "__main__":
    if sys.platform == "linux" and not FRESH_MEMORY.keys() & os.environ.keys():  # read when a process starts
        os.execve(sys.executable, sys.orig_argv, os.environ | FRESH_MEMORY)
    main()
