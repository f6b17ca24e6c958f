"""The matrix that moves a row on, and what it costs to rotate by rounded angles."""

import torch
from matplotlib.figure import Figure

from pe_lesson._arguments import whole_number
from pe_lesson.encoding.shift import shift_matrix
from pe_lesson.encoding.table import frequencies, sinusoidal
from pe_lesson.plots._style import BLUE, DIVERGING, GREEN, GREY, RED, name_axes, new_figure, new_panels, on_cpu


@on_cpu
def shifted_row(offset: int, position: int = 5, d_model: int = 16, n: float = 100.0) -> Figure:
    """T(offset) as a map, and one row before and after it.

    Args:
        offset: by how many positions the row is moved; back if negative.
        position: the row.
        d_model: width of the table, even.
        n: base of the wavelengths.
    """
    position, offset = (whole_number(name, k, minimum=None) for name, k in (("position", position), ("offset", offset)))
    matrix = shift_matrix(offset, d_model, n, dtype=torch.float64)
    before, after = (_row(k, d_model, n) for k in (position, position + offset))
    figure, (left, right) = new_panels(8.4, 3.3, 1, 2, width_ratios=(1, 1.35))
    image = left.imshow(matrix.numpy(), cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest")
    left.set(xticks=range(0, d_model, 4), yticks=range(0, d_model, 4))
    left.set_title(f"T({offset}), d_model = {d_model}, n = {n:,g}")
    name_axes(left, y="column of the row", x="column of the moved row")
    figure.colorbar(image, ax=left, shrink=0.85, ticks=(-1, 0, 1))
    right.axhline(0, color=GREY, lw=0.8)
    right.plot(before, ":", color=GREY, marker=".", lw=1, label=f"row {position}")
    right.plot(after, "o", ms=9, mfc="none", mec=BLUE, mew=1.6, label=f"row {position + offset}, from the formula")
    right.plot(before @ matrix, "x", color=RED, ms=7, mew=2, label=f"row {position} times T({offset})")
    right.set(xlabel="column", ylabel="value", ylim=(-1.15, 1.85), xticks=range(0, d_model, 4), yticks=(-1, 0, 1))
    right.legend(frameon=False, loc="upper center", fontsize=9)
    return figure


@on_cpu
def phase_errors(d_model: int = 512, n: float = 10_000.0) -> Figure:
    """The largest error of a table made from float32 phases, near positions from 10 to a million.

    Frequencies and products are rounded to float32 once each, the best that float32 can do; sine
    and cosine are exact. Beside it the table made from float64 phases, its entries rounded to float32.
    """
    omega = frequencies(d_model, n)
    positions = torch.logspace(1, 6, 36, dtype=torch.float64).round()
    rough, exact = [], []
    for stop in positions.long().tolist():
        k = torch.arange(max(0, stop - 32), stop, dtype=torch.float64).unsqueeze(1)
        phases, rounded = k * omega, (k.float() * omega.float()).double()
        true = torch.stack([phases.sin(), phases.cos()])
        rough.append((torch.stack([rounded.sin(), rounded.cos()]) - true).abs().max().item())
        exact.append((true.float() - true).abs().max().item())
    figure, axes = new_figure(6.0, 3.2)
    axes.loglog(positions, rough, "o-", ms=3, color=RED)
    axes.loglog(positions, exact, "o-", ms=3, color=GREEN)
    for words, errors, colour in (("float32 phases", rough, RED), ("float64 phases, rounded at the end", exact, GREEN)):
        side = "right" if colour == RED else "center"
        axes.annotate(words, (positions[18], errors[18]), (0, 9), color=colour, textcoords="offset points", ha=side)
    axes.set(xlabel="position", ylabel="largest error of an entry", ylim=(5e-9, 1))
    axes.set_title(f"d_model = {d_model}, n = {n:,g}")
    axes.grid(alpha=0.25)
    return figure


def _row(k: int, d_model: int, n: float) -> torch.Tensor:
    """Row k of the table, for negative k too."""
    row = sinusoidal(1, d_model, n, start=abs(k), dtype=torch.float64)[0]
    row[0::2] *= -1 if k < 0 else 1  # sin(-x) = -sin(x), cos(-x) = cos(x)
    return row
