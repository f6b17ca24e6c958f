"""The package as others meet it: its names, importable anywhere, light, typed, complete as a wheel."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from types import ModuleType

import pytest
import torch
from torch import nn

import pe_lesson
import pe_lesson.attention
import pe_lesson.encoding
import pe_lesson.positions
from pe_lesson.positions.rotary import Rotary
from pe_lesson.positions.t5_buckets import t5_bucket
from pe_lesson.positions.two_dimensions import AxialRotary, grid_shift, sinusoidal_grid
from pe_lesson.text import torchtext_dropin
from tools import ROOT
from tools.lessons import PATHS, code_cells, read

HEAVY = [
    "babel",
    "matplotlib",
    "nltk",
    "ipywidgets",
    "IPython",
    "pandas",
    "scipy",
    "pe_lesson.plots",
    "pe_lesson.exercises",
]

# the contract of public names
SIGNATURES = {
    "tokenize": "(text)",
    "numericalize": "(tokenized, vocab, pad_token='<pad>')",
    "build_vocab_from_iterator": "(iterator, min_freq=1, specials=None, special_first=True, max_tokens=None)",
    "frequencies": "(d_model, n=10000.0)",
    "sinusoidal_loop": "(max_length, d_model, n=10000.0)",
    "sinusoidal": "(max_length, d_model, n=10000.0, *, start=0, dtype=None, device=None)",
    "sinusoidal_by_rotation": "(max_length, d_model, n=10000.0, *, start=0, dtype=None, device=None)",
    "shift_matrix": "(offset, d_model, n=10000.0, *, dtype=None, device=None)",
    "PositionalEncoding": "(d_model, dropout=0.1, max_length=5000, n=10000.0, *, device=None, dtype=None)",
    "diagnose": "(module, x, positions=None)",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_are_the_contract(name):
    parameters = inspect.signature(getattr(pe_lesson, name)).parameters.values()
    assert str(inspect.Signature([p.replace(annotation=p.empty) for p in parameters])) == SIGNATURES[name]


@pytest.mark.parametrize("make", [Rotary, AxialRotary, sinusoidal_grid, grid_shift])
def test_the_base_of_other_schemes_is_the_papers_too(make):
    assert inspect.signature(make).parameters["n"].default == 10_000.0


def test_all_names_are_there_and_explained():
    assert set(SIGNATURES) | {"Vocab", "source"} <= set(pe_lesson.__all__)
    for name in pe_lesson.__all__:
        assert inspect.getdoc(getattr(pe_lesson, name)), name
    assert issubclass(pe_lesson.PositionalEncoding, nn.Module)
    assert issubclass(pe_lesson.Vocab, nn.Module)


def modules() -> list[ModuleType]:
    return [importlib.import_module(found.name) for found in pkgutil.walk_packages(pe_lesson.__path__, "pe_lesson.")]


def rooms() -> list[ModuleType]:
    """The folders of the package; one inside of them, `exercises/judges`, is for its room alone."""
    return [module for module in modules() if hasattr(module, "__path__") and module.__name__.count(".") == 1]


def test_a_room_exports_names_and_none_is_that_of_a_module_in_it():
    for room in rooms():
        assert room.__all__, room.__name__
        files = {found.name for found in pkgutil.iter_modules(room.__path__)}
        assert not files & {*room.__all__}, f"{room.__name__} exports a name that one of its files has, too"


def test_the_tests_of_a_room_are_named_after_its_modules():
    more = {"test_module_positions", "test_moving_labels", "test_answers"}  # a second file, the site's scripts, texts
    for room in rooms():
        name = room.__name__.removeprefix("pe_lesson.")
        modules = [path.stem.removeprefix("_") for path in (ROOT / "pe_lesson" / name).rglob("*.py")]
        files = {path.stem for path in (ROOT / "tests" / name).glob("test_*.py")}
        strangers = files - {f"test_{module}" for module in [name, *modules]} - more
        assert not strangers, f"tests/{name}: no module has the name of {sorted(strangers)}"


def test_a_name_is_taken_from_a_room_or_from_the_file_that_defines_it():
    lessons = [(path, "\n".join(cell.source for cell in code_cells(read(path)))) for path in PATHS]
    files = [path for room in ("pe_lesson", "tests", "tools") for path in (ROOT / room).rglob("*.py")]
    for path, source in [*lessons, *((path, path.read_text("utf-8")) for path in files)]:
        imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
        for node in (each for each in imports if (each.module or "").startswith("pe_lesson")):
            borrowed = {alias.name for alias in node.names} & only_imported(node.module)
            assert not borrowed, f"{path.name}: {node.module} only imports {sorted(borrowed)}: name its own file"


@cache
def only_imported(module: str) -> set[str]:
    """The names that a module of the package takes from another one of it, and does not export."""
    there = importlib.import_module(module)
    imports = [each for each in ast.parse(inspect.getsource(there)).body if isinstance(each, ast.ImportFrom)]
    return {alias.name for each in imports for alias in each.names} - {*getattr(there, "__all__", [])}


def test_each_public_name_has_an_example():
    names = [name for name in pe_lesson.__all__ if callable(getattr(pe_lesson, name))]
    public = [getattr(pe_lesson, name) for name in names if name not in ("Vocab", "build_vocab_from_iterator")]
    public += [torchtext_dropin.Vocab, torchtext_dropin.build_vocab_from_iterator, t5_bucket]
    public += [getattr(pe_lesson.positions, name) for name in pe_lesson.positions.__all__]
    public += [getattr(pe_lesson.attention, name) for name in ("AttentionLayer", "Cache", "attend", "causal_mask")]
    without = [each.__name__ for each in public if ">>> " not in each.__doc__]
    assert not without, f"add an Example to the docstring of {', '.join(without)}"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_examples_run(module):
    torch.set_printoptions(profile="default")  # the lessons' cells print two digits
    assert doctest.testmod(module).failed == 0


@pytest.mark.slow
def test_the_way_of_the_data_prints_nothing_loads_nothing_heavy_and_needs_no_locale(fresh_python, tmp_path):
    folder = tmp_path / "한글 folder"
    folder.mkdir()
    code = f"""
