"""A page for drawings without axes, in inches from the top left corner: grids of boxes with words, and frames."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson.plots._style import ASKS, INK, SHARES, Picture, new_figure


def page(width: float, height: float) -> tuple[Picture, Axes]:
    """An empty page, and the axes to draw on."""
    figure, axes = new_figure(width, height)
    figure.set_layout_engine("none")
    axes.set_position((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    return figure, axes


def write(
    axes: Axes, x: float, y: float, words: str, *, size: float = 10.5, colour: str = INK, bold: bool = False,
    ha: str = "center", gid: str = "",
) -> None:  # fmt: skip
    """Write words, a learner's own or from ``say``: centred at (x, y), or to the right of it with ``ha="left"``."""
    weight = "bold" if bold else "normal"
    axes.text(x, y, words, ha=ha, va="center_baseline", fontsize=size, color=colour, weight=weight, gid=gid)


@dataclass(frozen=True)
class Grid:
    """Where a grid of boxes is on the page; its methods write and frame, ``x`` and ``y`` from its top left corner."""

    axes: Axes
    x: float
    y: float
    wide: float  # of a box
    high: float
    rows: int
    columns: int

    @property
    def width(self) -> float:
        return self.wide * self.columns

    @property
    def height(self) -> float:
        return self.high * self.rows

    def title(self, words: str, y: float = -0.2, size: float = 11) -> None:
        """Write above the grid."""
        write(self.axes, self.x + self.width / 2, self.y + y, words, size=size, bold=True)

    def name_row(self, row: int, words: str, x: float = -0.1, *, ha: str = "right", **look: Any) -> None:
        """Write words beside a row, at its height."""
        write(self.axes, self.x + x, self.y + self.high * (row + 0.5), words, ha=ha, **look)

    def name_rows(self, names: Iterable[str], x: float = -0.1, *, gid: str = "", **look: Any) -> None:
        for row, name in enumerate(names):
            self.name_row(row, name, x, gid=f"{gid}-{row}", **look)

    def name_column(self, column: int, words: str, y: float = -0.16, **look: Any) -> None:
        """Write words above or below a column."""
        write(self.axes, self.x + self.wide * (column + 0.5), self.y + y, words, **look)

    def name_columns(self, names: Iterable[str], y: float = -0.16, *, gid: str = "", **look: Any) -> None:
        for column, name in enumerate(names):
            self.name_column(column, name, y, gid=f"{gid}-{column}", **look)

    def frame(self, row: int = 0, rows: int = 1, colour: str = ASKS) -> None:
        """Frame a row, or so many rows from this one down."""
        frame(self.axes, self.x, self.y + self.high * row, self.width, self.high * rows, colour)


def boxes(
    axes: Axes, x: float, y: float, rows: Sequence[Sequence[str]], *, wide: float, high: float = 0.32,
    fill: str | Sequence[Sequence[str]], ink: str = "", gid: str = "",
) -> Grid:  # fmt: skip
    """Draw a box per word; ``fill`` is one colour, or one for each box; the gid of a word is ``gid-row-column``."""
    for r, row in enumerate(rows):
        for c, words in enumerate(row):
            colour = fill if isinstance(fill, str) else fill[r][c]
            corner = (x + c * wide, y + r * high)
            axes.add_patch(Rectangle(corner, wide, high, facecolor=colour, edgecolor="white", linewidth=1.5))
            shown = ink or ("white" if sum(to_rgb(colour)) < 1.5 else INK)
            write(axes, corner[0] + wide / 2, corner[1] + high / 2, words, colour=shown, gid=f"{gid}-{r}-{c}")
    return Grid(axes, x, y, wide, high, len(rows), max(map(len, rows)))


def frame(axes: Axes, x: float, y: float, wide: float, high: float, colour: str = ASKS) -> None:
    """Draw a frame around the one thing to look at."""
    axes.add_patch(Rectangle((x, y), wide, high, fill=False, edgecolor=colour, linewidth=2.2, zorder=5))


def tint(colour: str, share: float = 0.22) -> str:
    """Mix this share of a colour with white."""
    return "#" + "".join(f"{round(255 * (1 - share + share * part)):02X}" for part in to_rgb(colour))


def shades(weights: Tensor, darkest: float = 1.0) -> list[list[str]]:
    """A colour for each weight from 0 to 1, darker for larger ones; 1 is at ``darkest`` on the scale."""
    return [[to_hex(colormaps[SHARES](darkest * weight)) for weight in row] for row in weights.tolist()]


def digits(table: Tensor) -> list[list[str]]:
    """Format entries with two decimals, and minus infinity as -∞."""
    return [["\u2212∞" if entry == float("-inf") else f"{entry:.2f}" for entry in row] for row in table.tolist()]
