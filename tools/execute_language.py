"""Execute the built lessons of a language, so that their outputs speak it too: for ``make site``.

Numbers must be those of the English lessons. A lesson whose code, package and catalog are as they were is not
executed again: its outputs are kept in build/outputs.
"""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from languages.build import printed
from languages.checks import lost_or_added
from tools import ROOT
from tools.lessons import FOLDER, client, code_cells, normalise, read, tags

STORED_OUTPUTS = ROOT / "build/outputs"


def main(language: str, folder: str) -> None:
    """Give each lesson in the folder the outputs of its language; end with a list of what differs from the English."""
    paths = sorted((Path(folder) / "notebooks").glob("*.ipynb"))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        troubles = [trouble for found in pool.map(execute, paths, [language] * len(paths)) for trouble in found]
    if troubles:
        sys.exit("\n".join(troubles))


def execute(path: Path, language: str) -> list[str]:
    """Fill one lesson's outputs, and say where they differ from the English ones in more than words."""
    notebook = read(path)
    stored = STORED_OUTPUTS / language / f"{path.stem}-{_state(notebook, language)}.json"
    if not stored.exists():
        one_thread = {"OMP_NUM_THREADS": "1"}  # for torch: a lesson runs on each core
        client(notebook).execute(env={**os.environ, **one_thread, "PE_LESSON_LANGUAGE": language})
        outputs = [cell.outputs for cell in code_cells(normalise(notebook))]
        stored.parent.mkdir(parents=True, exist_ok=True)
        stored.write_text(json.dumps(outputs), encoding="utf-8")
    for count, (cell, outputs) in enumerate(zip(code_cells(notebook), json.loads(stored.read_text()), strict=True), 1):
        cell.outputs, cell.execution_count = nbformat.from_dict(outputs), count
    troubles = list(differences(read(FOLDER / path.name), notebook, path))
    nbformat.write(notebook, path)
    return troubles


def _state(notebook: NotebookNode, language: str) -> str:
    """What the outputs follow from."""
    seen = sha256(_package(language))
    for cell in code_cells(notebook):
        seen.update(sha256(cell.source.encode()).digest())
    return seen.hexdigest()[:16]


@cache
def _package(language: str) -> bytes:
    """The package, its catalog and torch, which are the same for each lesson."""
    files = [*ROOT.glob("pe_lesson/**/*.py"), *ROOT.glob("pe_lesson/exercises/*.txt")]
    files.append(ROOT / f"pe_lesson/locale/{language}.po")
    seen = sha256(version("torch").encode())
    for file in sorted(files):
        seen.update(sha256(file.read_bytes()).digest())
    return seen.digest()


def differences(english: NotebookNode, other: NotebookNode, path: Path) -> Iterator[str]:
    """Cells that print another number, another kind of output, or other words without being translated."""
    for cell, twin in zip(code_cells(english), code_cells(other), strict=True):
        if "nbval-ignore-output" in tags(cell):
            continue
        before, after = printed(cell), printed(twin)
        kinds = [[output.output_type for output in each.outputs] for each in (cell, twin)]
        lost = [line for line in lost_or_added(before, after) if line.startswith("number")]
        if kinds[0] != kinds[1] or lost:
            yield f"{path}, {cell.id}: {kinds[1]} for {kinds[0]}, {', '.join(lost)}:\n{before}\n{after}"


if __name__ == "__main__":
    main(*sys.argv[1:])