import sys, pe_lesson as p
print([name for name in {HEAVY} if name in sys.modules])
vocab = p.build_vocab_from_iterator([p.tokenize(s) for s in ("I am.", "Am \ub098?", "")])
print(len(vocab), [name for name in ("matplotlib", "ipywidgets", "IPython") if name in sys.modules])
"""
    ended = fresh_python(code, folder, LC_ALL="C")
    assert (ended.stdout.splitlines(), ended.stderr) == (["[]", "4 []"], "")


def table_of_files() -> dict[str, list[str]]:
    """The package's README: the files of each lesson."""
    text = (ROOT / "pe_lesson" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d\d) \| (.+) \|$", text, flags=re.MULTILINE)
    return {lesson: files.split(", ") for lesson, files in rows}


def test_the_packages_readme_has_a_row_for_each_lesson_and_names_each_file():
    table, package = table_of_files(), ROOT / "pe_lesson"
    lessons = {path.name[:2] for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")}
    missing = sorted(lessons - set(table))
    assert not missing, f"add a row for lesson {', '.join(missing)} to pe_lesson/README.md"
    files = {path.relative_to(package).with_suffix("").as_posix() for path in package.rglob("*.py")}
    public = {name for name in files if not name.rpartition("/")[2].startswith("_")}
    named = {name for names in table.values() for name in names} | {"exercises/patients"}
    unnamed = sorted(name for name in public - named if not name.startswith(("exercises/lesson_", "exercises/judges/")))
    assert not unnamed, f"say in pe_lesson/README.md which lesson needs {', '.join(unnamed)}"
    gone = sorted(named - files)
    assert not gone, f"pe_lesson/README.md names {', '.join(gone)}, which is not there"


def test_both_readmes_give_each_room_the_same_lessons():
    row = next(
        line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("| `pe_lesson/`")
    )
    rooms = {path.name for path in (ROOT / "pe_lesson").iterdir() if (path / "__init__.py").is_file()}
    assert {name for name in rooms if f"`{name}/`" not in row} == set()
    for room, spans in re.findall(r"`(\w+)/` \((?:lessons )?([^)]+)\)", row):
        ends = [re.findall(r"\d\d", span) for span in spans.split(", ")]
        said = {f"{number:02}" for span in ends for number in range(int(span[0]), int(span[-1]) + 1)}
        told = {lesson for lesson, files in table_of_files().items() if any(f.startswith(room + "/") for f in files)}
        assert said == told, (
            f"README.md, row of `pe_lesson/`: `{room}/` is for {sorted(told)}, the row says {sorted(said)}"
        )


def test_every_module_imports_and_has_a_docstring():
    named = {module.__name__: module.__doc__ for module in modules()}
    assert {"pe_lesson.encoding", "pe_lesson.encoding.module", "pe_lesson.plots", "pe_lesson.exercises"} <= set(named)
    assert all(named.values()), [name for name, text in named.items() if not text]


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_nothing_else(tmp_path):
    setuptools = pytest.importorskip("setuptools", reason="setuptools builds the wheel")
    if int(setuptools.__version__.partition(".")[0]) < 77:
        pytest.skip(f"pyproject.toml asks for setuptools 77, this is {setuptools.__version__}; make test builds it")
    package = ROOT / "pe_lesson"  # built from a copy, so that no build folder appears in the project
    shutil.copytree(package, tmp_path / "pe_lesson", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    build = "from setuptools import build_meta; build_meta.build_wheel('dist')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True, timeout=600)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    written = [*package.rglob("*.py"), *package.glob("exercises/lesson_*.txt"), *package.glob("locale/*")]
    written.append(package / "py.typed")
    assert packed == {path.relative_to(ROOT).as_posix() for path in written}
