"""Where a position can enter attention."""

from matplotlib.figure import Figure

from pe_lesson.plots._style import BLUE, GREY, INK, PALE, new_figure

DARK_GREEN, DARK_PURPLE = "#007A5A", "#A0427B"  # dark enough for text
STEPS = {
    0.0: "ids", 1.55: "embeddings", 3.6: "queries,\nkeys", 5.35: "scores", 7.05: "softmax,\nmixture", 8.75: "answer",
}  # fmt: skip
ARROWS = (0.52, 2.7, 4.48, 6.12, 7.98)  # between one step and the next
PLACES = (
    (1.55, "table", "to the embeddings:\nsinusoidal,\nlearned", BLUE),
    (3.6, "rotary", "queries and keys:\nrotary (RoPE)", DARK_GREEN),
    (5.35, "bias", "on the scores:\nALiBi,\ncausal mask", DARK_PURPLE),
)


def three_places() -> Figure:
    """The way of the data through one layer of attention, and three places where a position can enter."""
    figure, axes = new_figure(10.0, 3.2)
    axes.set(xlim=(-0.4, 9.35), ylim=(-0.5, 2.45))
    axes.axis("off")
    for x, words in STEPS.items():
        box = {"boxstyle": "round,pad=0.45", "facecolor": PALE, "edgecolor": "none"}
        axes.text(x, 0, words, ha="center", va="center", fontsize=14, color=INK, bbox=box)
    for x in ARROWS:
        axes.annotate("", (x + 0.14, 0), (x - 0.14, 0), arrowprops={"arrowstyle": "->", "color": GREY, "lw": 1.8})
    for x, name, words, colour in PLACES:
        axes.annotate("", (x, 0.42), (x, 1.15), arrowprops={"arrowstyle": "->", "color": colour, "lw": 2.6})
        axes.text(x, 2.25, name, ha="center", va="center", fontsize=16, color=colour, weight="bold", family="monospace")
        axes.text(x, 2.02, words, ha="center", va="top", fontsize=13, color=colour, linespacing=1.15)
    return figure
