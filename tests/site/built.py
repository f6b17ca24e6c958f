"""The built site as files: its pages, and what the sources that they come from hold."""

from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup

from languages import catalogs
from languages.pieces import CODE, FORMULA
from tools import ROOT, lessons

SITE = ROOT / "build/site"
AXE = ROOT / "build/npm/node_modules/axe-core/axe.min.js"
PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts)
LESSONS = [f"notebooks/{path.stem}.html" for path in lessons.PATHS]
LANGUAGES = catalogs.languages()
ENGLISH = [page for page in PAGES if page.split("/")[0] not in LANGUAGES]
LEADING_ON = {f"{language}/index.html" for language in LANGUAGES}  # to the first page of the language
TRANSLATED = [page for page in PAGES if page not in {*ENGLISH, *LEADING_ON}]
# read in a browser: every English page, three of each language; code and scripts are the same in all
SAMPLE = ("site/index.html", "notebooks/04_loop_encoding.html", "notebooks/glossary.html")
READ = [*ENGLISH, *(f"{language}/{page}" for language in LANGUAGES for page in SAMPLE)]
# one page of each kind, to look at, and the pages with a figure that moves: read from the disk, too
KINDS = {
    "site/index.html", "notebooks/07_similarity_and_shift.html", "notebooks/glossary.html",
    "notebooks/questions.html", "site/api.html", "site/teaching.html",
}  # fmt: skip
PAGE_OF = {
    "dials": "notebooks/07_similarity_and_shift.html",
    "heat_map": "site/index.html",
    "moved_weights": "notebooks/00_why_position.html",
    "pair_turns": "notebooks/12_longer_than_trained.html",
    "token_errors": "notebooks/11_positions_at_work.html",
}


@cache
def soup(page: str) -> BeautifulSoup:
    """The page as it lies on the disk, before a script has run."""
    return BeautifulSoup((SITE / page).read_text(encoding="utf-8"), "html.parser")


def source(page: str) -> Path | None:
    """The file that a page comes from; None for the index, the search and the like."""
    folder, _, rest = page.partition("/")
    built = ROOT / "build/languages" / folder
    path = built / rest if built.is_dir() and rest else ROOT / page
    paths = [path.with_suffix(suffix) for suffix in (".ipynb", ".md", ".rst")]
    return next((path for path in paths if path.exists()), None)


@cache
def prose(page: str) -> str:
    """What the source of the page says in markdown, without its code, in which a dollar means a dollar."""
    path = source(page)
    if path is None or path.suffix == ".rst":
        return ""
    if path.suffix == ".md":
        return CODE.sub("", path.read_text(encoding="utf-8"))
    cells = lessons.read(path).cells
    return "\n\n".join(CODE.sub("", cell.source) for cell in cells if cell.cell_type == "markdown")


@cache
def formulas(page: str) -> list[str]:
    """The formulas that its source writes, in the order in which it writes them."""
    return FORMULA.findall(prose(page))


@cache
def ids(page: str) -> set[str]:
    """The places of the page that a link can lead to."""
    return {element["id"] for element in soup(page).find_all(id=True)}


@cache
def code(page: str) -> list[str]:
    """The code cells of a lesson; of any other page, none."""
    path = source(page)
    return [cell.source for cell in lessons.code_cells(lessons.read(path))] if path and path.suffix == ".ipynb" else []


def hidden(page: str) -> int:
    """How many cells of a lesson hide their outputs until they are asked for."""
    path = source(page)
    cells = lessons.code_cells(lessons.read(path)) if path and path.suffix == ".ipynb" else []
    return sum("hide-output" in lessons.tags(cell) and bool(cell.outputs) for cell in cells)
