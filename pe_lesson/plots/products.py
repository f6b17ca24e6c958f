"""A dot product taken apart: one cosine per pair of columns, or four products of words and rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from pe_lesson._words import say, value_error
from pe_lesson.plots._style import GREY, PLACE, PLACE_TEXT, RESULT, TOKEN, check_several, new_figure, new_panels, on_cpu

ALMOST_1 = 0.9
COLOURS = (TOKEN, GREY, GREY, PLACE, RESULT)  # of words, of words and rows, of rows, of their sum


@on_cpu
def cosines_by_pair(cosines: Tensor, distances: Sequence[int]) -> Figure:
    """What each pair adds to the similarity of two rows, and the mean, which is the similarity.

    Args:
        cosines: ``(distances, pairs)``, entries from -1 to 1.
        distances: how far apart the two rows are, for each line of ``cosines``; four at most.
    """
    check_several("distances", distances, 4, "[1, 12, 128]")
    if cosines.dim() != 2 or len(cosines) != len(distances):
        raise value_error(
            "cosines must be (distances, pairs), got {shape} for {count} distances",
            shape=tuple(cosines.shape), count=len(distances),
        )  # fmt: skip
    figure, panels = new_panels(6.7, 0.5 + 1.05 * len(distances), len(distances), 1, sharex=True)
    alt = []
    for panel, row, distance in zip(panels, cosines.double(), distances, strict=True):
        high, mean = row > ALMOST_1, row.mean().item()
        for kind, fill in ((high, PLACE_TEXT), (~high, "white")):
            panel.plot(kind.nonzero().flatten(), row[kind], "o", ms=4.5, mfc=fill, mec=PLACE_TEXT)
        panel.axhline(mean, color=RESULT, lw=2, zorder=1)
        at_the_right: dict[str, Any] = {"va": "center", "transform": panel.get_yaxis_transform()}
        count = int(high.sum())
        panel.text(1.02, mean, say("mean {mean}", mean=f"{mean:.2f}"), color=RESULT, weight="bold", **at_the_right)
        words = say("● {count} above {limit}", count=count, limit=ALMOST_1)
        panel.text(1.02, mean - 0.65, words, color=PLACE_TEXT, **at_the_right)
        panel.set(ylim=(-1.2, 1.2), yticks=(-1, 0, 1), xlim=(-1, len(row)), xlabel=say("pair"))
        panel.set_ylabel(say("{distance} apart", distance=distance))
        panel.label_outer()
        panel.spines[["top", "right"]].set_visible(False)
        alt.append(f"{distance} apart, {count} of {len(row)} are above {ALMOST_1} and the mean is {mean:.2f}")
    figure.alt = f"The cosine of each of {cosines.size(1)} pairs. " + "; ".join(alt) + "."
    return figure


def four_products(products: Mapping[str, Mapping[str, float]]) -> Figure:
    """Scores as tables of bars: the products of word and row that they consist of, and their sum.

    Args:
        products: for each key, four named products; the same names for all, words first.
    """
    check_several("products", products, 4, '{"own key": {"word·word": 1.0}}')
    table = {key: {**parts, "score": sum(parts.values())} for key, parts in products.items()}
    largest = max(abs(part) for parts in table.values() for part in parts.values()) or 1.0
    figure, axes = new_figure(6.7, 0.55 + 0.45 * len(table))
    axes.set(xlim=(-1.3, 6.85), ylim=(len(table) - 0.5, -1.05))
    axes.axis("off")
    alt = []
    for line, (key, parts) in enumerate(table.items()):
        axes.text(-0.2, line, key, ha="right", va="center")
        for column, (name, part) in enumerate(parts.items()):
            left, weight = 1.35 * column, "bold" if name == "score" else "normal"
            width = part / largest * 0.8
            axes.add_patch(Rectangle((left, line - 0.28), width, 0.56, facecolor=COLOURS[column], edgecolor="white"))
            right = left + max(width, 0) + 0.06
            axes.text(right, line, f"{part:.1f}", weight=weight, va="center", gid=f"{line}-{column}")
            if line == 0:
                axes.text(left, -0.75, say("score = sum") if name == "score" else name, weight=weight, va="center")
                axes.plot([left, left], [-0.4, len(table) - 0.6], color=GREY, lw=0.8)
        alt.append(f"{key}: " + ", ".join(f"{name} {part:.1f}" for name, part in parts.items()))
    figure.alt = "Bars of four products and of their sum, the score. " + ". ".join(alt) + "."
    return figure
