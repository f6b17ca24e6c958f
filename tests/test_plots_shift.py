"""Figures of lesson 07: they draw what they say, at odd sizes too."""

import math

import numpy as np
import pytest

from pe_lesson import plots, sinusoidal


@pytest.mark.parametrize("d_model", [1, 2, 5, 512])
@pytest.mark.parametrize("n", [1.5, 10, 1e8])
def test_wavelengths_show_one_dot_a_pair_and_the_longest_below_n_turns(d_model, n):
    line = plots.wavelengths(d_model, n).axes[0].lines[0]
    lengths = line.get_ydata()
    assert len(lengths) == math.ceil(d_model / 2)
    assert max(lengths) <= 2 * math.pi * n
    assert math.isclose(lengths[0], 2 * math.pi)


@pytest.mark.parametrize(("rows", "d_model", "row"), [(256, 128, 128), (1, 4, 0), (10, 1, 5), (10, 5, 9)])
def test_similarity_is_one_at_the_row_itself(rows, d_model, row):
    axes = plots.similarity_to(sinusoidal(rows, d_model), row).axes[0]
    shares = axes.lines[0].get_ydata()
    assert len(shares) == rows
    assert math.isclose(shares[row], 1)


def test_the_first_rise_is_marked():
    axes = plots.similarity_to(sinusoidal(256, 128), 128).axes[0]
    assert "139 to 140" in axes.texts[0].get_text()


def test_similarity_matrix_is_symmetric_with_ones_on_the_diagonal():
    values = plots.similarity_matrix(sinusoidal(20, 6)).axes[0].images[0].get_array()
    assert values.shape == (20, 20)
    assert np.allclose(values, values.T)
    assert np.allclose(np.diag(values), 1)


def test_effect_of_n_starts_at_one_for_every_base():
    axes = plots.effect_of_n((10, 1000)).axes[0]
    assert [line.get_ydata()[0] for line in axes.lines[:2]] == [1, 1]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["n = 10", "n = 1,000"]


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


@pytest.mark.parametrize(("offset", "position"), [(3, 5), (0, 0), (-20, 5)])
def test_the_moved_row_is_the_row_of_the_formula(offset, position):
    right = plots.shifted_row(offset, position).axes[1]
    after, moved = (next(line for line in right.lines if words in line.get_label()) for words in ("formula", "times"))
    assert np.allclose(after.get_ydata(), moved.get_ydata())
    assert math.isclose(after.get_ydata()[0], math.sin(position + offset), abs_tol=1e-12)


def test_float32_phases_drift_and_float64_phases_do_not():
    rough, exact = (line.get_ydata() for line in plots.phase_errors(64).axes[0].lines)
    assert rough[-1] > 1e-2
    assert max(exact) <= 3.0e-8


def test_equal_sines_move_opposite_ways():
    words = [text.get_text() for text in plots.sine_alone().axes[1].texts]
    assert any("0.00 → 0.84" in text for text in words)
    assert any("-0.01 → -0.85" in text for text in words)
