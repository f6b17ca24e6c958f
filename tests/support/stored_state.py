"""What a stored notebook must be, beyond what nbval compares: each check returns the problems it finds."""

import ast
import builtins
import re
from copy import deepcopy
from pathlib import Path
from statistics import median
from urllib.parse import unquote

from nbformat import NotebookNode

from languages.build import slugs
from tools import lessons
from tools.reading import BUDGETS, LONGEST_CELL, LONGEST_READING, MINUTES, PARTS, reading

# what each title cell links beside the contents
HEAD = {"glossary": "glossary.md", "questions": "questions.md", "exercises": "#Exercises"}
IGNORED = {"00": 1, "02": 1, "05": 1, "06": 1, "07": 3, "11": 1, "12": 1}  # unstable outputs, at most
TAGS = {"parameters", "nbval-ignore-output", "raises-exception", "hide-output"}
PREDICT = "**Predict, then run.**"
LOCAL = re.compile(r"/(home|root|Users|tmp|work|opt|private|var)/\w|[A-Za-z]:\\\\?Users|site-packages|0x[0-9a-f]{6,}")
TIMING = re.compile(r"\b\d+(\.\d+)?\s?(ms|µs|us|ns|sec|seconds|it/s)\b|per loop|Wall time")
VERSION = re.compile(r"\b\d+\.\d+\.\d+(\+\w+)?\b")


def in_order(notebook, _path):
    counts = [cell.execution_count for cell in lessons.code_cells(notebook)]
    return [] if counts == list(range(1, len(counts) + 1)) else [f"execution counts are {counts}; run `make notebooks`"]


def nothing_on_stderr(notebook, _path):
    return [f"stderr: {o.text[:80]}" for _, o in _outputs(notebook) if o.get("name") == "stderr"]


def errors_are_announced(notebook, _path):
    found = []
    for cell in lessons.code_cells(notebook):
        stored = any(output.output_type == "error" for output in cell.outputs)
        if stored != ("raises-exception" in lessons.tags(cell)):
            found.append(f"error stored: {stored}, tag raises-exception: {not stored}: {cell.source[:60]!r}")
    return found


def known_tags(notebook, _path):
    found = {tag for cell in notebook.cells for tag in lessons.tags(cell)} - TAGS
    return [f"unknown tag {tag}" for tag in sorted(found)]


def few_ignored(notebook, path):
    count = sum("nbval-ignore-output" in lessons.tags(cell) for cell in notebook.cells)
    limit = IGNORED.get(path.name[:2], 0)
    return [] if count <= limit else [f"{count} cells ignore their output, the limit is {limit}"]


def nothing_local(notebook, _path):
    """No path, address, timing or version in what is stored, nor a path in what is written."""
    texts = [cell.source for cell in notebook.cells]
    found = [f"local path: {m[0]!r}" for text in texts if (m := LOCAL.search(text))]
    for cell, output in _outputs(notebook):
        patterns = (LOCAL,) if "nbval-ignore-output" in lessons.tags(cell) else (LOCAL, TIMING, VERSION)
        found += [f"in an output: {m[0]!r}" for p in patterns for t in _texts(output) if (m := p.search(t))]
    return found


def normalised(notebook, _path):
    same = lessons.normalise(deepcopy(notebook)) == notebook
    return [] if same and notebook.nbformat_minor == 5 else ["metadata is not normalised; run `make notebooks`"]


def figures_are_stored(notebook, _path):
    """A cell that calls a plot stores its picture; one that shows a figure's text stores the figure."""
    found = []
    for cell in lessons.code_cells(notebook):
        draws = cell.source.splitlines()[-1].startswith("plots.") and "nbval-ignore-output" not in lessons.tags(cell)
        says = any("<Figure" in text for output in cell.outputs for text in _texts(output))
        has = any("image/png" in output.get("data", {}) for output in cell.outputs)
        if (draws or says) and not has:
            found.append(f"no stored figure: {cell.source[:60]!r}")
    return found


def links_live(notebook, path):
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", lessons.prose(notebook)):
        target = unquote(target[0] or target[1])
        if re.match(r"https?://", target):
            continue
        name, _, section = target.partition("#")
        file = path.parent / name if name else path
        if not file.exists():
            found.append(f"dead link {target}")
        elif section and section not in sections(file):
            found.append(f"no section {target}")
    return found


def pictures_have_alt_text(notebook, _path):
    prose = lessons.prose(notebook)
    found = [f"alt text too short: {alt!r}" for alt in re.findall(r"!\[(.*?)\]\(", prose) if len(alt) < 20]
    return found + [f"no alt text: {tag}" for tag in re.findall(r"<img[^>]*>", prose) if 'alt="' not in tag]


def short_cells(notebook, _path):
    code = lessons.code_cells(notebook)
    lengths = [len(cell.source.splitlines()) for cell in code]
    limits = {
        f"median code cell of {median(lengths)} lines, at most 5 are wanted": median(lengths) > 5,
        f"a code cell of {max(lengths)} lines, at most 20 are wanted": max(lengths) > 20,
    }
    wide = [line for cell in code for line in cell.source.splitlines() if len(line) > 79]
    return [text for text, broken in limits.items() if broken] + [f"wider than 79: {line}" for line in wide]


def budget(notebook, path):
    """Words of the core and of Further, and the minutes, as its head says them."""
    found = reading(notebook)
    if path.name[:2] not in BUDGETS:
        return ["no budget of words: give the lesson a line in BUDGETS, tools/reading.py"]
    core, further = BUDGETS[path.name[:2]]
    limits = {
        f"the core has {found.words['core']} words, {core} are its budget": found.words["core"] > core,
        f"Further has {found.words['further']} words, {further} are its budget": found.words["further"] > further,
        f"a text cell of {found.longest_cell} words, at most {LONGEST_CELL}": found.longest_cell > LONGEST_CELL,
        f"the core takes {found.minutes:.1f} minutes, at most {LONGEST_READING}": found.minutes > LONGEST_READING,
        f"the head should say '{found.head}'; run `make notebooks`": found.head not in notebook.cells[0].source,
    }
    return [text for text, broken in limits.items() if broken]


