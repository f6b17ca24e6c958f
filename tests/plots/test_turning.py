"""Pairs as points on circles, drawn."""

import math

import pytest

from pe_lesson import plots


@pytest.mark.parametrize(("d_model", "pairs"), [(2, 1), (8, 4), (10, 5), (512, 256)])
def test_dials_draw_one_circle_a_pair_with_two_hands(d_model, pairs):
    axes = plots.dials(3, 5, d_model).axes[0]
    assert len(axes.patches) == pairs
    hands = [line for line in axes.lines if line.get_marker() == "o"]
    assert len(hands) == 2 * pairs
    for hand, position in zip(hands, (3, 8), strict=False):
        assert [data[-1] for data in hand.get_data()] == pytest.approx([math.cos(position), math.sin(position)])


def test_dials_without_offset_show_one_hand():
    axes = plots.dials(3).axes[0]
    assert sum(line.get_marker() == "o" for line in axes.lines) == 4
    assert "row 3: sin 0.14, cos -0.99" in [text.get_text() for text in axes.texts]


def test_a_turn_starts_at_one_hand_and_ends_at_the_other():
    axes = plots.dials(3, -20, 2).axes[0]
    x, y = max((line.get_data() for line in axes.lines), key=lambda data: len(data[0]))
    for point, angle in ((0, 3), (-1, -17)):
        assert math.isclose(math.sin(math.atan2(y[point], x[point]) - angle), 0, abs_tol=1e-9)


def test_equal_sines_move_opposite_ways():
    words = [text.get_text() for text in plots.sine_alone().axes[1].texts]
    assert any("0.00 → 0.84" in text for text in words)
    assert any("-0.01 → -0.85" in text for text in words)
