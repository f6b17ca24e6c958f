"""Every figure in a cell's output gets a text alternative: what its function draws, and the call that drew it."""

import ast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from pe_lesson import plots

logger = logging.getLogger(__name__)


class Alternatives(SphinxTransform):
    """Fill in ``alt`` where myst-nb, which has none to give, leaves it out."""

    default_priority = 400

    def apply(self, **kwargs: object) -> None:
        """Go through the cells of this page."""
        for cell in self.document.findall(is_cell):
            code = cell.children[0].astext()
            for image in cell.findall(nodes.image):
                if not image.get("alt"):
                    image["alt"] = describe(code)
                if not image["alt"]:
                    logger.warning("a figure has no text alternative: no call of pe_lesson.plots in\n%s", code)


def is_cell(node: nodes.Node) -> bool:
    """Whether the node is a code cell with its outputs."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def describe(code: str) -> str:
    """The first line of what ``plots.f`` says about itself, and the last call of it in ``code``; else an empty text."""
    described = ""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="plots"), attr=name)):
                summary = (getattr(plots, name).__doc__ or "").strip().splitlines()[0]
                described = f"{_(summary)} {_('Drawn by {call}').format(call=ast.unparse(node))}"
    return described


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(Alternatives)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