def predictions_are_folded(notebook, _path):
    """The cell that answers a prediction, the first one below it with an output, hides it; no other cell does."""
    found, asked = [], False
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            asked = asked or PREDICT in cell.source
            continue
        answers = asked and bool(cell.outputs)
        if answers != ("hide-output" in lessons.tags(cell)):
            found.append(f"answers a prediction: {answers}, tag hide-output: {not answers}: {cell.source[:60]!r}")
        asked = asked and not answers
    return found


def no_semicolons(notebook, _path):
    return [f"ends in ;: {c.source[-40:]!r}" for c in lessons.code_cells(notebook) if c.source.rstrip().endswith(";")]


def no_empty_cells(notebook, _path):
    return [f"cell {i} is empty" for i, cell in enumerate(notebook.cells) if not cell.source.strip()]


def small_file(_notebook, path):
    size = path.stat().st_size if path.exists() else 0
    return [] if size <= 400_000 else [f"{size} bytes; 400,000 is the limit"]


def anatomy(notebook, path):
    """Title, lists, minutes, links; imports first, then parameters; predictions; a short recap."""
    lesson, code, prose = path.name[:2], lessons.code_cells(notebook), lessons.prose(notebook)
    title = notebook.cells[0].source
    parameters = [i for i, cell in enumerate(code) if "parameters" in lessons.tags(cell)]
    answers = re.findall(r"\*\*Predict, then run\.\*\*.*?<details><summary>Answer</summary>\s*\S", prose, re.DOTALL)
    recap = re.search(r"^## What you now know\n((?:(?!^#).*\n?)*)", prose, re.MULTILINE)
    headings = re.findall(r"^## (.+)$", prose, re.MULTILINE)
    parts = [heading for heading in headings if heading in PARTS]
    wanted = {
        "title": title.startswith(f"# {lesson} · "),
        "lists": all(f"**You {word}" in title for word in ("will build", "will learn", "need")),
        "minutes": MINUTES.search(title),
        "imports first": all(map(_is_import, ast.parse(code[0].source).body)),
        "parameters second": parameters == [1],
        "three predictions with folded answers": len(answers) >= 3 and len(answers) == prose.count("**Predict"),
        "recap of at most five lines": recap and 1 <= len(re.findall(r"^- ", recap[1], re.MULTILINE)) <= 5,
        "exercises, then what you now know, then Further or nothing": parts in (list(PARTS), list(PARTS)[:2]),
        "no section after the last of these": headings[-1:] == parts[-1:],
    }
    paths = [p.name for p in lessons.PATHS]
    here = paths.index(path.name) if path.name in paths else 0
    for neighbour in paths[max(here - 1, 0) : here] + paths[here + 1 : here + 2]:
        wanted[f"a link to {neighbour} in the title cell"] = f"]({neighbour})" in title
    if path.name in paths[:-1]:
        wanted["no word of a last lesson, which it is not"] = "last lesson" not in prose
    for what, target in {"contents": "../README.md#The-lessons", **HEAD}.items():
        wanted[f"a link to the {what} in the title cell"] = f"]({target})" in title
    return [f"missing: {what}" for what, there in wanted.items() if not there]


def names_bound_once(notebook, _path):
    """No cell rebinds a name of another cell, or a builtin: else a cell that runs again may give another output."""
    owner: dict[str, int] = {}
    found = []
    for i, cell in enumerate(lessons.code_cells(notebook)):
        for name in _bound(ast.parse(cell.source)):
            if name in owner and owner[name] != i:
                found.append(f"{name!r} is bound in code cells {owner[name] + 1} and {i + 1}")
            if name != "_" and hasattr(builtins, name):  # gettext, once loaded, puts a _ there
                found.append(f"{name!r} hides a builtin")
            owner.setdefault(name, i)
    return found


CHECKS = [
    in_order,
    nothing_on_stderr,
    errors_are_announced,
    known_tags,
    few_ignored,
    nothing_local,
    normalised,
    figures_are_stored,
    links_live,
    pictures_have_alt_text,
    short_cells,
    budget,
    predictions_are_folded,
    no_semicolons,
    no_empty_cells,
    small_file,
    anatomy,
    names_bound_once,
]


def _outputs(notebook: NotebookNode):
    return [(cell, output) for cell in lessons.code_cells(notebook) for output in cell.outputs]


def _texts(output: NotebookNode) -> list[str]:
    data = output.get("data", {})
    texts = [value for kind, value in data.items() if kind.startswith("text/")]
    return [*texts, output.get("text", ""), output.get("evalue", ""), *output.get("traceback", [])]


def sections(file: Path) -> set[str]:
    """The anchors of a file's headings, as GitHub and JupyterLab make them."""
    text = lessons.prose(lessons.read(file)) if file.suffix == ".ipynb" else file.read_text(encoding="utf-8")
    return set().union(*map(slugs, re.findall(r"^#+ (.*)$", text, re.MULTILINE)))


def _is_import(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return ast.unparse(node) == "torch.set_printoptions(precision=2, sci_mode=False)"
    return isinstance(node, ast.Import | ast.ImportFrom)


def _bound(tree: ast.AST) -> set[str]:
    """The names that a cell binds at its top level, loop variables included, comprehensions' and functions' own not."""
    names: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif not isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            names |= _bound(node) - ({node.name} if isinstance(node, ast.ExceptHandler) and node.name else set())
    return names
