"""The words of the site itself: what its templates and extensions say."""

import shutil
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from languages import catalogs

SOURCE = "site"  # its catalog is po/ko/site.po
METHODS = [("_templates/**.html", "jinja2.ext:babel_extract"), ("pages/**.py", "python")]


def template() -> Catalog:
    """The messages of the templates and extensions."""
    made = Catalog(fuzzy=False)
    everywhere = {"directory_filter": lambda _: True}  # babel passes over folders that begin with _
    for name, _, message, _, _ in extract_from_dir(catalogs.ROOT / "site", METHODS, **everywhere):
        made.add(message, locations=[(f"site/{name}", None)])
    return made


def hand_over(language: str, folder: Path) -> None:
    """Put the catalog where Sphinx finds and compiles it, below the folder that ``locale_dirs`` names."""
    path = folder / language / "LC_MESSAGES/sphinx.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(catalogs.file(language, SOURCE), path)
