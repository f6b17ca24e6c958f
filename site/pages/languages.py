"""A link from each page to its other languages, relative, so that it works wherever the site lies; the site's title."""

from babel import Locale
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import _

from languages import catalogs
from tools import ROOT

FIRST = "en"  # lies at the root of the site; every other language in a folder of its name
FOLDER = ROOT / "build/languages"


def add(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: object) -> None:
    """Give the template the other languages that have this page: their name and the link."""
    here = app.config.language
    up = "../" * page.count("/") + ("" if here == FIRST else "../")
    sources = {FIRST: ROOT} | {code: FOLDER / code for code in catalogs.languages() if catalogs.offered(code)}
    context["other_languages"] = [
        (name, Locale(name).get_display_name(name), up + ("" if name == FIRST else f"{name}/") + f"{page}.html")
        for name, source in sources.items()
        if name != here and any((source / page).with_suffix(suffix).exists() for suffix in (".ipynb", ".md", ".rst"))
    ]


def name_site(app: Sphinx, config: Config) -> None:
    """Put the site's title into the language of the pages."""
    config.html_title = _("Positional encoding, step by step")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("config-inited", name_site)
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
