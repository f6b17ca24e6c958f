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


def add(app: Sphinx, page: str, source: list[str]) -> None:
    """Write the contents below the front page, as toctrees that show at the side only."""
    if page != app.config.root_doc:
        return
    listed = {page}
    for caption, patterns in PARTS:
        names = [name for pattern in patterns for name in matching(sorted(app.env.found_docs), pattern)]
        names = [name for name in names if name not in listed]
        listed |= set(names)
        if names:
            source[0] += "\n".join(
                [
                    "",
                    "```{toctree}",
                    ":hidden:",
                    f":caption: {caption}",
                    "",
                    *(f"/{name}" for name in names),
                    "```",
                    "",
                ]
            )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
