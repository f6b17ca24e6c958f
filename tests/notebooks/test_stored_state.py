"""Every check of stored_state.py on every notebook, and each check proven by a notebook broken on purpose."""

from copy import deepcopy

import nbformat
import pytest

from tests.support import stored_state as stored
from tests.support.notebooks import EACH_LESSON
from tools import lessons

MODEL = lessons.FOLDER / "05_vectorized_encoding.ipynb"


@pytest.mark.parametrize("check", stored.CHECKS, ids=lambda check: check.__name__)
@EACH_LESSON
def test_notebook(path, check):
    found = check(lessons.read(path), path)
    assert not found, "\n".join(found)


def code(notebook, *, calling=""):
    return next(c for c in lessons.code_cells(notebook)[2:] if c.outputs and calling in c.source)


def prose(notebook, having=""):
    return next(c for c in notebook.cells if c.cell_type == "markdown" and having in c.source)


def replace(old, new, count=1):
    def mutate(notebook):
        cell = prose(notebook, old)
        cell.source = cell.source.replace(old, new, count)

    return mutate


def show(kind, **fields):
    def mutate(notebook):
        code(notebook).outputs = [nbformat.v4.new_output(kind, **fields)]

    return mutate


def print_instead(text):
    return show("stream", text=text)


def add(*cells):
    return lambda notebook: notebook.cells.extend(deepcopy(cells))


def spread(text, cells, *, before=None, kind="markdown"):
    """Many cells, each of which is allowed: at the end, or before a heading."""

    def mutate(notebook):
        new = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
        at = notebook.cells.index(prose(notebook, before)) if before else len(notebook.cells)
        notebook.cells[at:at] = [new(text.strip(), id=f"more-{i}") for i in range(cells)]

    return mutate


def append_code(source, **fields):
    cell = nbformat.v4.new_code_cell(source, id="abcdef12", **fields)
    return add(cell)


def out_of_order(notebook):
    first, second = lessons.code_cells(notebook)[:2]
    first.execution_count, second.execution_count = 2, 1


def tag(name):
    def mutate(notebook):
        cell = code(notebook)
        cell.metadata.tags = [*lessons.tags(cell), name]

    return mutate


def show_a_predicted_output(notebook):
    next(cell for cell in lessons.code_cells(notebook) if "hide-output" in lessons.tags(cell)).metadata = {}


def ignore_all(notebook):
    for cell in lessons.code_cells(notebook)[2:]:
        cell.metadata.tags = ["nbval-ignore-output"]


def timing_metadata(notebook):
    code(notebook).metadata.execution = {"iopub.execute_input": "2026-01-01"}


def swap_first_cells(notebook):
    first, second = (i for i, c in enumerate(notebook.cells) if c.cell_type == "code" and c.execution_count in (1, 2))
    notebook.cells[first], notebook.cells[second] = notebook.cells[second], notebook.cells[first]


MUTANTS = [
    (stored.in_order, out_of_order),
    (stored.nothing_on_stderr, show("stream", name="stderr", text="warning")),
    (stored.errors_are_announced, show("error", ename="E", evalue="e", traceback=[])),
    (stored.errors_are_announced, tag("raises-exception")),
    (stored.normalised, show("display_data", data={lessons.WIDGET: {"model_id": "1"}})),
    (stored.known_tags, tag("nbval-skip")),
    (stored.few_ignored, ignore_all),
    (stored.nothing_local, print_instead("/home/someone/notebook")),
    (stored.nothing_local, print_instead("C:\\Users\\someone")),
    (stored.nothing_local, print_instead("<function f at 0x7f00aa11bb22>")),
    (stored.nothing_local, print_instead("12.3 ms per loop")),
    (stored.nothing_local, print_instead("torch 2.13.0+cpu")),
    (stored.normalised, timing_metadata),
    (stored.figures_are_stored, print_instead("<Figure size 1x1>")),
    (stored.figures_are_stored, append_code("plots.heat_map(table)")),
    (stored.links_live, replace("hadamard.png", "gone.png")),
    (stored.links_live, replace("](06_encoding_module.ipynb)", "](06_gone.ipynb)")),
    (stored.links_live, replace("README.md#The-lessons", "README.md#The-lesson")),
    (stored.links_live, add(nbformat.v4.new_markdown_cell("[up](#no-such-section)"))),
    (stored.pictures_have_alt_text, add(nbformat.v4.new_markdown_cell("![](../images/hadamard.png)"))),
    (stored.pictures_have_alt_text, add(nbformat.v4.new_markdown_cell('<img src="../images/hadamard.png">'))),
    (stored.short_cells, append_code("\n".join(["x"] * 21))),
    (stored.short_cells, append_code("x" * 80)),
    (stored.short_cells, spread("1\n2\n3\n4\n5\n6", 99, kind="code")),
    (stored.budget, replace("You need", "You need " + "word " * 151)),
    (stored.budget, spread("word " * 149, 10, before="## Exercises")),
    (stored.budget, spread("word " * 149, 4)),
    (stored.budget, spread("**Predict, then run.**", 40, before="## Exercises")),
    (stored.budget, spread("x = 1\n" * 20, 20, before="## Exercises", kind="code")),
    (stored.budget, replace(" to read;", "0 to read;")),
    (stored.predictions_are_folded, tag("hide-output")),
    (stored.predictions_are_folded, show_a_predicted_output),
    (stored.no_semicolons, append_code("x;")),
    (stored.no_empty_cells, add(nbformat.v4.new_markdown_cell(""))),
    (stored.anatomy, replace("# 05 · ", "# 5. ")),
    (stored.anatomy, replace("**You need**", "You need")),
    (stored.anatomy, replace("minutes to read", "min")),
    (stored.anatomy, replace("](04_loop_encoding.ipynb)", "](03_embedding.ipynb)")),
    (stored.anatomy, replace("README.md#The-lessons", "README.md")),
    (stored.anatomy, replace("](glossary.md)", "](../README.md)")),
    (stored.anatomy, replace("](#Exercises)", "](glossary.md)")),
    (stored.anatomy, replace("<details><summary>Answer</summary>", "")),
    (stored.anatomy, replace("## What you now know", "## Recap")),
    (stored.anatomy, replace("## What you now know\n", "## What you now know\n\n- 1\n- 2\n- 3\n")),
    (stored.anatomy, swap_first_cells),
    (stored.anatomy, add(nbformat.v4.new_markdown_cell("## One more"))),
    (stored.anatomy, replace("## Exercises", "## Tasks")),
    (stored.anatomy, replace("## What you now know", "## The last lesson\n\n## What you now know")),
    (stored.names_bound_once, append_code("pe = 1")),
    (stored.names_bound_once, append_code("for phases in range(3):\n    phases")),
    (stored.names_bound_once, append_code("def vectorized_encoding():\n    pass")),
    (stored.names_bound_once, append_code("import numpy as torch")),
    (stored.names_bound_once, append_code("list = [1]")),
]


@pytest.mark.parametrize(("check", "mutate"), MUTANTS, ids=[f"{c.__name__}-{i}" for i, (c, _) in enumerate(MUTANTS)])
def test_check_catches_a_broken_notebook(check, mutate):
    broken = lessons.read(MODEL)
    mutate(broken)
    assert check(broken, MODEL)


def test_check_catches_a_heavy_notebook(tmp_path):
    heavy = tmp_path / "05_heavy.ipynb"
    heavy.write_bytes(b" " * 400_001)
    assert stored.small_file(lessons.read(MODEL), heavy)


def test_every_check_has_a_mutant():
    assert {check for check, _ in MUTANTS} | {stored.small_file} == set(stored.CHECKS)
