"""What a figure drew: its texts by their gid, its boxes, its frames."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text


def written(figure: Figure, start: str = "") -> dict[str, Text]:
    """The texts by their gid; with ``start`` those whose gid begins so, by the rest of it."""
    found = [(text.get_gid() or "", text) for axes in figure.axes for text in axes.texts]
    return {gid.removeprefix(start): text for gid, text in found if gid and gid.startswith(start)}


def texts(figure: Figure, start: str = "") -> dict[str, str]:
    """The words of ``written``."""
    return {gid: text.get_text() for gid, text in written(figure, start).items()}


def words(axes: Axes) -> list[str]:
    """The words of all texts, with a gid or without."""
    return [text.get_text() for text in axes.texts]


def boxes(figure: Figure) -> list[Rectangle]:
    """The filled rectangles of the first axes."""
    return [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle) and patch.get_fill()]


def frames(figure: Figure) -> list[Rectangle]:
    """Its rectangles that are not filled."""
    return [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle) and not patch.get_fill()]
