"""Links to a heading: JupyterLab's `#The-index` and the site's and GitHub's `#the-index` lead to the same place."""

import re
from urllib.parse import unquote

from myst_parser.slugs import github_slugify
from sphinx.application import Sphinx

LINK = re.compile(r"(\]\((?![a-z]+:)[^()\s#]*#)([^()\s]+)\)")


def unify(app: Sphinx, page: str, source: list[str]) -> None:
    """Write each anchor as MyST makes it from the heading."""
    source[0] = LINK.sub(lambda link: f"{link[1]}{github_slugify(unquote(link[2]))})", source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", unify)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
