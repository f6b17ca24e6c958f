"""The pictures of lesson 00: the raw index, the normalised index, the binary code, and steps from row to row."""

import torch
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._arguments import whole_number
from pe_lesson.encoding.properties import LARGEST_ENTRY, binary_code, normalised_index, raw_index, sine_cosine
from pe_lesson.plots._style import BLUE, GREY, INK, ORANGE, PALE, RED, SKY, name_axes, new_figure, on_cpu, whole_ticks


@on_cpu
def index_growth(seq_length: int = 16) -> Figure:
    """The raw index beside the entries of random embeddings that it would be added to.

    Args:
        seq_length: number of positions, from 2.
    """
    figure, axes = new_figure(7.5, 3.4)
    index = raw_index(seq_length)
    entries = torch.randn(seq_length, 8, generator=torch.Generator().manual_seed(0))
    axes.axhspan(-LARGEST_ENTRY, LARGEST_ENTRY, color=SKY, alpha=0.25, linewidth=0)
    axes.plot(index, entries, "o", color=BLUE, markersize=3)
    axes.plot(index, index, "-s", color=RED, markersize=5)
    axes.text(0.02, 0.9, "raw index", color=RED, weight="bold", transform=axes.transAxes)
    axes.text(0.02, 0.78, "entries of embeddings, N(0, 1)", color=BLUE, weight="bold", transform=axes.transAxes)
    name_axes(axes, x="position", y="value")
    whole_ticks(axes, y=False)
    axes.set_title("The raw index soon outgrows what it is added to")
    return figure


@on_cpu
def normalised_lengths(short: int = 5, long: int = 9) -> Figure:
    """The normalised index of two sequences of different length.

    Args:
        short: number of positions of the shorter sequence, from 4.
        long: number of positions of the longer one, from 4.
    """
    short, long = whole_number("short", short, minimum=4), whole_number("long", long, minimum=4)
    figure, axes = new_figure(7.5, 3.4)
    for length, colour, mark in ((short, BLUE, "o"), (long, ORANGE, "s")):
        values = normalised_index(length).flatten()
        axes.plot(range(length), values, f"-{mark}", color=colour, markersize=7, label=f"{length} positions")
        words = f"position 3: {values[3]:.3g}"
        axes.annotate(words, (3, values[3]), (10, -14), textcoords="offset points", color=INK)
    axes.plot([3, 3], [normalised_index(long)[3, 0], normalised_index(short)[3, 0]], ":", color=GREY, zorder=0)
    name_axes(axes, x="position", y="value")
    axes.set_xticks(range(max(short, long)))
    axes.set_title("One position, two values: the length decides")
    axes.legend(loc="lower right", frameon=False)
    return figure


@on_cpu
def binary_matrix(seq_length: int = 16, bits: int = 4) -> Figure:
    """The binary code as a matrix, its digits written in.

    Args:
        seq_length: number of positions, at most ``2 ** bits``.
        bits: number of columns.
    """
    figure, axes = new_figure(4.6, 5.0)
    table = binary_code(seq_length, bits).int().numpy()
    two_colours = ListedColormap([PALE, BLUE])
    image = axes.imshow(table, cmap=two_colours, vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    for k, row in enumerate(table):
        for column, digit in enumerate(row):
            axes.text(column, k, f"{digit}", ha="center", va="center", color="white" if digit else INK)
    name_axes(axes)
    axes.set_xticks(range(bits))
    axes.set_yticks(range(seq_length))
    axes.set_title(f"{seq_length} positions in {bits} bits")
    bar = figure.colorbar(image, ax=axes, label="value", ticks=[0.25, 0.75])
    bar.ax.set_yticklabels(["0", "1"])
    return figure


@on_cpu
def step_lengths(seq_length: int = 16) -> Figure:
    """How far each row is from the next: binary code, sines alone, sines with cosines.

    Args:
        seq_length: number of positions, from 2.
    """
    figure, axes = new_figure(7.5, 3.6)
    both = sine_cosine(seq_length)
    for table, colour, mark, label in (
        (binary_code(seq_length), RED, "s", "binary code"),
        (both[:, 0::2], ORANGE, "^", "sines alone"),
        (both, BLUE, "o", "sines and cosines"),
    ):
        axes.plot(range(seq_length - 1), _steps(table), f"-{mark}", color=colour, markersize=5, label=label)
    name_axes(axes, x="position k", y="distance of row k and row k + 1")
    axes.set_ylim(bottom=0)
    whole_ticks(axes, y=False)
    axes.set_title("Only one of the three goes forward in equal steps")
    figure.legend(loc="outside right center", frameon=False)
    return figure


def _steps(table: Tensor) -> Tensor:
    steps: Tensor = (table[1:] - table[:-1]).norm(dim=1)
    return steps
