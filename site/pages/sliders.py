"""A slider needs a running kernel. On a page a script moves the figure; without one, a note leads to a still figure."""

import ast
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from pages.alternatives import is_cell

logger = logging.getLogger(__name__)
MOVING = Path(__file__).parents[1] / "_static/moving"


class Sliders(SphinxTransform):
    """A note under each ``@interact`` cell that links to the figure before it in the same section."""

    default_priority = 410

    def apply(self, **kwargs: object) -> None:
        """Go through the cells of this page."""
        for number, cell in enumerate(list(self.document.findall(is_cell)), start=1):
            code = cell.children[0].astext()
            if "@interact" not in code and "interact(" not in code:
                continue
            still = self.still_before(cell)
            if still is None:
                logger.warning("no still figure stands before the slider in this section:\n%s", code)
                continue
            still["ids"] = still["ids"] or [f"still-{number}"]
            name = figure(code)
            if not (MOVING / f"{name}.js").exists():
                cell += self.note(still["ids"][0])
                continue
            cell += nodes.raw("", f'<div class="moving" data-figure="{name}">', format="html")
            cell += self.note(still["ids"][0])  # the script takes its place
            cell += nodes.raw("", "</div>", format="html")

    def still_before(self, cell: nodes.Element) -> nodes.image | None:
        """The last image of the section that comes before the cell."""
        before = cell.parent.children[: cell.parent.index(cell)]
        images = [image for node in before for image in node.findall(nodes.image)]
        return images[-1] if images else None

    def note(self, still: str) -> nodes.note:
        """The note itself; classes for the style sheet and for the test."""
        link = nodes.reference("", "", nodes.Text(_("the still figure above")), refid=still, internal=True)
        message = _("In JupyterLab, this cell has a slider. Here, {figure} shows one setting of it.")
        before, _figure, after = message.partition("{figure}")
        words = nodes.paragraph("", before, link)
        words += nodes.Text(after)
        return nodes.note("", words, classes=["slider"])


def figure(code: str) -> str:
    """The name of the figure that a cell draws: the last ``plots.name`` of its code."""
    used = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Attribute)]
    names = [node.attr for node in used if isinstance(node.value, ast.Name) and node.value.id == "plots"]
    return names[-1] if names else ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(Sliders)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
