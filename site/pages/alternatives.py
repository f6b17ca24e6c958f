"""Every figure in a cell's output gets a text alternative: the words that are stored beside it."""

from itertools import zip_longest

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

logger = logging.getLogger(__name__)


class Alternatives(SphinxTransform):
    """Fill in ``alt`` where myst-nb, which has none to give, leaves it out."""

    default_priority = 400

    def apply(self, **kwargs: object) -> None:
        """Go through the cells of this page."""
        cells = list(self.document.findall(is_cell))
        for cell, words in zip_longest(cells, stored_words(self.env.doc2path(self.env.docname)) if cells else []):
            code = cell.children[0].astext()
            for image, said in zip_longest(list(cell.findall(nodes.image)), words):
                if not image.get("alt"):
                    image["alt"] = said or ""
                if not image["alt"]:
                    logger.warning("a figure has no text alternative: the one drawn by\n%s", code)


def stored_words(path: str) -> list[list[str]]:
    """What each code cell of a notebook says of its images, in order; an empty text where it says nothing."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    images = [[o.data for o in cell.outputs if "image/png" in o.get("data", {})] for cell in cells]
    words = [[data.get("text/plain", "") for data in cell] for cell in images]
    return [["" if text.startswith("<Figure") else text for text in cell] for cell in words]


def is_cell(node: nodes.Node) -> bool:
    """Whether the node is a code cell with its outputs."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(Alternatives)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
