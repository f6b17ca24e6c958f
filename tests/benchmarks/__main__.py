"""``make bench``: how fast, how exact, how light. Prints one report; takes minutes. PICTURE=1 draws it."""

import os
import platform
import sys
from importlib.metadata import version

# every large block comes fresh from the system, as in a program that builds its table once; else glibc
# hands some calls the pages that another has just given back, and clone differs tenfold from round to round
FRESH_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(2**17)}


def main() -> None:
    import forward
    import lesson
    import measure
    import picture
    import table
    import torch
    from forms import FORMS

    for name in FRESH_MEMORY:  # kernels and other children: memory as usual
        os.environ.pop(name, None)

    sizes = list(table.SIZES)
    print("machine:", machine())
    print("load:", " ".join(f"{load:.2f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown")
    for device in ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]:
        seconds = [table.build_times(size, device) for size in sizes]
        times = {name: [one[name] / one["clone"] for one in seconds] for name in seconds[0]}
        errors = {name: [table.largest_error(name, size, device) for size in sizes] for name in FORMS}
        header(f"build, time ÷ clone, {device}", sizes)
        row("clone, milliseconds", [1e3 * one["clone"] for one in seconds], ".3g")
        for name in times:
            if name != "clone":
                row(name, times[name], ".2f")
        header(f"largest error, {device}", sizes)
        for name in errors:
            row(name, errors[name], ".1e")
        if device == "cpu" and os.environ.get("PICTURE"):
            shown = {name: times[name] for name in FORMS}
            image = measure.FOLDER.parents[1] / "images" / "benchmark.png"
            picture.save(picture.benchmark(sizes, shown, errors), image)
        header(f"forward {forward.SHAPE}, {device}", ["ratio"])
        for name, ratio in forward.forward_ratios(device).items():
            row(name, [ratio], ".2f")

    header("memory while building, beyond the table, % of it", table.LARGE)
    for name, shares in table.memory().items():
        row(name, [100 * share for share in shares], ".0f")
    costs = table.growth()
    header("nanoseconds an entry, 512 wide, rows:", table.LENGTHS)
    for name, (by_length, _) in costs.items():
        row(name, by_length, ".2f")
    header("nanoseconds an entry, 5000 rows, wide:", table.WIDTHS)
    for name, (_, by_width) in costs.items():
        row(name, by_width, ".2f")
    row("1000 rows from 1,000,000 ÷ from 0", [table.late_rows()], ".2f")

    header("the lesson", ["value", "at most"])
    row("import pe_lesson ÷ import torch", [lesson.import_ratio(), 1.10], ".2f")
    torch_only, weights = lesson.notebooks()
    header("notebook", ["seconds", "peak ÷ torch's", "KB"])
    for name, (took, peak, size) in weights.items():
        row(name, [took, peak / torch_only, size], ".2f")
    row("all, one after the other", [sum(took for took, _, _ in weights.values())], ".1f")
    row("all, under nbval", [lesson.series_under_nbval()], ".1f")


def header(title: str, columns: list) -> None:
    names = [f"({column[0]:,}, {column[1]:,})" if isinstance(column, tuple) else str(column) for column in columns]
    print(f"\n{title:<50}" + "".join(f"{name:>18}" for name in names), flush=True)


def row(name: str, values: list[float], form: str) -> None:
    print(f"{name:<50}" + "".join(f"{value:>18{form}}" for value in values), flush=True)


def machine() -> str:
    parts = [platform.system(), platform.machine(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}"]
    return ", ".join([*parts, *(f"{name} {version(name)}" for name in ("torch", "numpy", "positional-encodings"))])


if __name__ == "__main__":
    if sys.platform == "linux" and not FRESH_MEMORY.keys() & os.environ.keys():  # read when a process starts
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | FRESH_MEMORY)
    main()
