"""Links to a heading: JupyterLab's `#The-index` and the site's and GitHub's `#the-index` lead to the same place."""

import re
from urllib.parse import unquote

from docutils import nodes
from myst_parser.slugs import github_slugify
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform

from languages import catalogs

PLACE = re.compile(r'<a id=\\?"[^"]+"></a>(\\n",\s+"|\n)(?=#)')  # for JupyterLab and GitHub; Sphinx needs none
LINK = re.compile(r"(\]\((?![a-z]+:)[^()\s#]*#)([^()\s]+)\)")


def unify(app: Sphinx, page: str, source: list[str]) -> None:
    """Write each anchor as MyST makes it from the heading, and look up the headings of this page."""
    ENGLISH.clear()
    ENGLISH.update(EVERY_PAGE.get(page, {}))
    source[0] = PLACE.sub("", source[0])
    source[0] = LINK.sub(lambda link: f"{link[1]}{github_slugify(unquote(link[2]))})", source[0])


EVERY_PAGE: dict[str, dict[str, str]] = {}  # for each page its translated headings, and what they are in English
ENGLISH: dict[str, str] = {}  # those of the page that is read


def read_headings(app: Sphinx, config: Config) -> None:
    """Look up the headings of this language."""
    EVERY_PAGE.clear()
    if config.language != "en":
        EVERY_PAGE.update(catalogs.headings(config.language))


def slug(heading: str) -> str:
    """The name of a heading's place, the same in every language."""
    place: str = github_slugify(ENGLISH.get(heading, heading))
    return place


class EnglishFirst(SphinxTransform):
    """A section's first name is the English one, which MyST puts last: the one that contents and permalinks show."""

    default_priority = 710  # MyST adds its names at 700, Sphinx reads the contents at 880

    def apply(self, **kwargs: object) -> None:
        """Go through the sections of this page."""
        for section in self.document.findall(nodes.section):
            if section.get("slug") in section["ids"]:
                section["ids"].remove(section["slug"])
                section["ids"].insert(0, section["slug"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(EnglishFirst)
    app.connect("config-inited", read_headings)
    app.connect("source-read", unify)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
