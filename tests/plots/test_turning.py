"""Pairs as points on circles, drawn."""

import math

import pytest
import torch

from pe_lesson import plots
from tests.support.drawn import words


@pytest.mark.parametrize(("d_model", "pairs"), [(2, 1), (8, 4), (10, 5), (512, 256)])
def test_dials_draw_one_circle_a_pair_with_two_hands(d_model, pairs):
    axes = plots.dials(3, 5, d_model).axes[0]
    assert len(axes.patches) == pairs
    hands = [line for line in axes.lines if line.get_marker() in ("o", "s")]  # a square where the hand was
    assert len(hands) == 2 * pairs
    for hand, position in zip(hands, (3, 8), strict=False):
        assert [data[-1] for data in hand.get_data()] == pytest.approx([math.cos(position), math.sin(position)])


def test_dials_without_offset_show_one_hand():
    axes = plots.dials(3).axes[0]
    assert sum(line.get_marker() == "o" for line in axes.lines) == 4
    assert "row 3: sin 0.14, cos -0.99" in words(axes)


def test_a_turn_starts_at_one_hand_and_ends_at_the_other():
    axes = plots.dials(3, -20, 2).axes[0]
    x, y = max((line.get_data() for line in axes.lines), key=lambda data: len(data[0]))
    for point, angle in ((0, 3), (-1, -17)):
        assert math.isclose(math.sin(math.atan2(y[point], x[point]) - angle), 0, abs_tol=1e-9)


def test_equal_sines_move_opposite_ways():
    assert words(plots.sine_alone().axes[1]) == ["", "0 → 1:\n0.00 → 0.84", "", "22 → 23:\n-0.01 → -0.85"]


@pytest.mark.parametrize("follow", [1, 2])
def test_a_row_is_the_height_and_the_width_of_a_hand(follow):
    angles = [k * 0.7 for k in range(4)]
    figure = plots.hand_to_row(torch.tensor([[math.sin(angle), math.cos(angle)] for angle in angles]), follow)
    axes = figure.axes[0]
    tips = [[data[-1] for data in line.get_data()] for line in axes.lines if line.get_marker() == "o"]
    texts = {(round(x, 2), round(y, 2)): text.get_text() for text in axes.texts for x, y in [text.get_position()]}
    for k, (angle, tip) in enumerate(zip(angles, tips, strict=True)):
        point = complex(math.cos(angle), math.sin(angle))
        assert tip == pytest.approx([point.real, point.imag], abs=1e-6)
        y = round(0.85 - 0.45 * k, 2)
        assert [texts[x, y] for x in (1.8, 2.6, 3.6)] == [str(k), f"{point.imag:.2f}", f"{point.real:.2f}"]
    written, own = list(texts.values()), angles[follow]
    for number in (math.sin(own), math.cos(own)):
        assert written.count(f"{number:.2f}") == 2  # in the row, and at the line from the hand
    framed = next(patch for patch in axes.patches if patch.get_linewidth() == 2)
    assert framed.get_y() < 0.85 - 0.45 * follow < framed.get_y() + framed.get_height()
    assert figure.alt.endswith(
        f"row {follow} of the table is {math.sin(0.7 * follow):.2f}, {math.cos(0.7 * follow):.2f}."
    )
