"""What the lesson itself weighs: its import, its kernels' memory, its seconds, its files."""

import subprocess
import sys
from statistics import median
from time import perf_counter

import nbformat
from measure import FOLDER, MEBI, fresh

sys.path.append(str(FOLDER.parent))  # the tests': how they find and run the notebooks
from helpers import lessons

PEAK = f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import measure; measure.peak_memory()"


def import_ratio(rounds: int = 5) -> float:
    """Seconds of ``import pe_lesson`` in a fresh Python ÷ seconds of ``import torch``."""
    code = "from time import perf_counter as now; begin = now(); import {}; print(now() - begin)"
    seconds = {name: [] for name in ("torch", "pe_lesson")}
    for _ in range(rounds):
        for name, values in seconds.items():
            values.append(float(fresh(code.format(name))))
    return median(seconds["pe_lesson"]) / median(seconds["torch"])


def run_all(notebook: nbformat.NotebookNode) -> tuple[float, float]:
    """Seconds from Run All to done, kernel start included, and MiB that the kernel held at most."""
    notebook.cells.append(nbformat.v4.new_code_cell(PEAK))
    begin = perf_counter()
    lessons.client(notebook).execute()
    return perf_counter() - begin, int(notebook.cells[-1].outputs[-1].data["text/plain"]) / MEBI


def notebooks() -> tuple[float, dict[str, tuple[float, float, float]]]:
    """MiB of a kernel that only imports torch; for each notebook seconds, MiB of its kernel, KB of its file."""
    bare = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import torch")])
    _, torch_only = run_all(bare)
    weights = {}
    for path in lessons.PATHS:
        seconds, peak = run_all(lessons.read(path))
        weights[path.stem] = (seconds, peak, path.stat().st_size / 1000)
    return torch_only, weights


def series_under_nbval() -> float:
    """Seconds of all notebooks under strict nbval, a worker a core, as in ``make test``."""
    begin = perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--maxprocesses=4", "notebooks"]
    ended = subprocess.run(command, cwd=lessons.ROOT, capture_output=True, text=True, check=False)
    if ended.returncode:
        print("nbval:", ended.stdout.strip().splitlines()[-1])
    return perf_counter() - begin
