"""The pictures of lesson 00's schemes: raw and normalised index, binary code, steps from row to row, bits and waves."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson._check_tensors import real_table
from pe_lesson._words import marked, say, value_error
from pe_lesson.encoding.properties import LARGEST_ENTRY
from pe_lesson.plots._draw import spread_apart, whole_ticks
from pe_lesson.plots._style import GREY, INK, PALE, PLACE_TEXT, TOKEN, check_several, new_figure, new_panels, on_cpu


@on_cpu
def index_growth(index: Tensor, entries: Tensor) -> Figure:
    """The raw index beside the entries of random embeddings that it would be added to.

    Args:
        index: ``(seq_length, 1)``.
        entries: ``(seq_length, d_model)``, random embeddings.
    """
    values, dots = real_table("index", index)[:, 0], real_table("entries", entries)
    figure, axes = new_figure(6.2, 2.6)
    axes.axhspan(-LARGEST_ENTRY, LARGEST_ENTRY, color=PALE, linewidth=0)
    axes.plot(dots, "o", color=TOKEN, markersize=3)
    axes.plot(values, "-s", color=PLACE_TEXT, markersize=5)
    last = len(values) - 1
    axes.text(0.7 * last, float(values[-1]), say("raw index"), color=PLACE_TEXT, weight="bold", ha="right", va="top")
    entries_of, limit = marked("entries of embeddings (band: -{limit} to {limit})"), f"{LARGEST_ENTRY:.0f}"
    axes.text(last, LARGEST_ENTRY + 0.4, say(entries_of, limit=limit), color=TOKEN, weight="bold", ha="right")
    title = say("The raw index soon outgrows what it is added to")
    axes.set(title=title, xlabel=say("position"), ylabel=say("value"))
    whole_ticks(axes)
    figure.alt = (
        f"The raw index rises to {float(values[-1]):.0f} at position {last}. "
        f"Between {float(dots.min()):.1f} and {float(dots.max()):.1f} lie {entries_of.format(limit=limit)}."
    )
    return figure


@on_cpu
def normalised_lengths(short: Tensor, long: Tensor) -> Figure:
    """The normalised index of two sequences of different length.

    Args:
        short: ``(length, 1)``, of at least four positions.
        long: the same of another length.
    """
    figure, axes = new_figure(6.2, 2.6)
    values = [real_table(name, table)[:, 0].tolist() for name, table in (("short", short), ("long", long))]
    if min(map(len, values)) < 4:
        raise value_error(
            "both need a position 3, so four rows; got {one} and {other}", one=len(values[0]), other=len(values[1])
        )
    for line, style, mark, side in zip(values, ("-", "--"), ("o", "s"), ("right", "left"), strict=True):
        axes.plot(line, style, marker=mark, color=PLACE_TEXT, markersize=7)
        words = say("{count} positions", count=len(line))
        axes.text(len(line) - 1.15, line[-1], words, color=PLACE_TEXT, weight="bold", ha="right")
        axes.text(2.85 if side == "right" else 3.1, line[3], f"{line[3]:.3g}", ha=side, va="top", weight="bold")
    axes.plot([3, 3], [values[0][3], values[1][3]], ":", color=INK, zorder=0)
    title = say("Position 3 has two values: the length decides")
    axes.set(title=title, xlabel=say("position"), ylabel=say("value"))
    axes.set(ylim=(-0.06, 1.16), xticks=range(max(map(len, values))))
    figure.alt = (
        f"Two lines from 0 to 1, one over {len(values[0])} positions, one over {len(values[1])}. "
        f"Position 3 is at {values[0][3]:.3g} on the first and at {values[1][3]:.3g} on the second."
    )
    return figure


@on_cpu
def step_lengths(tables: Mapping[str, Tensor]) -> Figure:
    """How far each row is from the next, one line per table; the last one is the one to look at.

    Args:
        tables: up to four tables ``(seq_length, d)`` by name.
    """
    check_several("tables", tables, 4, '{"binary code": binary_code(16)}')
    figure, axes = new_figure(6.2, 2.7)
    looks = [*[(INK, "--s"), (GREY, ":^"), (INK, "-.v")][: len(tables) - 1], (PLACE_TEXT, "-o")]
    alt, ends = [], []
    for (name, table), (colour, look) in zip(tables.items(), looks, strict=True):
        rows = real_table(f"tables[{name!r}]", table)
        steps = (rows[1:] - rows[:-1]).norm(dim=1)
        axes.plot(steps, look, color=colour, markersize=5, gid=name)
        ends.append((float(steps[-1]), name, colour))
        alt.append(f"{name} from {float(steps.min()):.2f} to {float(steps.max()):.2f}")
    ends.sort()
    for (_, name, colour), y in zip(ends, spread_apart([end for end, *_ in ends], 0.17), strict=True):
        axes.text(len(steps) - 0.6, y, name, color=colour, weight="bold", va="center")
    title = say("Equal steps make a flat line")
    axes.set(title=title, xlabel=say("position k"), ylabel=say("distance to the next row"))
    axes.set(xlim=(-0.5, 1.4 * len(steps)), ylim=(0, None), xticks=range(0, len(steps), 2))
    figure.alt = f"The distance of each row to the next: {'; '.join(alt)}."
    return figure


@on_cpu
def bits_and_waves(bits: Tensor, waves: Tensor, mark: int = 6) -> Figure:
    """Bits that flip and pairs that turn, over positions, fast ones on top; a line at one position.

    Args:
        bits: ``(seq_length, count)``, the slowest bit first.
        waves: ``(seq_length, 2 · count)``, sines in even columns, cosines beside them.
        mark: the position whose bits, sines and cosines are written out.
    """
    digits, table = real_table("bits", bits), real_table("waves", waves)
    count = digits.size(1)
    figure, panels = new_panels(6.7, 3.3, count, 2, sharex=True)
    for row, (left, right) in enumerate(zip(panels[::2], panels[1::2], strict=True)):
        column = count - 1 - row
        bit, sine, cosine = digits[:, column], table[:, 2 * row], table[:, 2 * row + 1]
        left.step(range(len(bit)), bit, where="post", color=PLACE_TEXT, lw=1.2)
        left.plot(bit, "s", color=PLACE_TEXT, ms=4, gid=f"bit-{row}")
        left.set(ylim=(-0.35, 1.35), yticks=[0, 1])
        right.plot(cosine, "--^", color=PLACE_TEXT, mfc="white", lw=1.2, ms=5, gid=f"cosine-{row}")
        right.plot(sine, "-o", color=PLACE_TEXT, lw=1.5, ms=4, gid=f"sine-{row}")
        right.set(ylim=(-1.35, 1.35), yticks=[-1, 0, 1])
        _at_the_right(left, 0.5, f"{bit[mark]:.0f}", f"at-bit-{row}")
        _at_the_right(right, 0.72, f"cos {cosine[mark]:.2f}", f"at-cosine-{row}")
        _at_the_right(right, 0.28, f"sin {sine[mark]:.2f}", f"at-sine-{row}")
        pair = say("columns\n{first}, {second}", first=2 * row, second=2 * row + 1)
        for panel, name in ((left, say("column {c}", c=column)), (right, pair)):
            panel.axvline(mark, color=INK, lw=1.2, ls=":")
            panel.set_ylabel(name, rotation=0, ha="right", va="center")
            panel.spines[["top", "right"]].set_visible(False)
            panel.set_xticks(range(0, len(bit), 2))
    for top, bottom, title in zip(panels[:2], panels[-2:], (say("binary code"), say("sine ●, cosine △")), strict=True):
        top.set_title(title, weight="bold", fontsize=11)
        top.text(1.03, 1.25, say("at {mark}", mark=mark), transform=top.transAxes, weight="bold", va="center")
        bottom.set_xlabel(say("position"))
    at_mark = " ".join(f"{bit:.0f}" for bit in digits[mark].flip(0))
    figure.alt = (
        f"{count} bits and {count} pairs of sine and cosine over {len(digits)} positions, fast ones on top. "
        f"At position {mark} the bits are {at_mark}, and sine and cosine of the first pair are "
        f"{table[mark, 0]:.2f} and {table[mark, 1]:.2f}; at 0 they are {table[0, 0]:.0f} and {table[0, 1]:.0f}."
    )
    return figure


def _at_the_right(panel: Axes, height: float, words: str, gid: str) -> None:
    panel.text(1.03, height, words, fontsize=9.5, color=PLACE_TEXT, va="center", gid=gid, transform=panel.transAxes)
