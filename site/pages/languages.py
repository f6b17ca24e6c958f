"""A link from each page to the same page in the other languages, relative, so that it works wherever the site lies."""

from pathlib import Path

from sphinx.application import Sphinx

FIRST = "en"  # lies at the root of the site; every other language in a folder of its name
FOLDER = Path(__file__).parents[2] / "languages"


def add(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    """Give the template the other languages that have this page: their name and the link."""
    here = app.config.language
    up = "../" * page.count("/") + ("" if here == FIRST else "../")
    sources = {FIRST: FOLDER.parent} | {path.name: path for path in sorted(FOLDER.glob("*/"))}
    context["other_languages"] = [
        (name, up + ("" if name == FIRST else f"{name}/") + f"{page}.html")
        for name, source in sources.items()
        if name != here and any((source / page).with_suffix(suffix).exists() for suffix in (".ipynb", ".md", ".rst"))
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
