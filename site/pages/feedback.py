"""Two links at the end of each page, a wrong sentence and an unnamed mistake; only where the repository is known."""

import os
from urllib.parse import urlencode

from sphinx.application import Sphinx


def add(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: object) -> None:
    """Give the template the addresses of the two issue forms, with this page filled in."""
    host, repository = (os.environ.get(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY"))
    if host and repository:
        for form in ("sentence", "mistake"):
            asked = urlencode({"template": f"{form}.yml", "page": page})
            context[f"report_{form}"] = f"{host}/{repository}/issues/new?{asked}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
