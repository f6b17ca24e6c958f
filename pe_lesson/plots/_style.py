"""One look for every figure: opaque white ground, colour-blind-safe colours, readable text."""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

# Okabe and Ito's palette
BLUE, ORANGE, GREEN, RED, SKY, PURPLE = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"
INK, GREY, PALE = "#222222", "#666666", "#EEEEEE"
BROWN = "#9C6500"  # orange, dark enough for text
DIVERGING, SEQUENTIAL = "RdBu_r", "viridis"


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1, **options) -> tuple[Figure, object]:
    """A figure of ``width`` by ``height`` inches and its axes, not shown until a cell returns it."""
    figure, axes = plt.subplots(
        rows, columns, figsize=(width, height), dpi=100, layout="constrained", facecolor="white", **options
    )
    plt.close(figure)  # else a notebook would show it twice
    return figure, axes


def name_axes(axes, *, y: str = "position", x: str = "column") -> None:
    axes.set_xlabel(x)
    axes.set_ylabel(y)
