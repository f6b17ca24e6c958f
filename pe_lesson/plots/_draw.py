"""What several figures draw alike: maps of colours, arrows, words at a point."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.image import AxesImage
from matplotlib.ticker import AutoLocator

from pe_lesson.plots._style import SHARES

Point = tuple[float, float]

MIDDLE: dict[str, Any] = {"ha": "center", "va": "center"}  # of words around a point


def counted(count: int, name: str) -> str:
    """``1 row`` or ``2 rows``, for alternative texts."""
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def whole_ticks(axes: Axes, *, x: bool = True, y: bool = True) -> None:
    """Set ticks at whole numbers only."""
    for axis in ([axes.xaxis] if x else []) + ([axes.yaxis] if y else []):
        locator = AutoLocator()
        locator.set_params(integer=True)
        axis.set_major_locator(locator)


def colour_map(axes: Axes, values: np.ndarray, colours: str = SHARES, **options: Any) -> AxesImage:
    """Draw a table as colours, each entry sharp, with ticks at whole rows and columns."""
    whole_ticks(axes)
    return axes.imshow(values, cmap=colours, interpolation="nearest", **options)


def spread_apart(heights: Sequence[float], gap: float) -> list[float]:
    """Take rising heights of labels, and move upper ones up until no two are closer than ``gap``."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + gap) if placed else height)
    return placed


def arrow(
    axes: Axes, start: Point, end: Point, colour: str, *, width: float = 1.6, head: str = "->", gid: str = "",
    **look: Any,
) -> None:  # fmt: skip
    """Draw an arrow without words."""
    axes.annotate("", end, start, gid=gid, arrowprops={"arrowstyle": head, "color": colour, "lw": width, **look})


def beside(axes: Axes, words: str, point: Point, offset: Point, **look: Any) -> None:
    """Write words so many points (a 72nd of an inch) to the right of a point and above it."""
    axes.annotate(words, point, offset, textcoords="offset points", **look)
