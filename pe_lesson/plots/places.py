"""Where a position can enter attention."""

from matplotlib.figure import Figure

from pe_lesson.plots._style import BLUE, GREY, INK, PALE, new_figure

DARK_GREEN, DARK_PURPLE = "#007A5A", "#A0427B"  # dark enough for text
STEPS = {
    0.0: "ids", 1.2: "embeddings", 2.75: "queries, keys", 4.25: "scores", 5.35: "softmax", 6.5: "mixture\nof values",
    7.6: "mean,\nanswer",
}  # fmt: skip
PLACES = (
    (1.2, "add", "to the embeddings:\nsinusoidal, learned", BLUE),
    (2.75, "turn", "queries and keys:\nrotary (RoPE)", DARK_GREEN),
    (4.25, "bias", "on the scores:\nALiBi, causal mask", DARK_PURPLE),
)


def three_places() -> Figure:
    """The way of the data through one layer of attention, and the three places where a position can enter."""
    figure, axes = new_figure(10.0, 2.2)
    axes.set(xlim=(-0.4, 8.15), ylim=(-0.45, 1.6))
    axes.axis("off")
    for x, words in STEPS.items():
        box = {"boxstyle": "round,pad=0.5", "facecolor": PALE, "edgecolor": "none"}
        axes.text(x, 0, words, ha="center", va="center", fontsize=10, color=INK, bbox=box)
    for x in (0.42, 1.98, 3.6, 4.8, 5.93, 7.08):
        axes.annotate("", (x + 0.1, 0), (x - 0.1, 0), arrowprops={"arrowstyle": "->", "color": GREY, "lw": 1.4})
    for x, name, words, colour in PLACES:
        axes.annotate("", (x, 0.32), (x, 0.68), arrowprops={"arrowstyle": "->", "color": colour, "lw": 2})
        axes.text(x, 1.4, name, ha="center", va="center", fontsize=11, color=colour, weight="bold", family="monospace")
        axes.text(x, 0.97, words, ha="center", va="center", fontsize=9.5, color=colour)
    return figure
