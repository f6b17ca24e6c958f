"""The README's picture of the report: time as ratio to clone, and the error, for each form and size."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from pe_lesson.plots._style import BLUE, GREEN, INK, ORANGE, RED, new_panels

SKY = "#56B4E9"  # the palette's other blue
COLOURS = (BLUE, SKY, ORANGE, RED, GREEN)  # ours are the blue ones
MARKS = "oosD^"
MARK_SIZES = (11, 6, 6, 6, 6)  # where our two coincide, both are seen

Rows = Mapping[str, list[float]]


def benchmark(sizes: list[tuple[int, int]], times: Rows, errors: Rows) -> Figure:
    figure, (left, right) = new_panels(10, 3.9, 1, 2)
    ticks = range(len(sizes))
    for axes, rows in ((left, times), (right, errors)):
        for (name, values), colour, mark, size in zip(rows.items(), COLOURS, MARKS, MARK_SIZES, strict=True):
            axes.plot(ticks, values, color=colour, marker=mark, markersize=size, label=name)
        axes.set_yscale("log")
        axes.set_xticks(ticks, [f"{length:,}\nby {width:,}" for length, width in sizes])
        axes.set_xlabel("positions by dimensions")
        axes.grid(axis="y", alpha=0.3)
    left.axhline(1, color=INK, linewidth=1, linestyle="--")
    left.annotate("cloning the finished table", (0.02, 1), xycoords=("axes fraction", "data"), va="bottom", color=INK)
    left.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
    left.minorticks_off()
    left.set_title("Time to build ÷ time to clone")
    right.set_title("Largest error of an entry")
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=5, frameon=False)
    return figure
