"""'Open this lesson' at the head of each lesson: the template open-lesson.html, and what it needs to know."""

from pathlib import Path

from sphinx.application import Sphinx

from pages.languages import FIRST


def add(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: object) -> None:
    """Give a lesson's template its name; every other page gets none."""
    if page.startswith("notebooks/") and context.get("page_source_suffix") == ".ipynb":
        context["lesson"] = Path(page).name
        context["other"] = "" if app.config.language == FIRST else app.config.language


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
