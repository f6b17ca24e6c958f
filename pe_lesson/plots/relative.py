"""Biases by offset: T5's buckets. Lesson 13."""

import torch
from matplotlib.figure import Figure

from pe_lesson._arguments import whole_number
from pe_lesson.plots._style import BLUE, GREY, RED, new_figure, on_cpu, whole_ticks
from pe_lesson.positions.relative_bias import t5_bucket


@on_cpu
def bucket_steps(farthest: int = 160, num_buckets: int = 32, max_distance: int = 128) -> Figure:
    """The bucket of each offset in T5, as steps: narrow ones near the query, wide ones far from it.

    Args:
        farthest: the largest distance drawn.
        num_buckets: as in ``t5_bucket``.
        max_distance: as in ``t5_bucket``.
    """
    farthest = whole_number("farthest", farthest)
    offset = torch.arange(-farthest, farthest + 1)
    figure, axes = new_figure(7.5, 3.4)
    for name, bidirectional, colour, style in (("decoder", False, BLUE, "-"), ("encoder", True, RED, "--")):
        shown = offset[offset <= 0] if not bidirectional else offset
        bucket = t5_bucket(shown, bidirectional=bidirectional, num_buckets=num_buckets, max_distance=max_distance)
        axes.step(shown, bucket, where="mid", color=colour, ls=style, lw=1.6, label=name)
    for side in (-max_distance, max_distance):
        axes.axvline(side, color=GREY, ls=":", lw=1, label=f"distance {max_distance}" if side > 0 else None)
    axes.set(xlabel="offset: position of the key minus position of the query", ylabel="bucket")
    whole_ticks(axes)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return figure
