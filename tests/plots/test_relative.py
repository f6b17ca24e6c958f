"""T5's buckets and the rows of a resized table, as strips: each bound, bucket and place is read back."""

import math
from itertools import pairwise

import pytest
import torch

from pe_lesson import plots
from pe_lesson.positions.t5_buckets import t5_bucket
from tests.support.drawn import boxes, frames

BACK = -torch.arange(160)
SIDES = {side: t5_bucket(BACK, bidirectional=side == "encoder") for side in ("decoder", "encoder")}
STRIPS, ENDS = (torch.arange(24) + 0.5) * 14 / 24 - 0.5, torch.arange(24) * 13 / 23


def by_gid(axes, gid):
    return [text.get_text() for text in axes.texts if text.get_gid() == gid]


def test_each_bucket_is_as_wide_as_the_distances_in_it_and_its_bound_stands_below():
    figure = plots.bucket_strips(SIDES)
    (axes,) = figure.axes
    for number, (buckets, near) in enumerate(((32, 16), (16, 8))):
        wide = buckets - near  # the lesson's formula, turned round: the first distance of bucket near + i
        bounds = [math.ceil(near * (128 / near) ** (i / wide) - 1e-9) for i in range(wide)]
        assert by_gid(axes, f"{number}-from") == ["0", *map(str, bounds)]
        drawn = boxes(figure)[32 * number :][:32]
        inch = sum(strip.get_width() for strip in drawn) / 160
        edges = [0, *range(1, near), *bounds, 160]
        assert [strip.get_width() / inch for strip in drawn] == pytest.approx(
            [end - start for start, end in pairwise(edges)]
        )
        last = frames(figure)[number]
        assert (last.get_x(), last.get_width()) == pytest.approx((drawn[-1].get_x(), drawn[-1].get_width()))
    assert by_gid(axes, "0-bucket-113") == ["bucket 31"]
    assert by_gid(axes, "1-bucket-64") == ["14"]
    below = [text.get_position()[1] for text in axes.texts if text.get_text() == "distance"]
    bounds = [text.get_position()[1] for text in axes.texts if text.get_text() == "0" and "from" in text.get_gid()]
    assert below == pytest.approx(bounds)  # one per strip, in the line of its bounds


def test_words_beside_the_strips_say_where_buckets_begin():
    alt = plots.bucket_strips(SIDES).alt
    assert "decoder: one per distance, then wider ones from 16, 19, 21, 24" in alt
    assert "from 8, 12, 16, 23, 32, 46, 64, 91 on; the last, 15, is framed" in alt


def test_a_dot_stands_at_each_place_and_the_first_new_row_is_framed():
    figure = plots.resized_rows(14, {"strips": STRIPS, "ends": ENDS})
    (axes,) = figure.axes
    dots = {line.get_gid(): line.get_xdata()[0] for line in axes.lines if line.get_gid()}
    inch = dots["0-1"] - dots["0-0"]
    for number, places in ((1, STRIPS), (2, ENDS)):
        found = [(dots[f"{number}-{r}"] - dots["0-0"]) / inch for r in range(24)]
        assert found == pytest.approx(places.tolist(), abs=1e-5)
    old, new = boxes(figure)[0], boxes(figure)[14:38]
    assert new[0].get_x() == pytest.approx(old.get_x(), abs=1e-5)  # PyTorch's strips fill the old width
    assert new[0].get_width() * 24 == pytest.approx(old.get_width() * 14, abs=1e-5)
    (frame,) = frames(figure)
    assert (frame.get_x(), frame.get_y()) == pytest.approx((new[0].get_x(), new[0].get_y()))
    assert by_gid(axes, "1-at-0") + by_gid(axes, "1-at-23") == ["\N{MINUS SIGN}0.21", "13.21"]
    assert by_gid(axes, "2-at-0") + by_gid(axes, "2-at-23") == ["0.00", "13.00"]
    assert "strips: the first at -0.21, the last at 13.21" in figure.alt
