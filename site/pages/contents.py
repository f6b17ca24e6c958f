"""The contents at the side of each page: whatever lies in notebooks/ and site/, so that no list is kept by hand."""

from fnmatch import filter as matching

from sphinx.application import Sphinx
from sphinx.locale import _

# caption, and patterns of page names in the order in which they are listed
PARTS = [
    (_("The lessons"), ["notebooks/[0-9]*"]),
    (_("Beside the lessons"), ["notebooks/[!0-9]*", "site/*", "classroom/*"]),
    (_("The project"), ["[!/]*"]),
]


def toctree(names: list[str], caption: str = "") -> str:
    """A toctree that shows at the side only."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "```{toctree}", *options, "", *(f"/{name}" for name in names), "```", ""])


def add(app: Sphinx, page: str, source: list[str]) -> None:
    """Write the contents below the front page; pages in a folder of a page's name stand below that page, as linked."""
    found = sorted(app.env.found_docs)
    below = {name for name in found if name.rpartition("/")[0] in app.env.found_docs}
    if names := [name for name in below if name.startswith(f"{page}/")]:
        source[0] += toctree(sorted(names, key=lambda name: source[0].find(name.removeprefix(page))))
    if page != app.config.root_doc:
        return
    listed = {page, *below}
    for caption, patterns in PARTS:
        names = [name for pattern in patterns for name in matching(found, pattern)]
        names = [name for name in names if name not in listed]
        listed |= set(names)
        if names:
            source[0] += toctree(names, caption)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
