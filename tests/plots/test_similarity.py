"""Similarity, wavelengths and the choice of n, drawn."""

import io
import math
import warnings

import numpy as np
import pytest
from matplotlib.colors import to_hex

from pe_lesson import plots, sinusoidal
from tests.support.drawn import words


@pytest.mark.parametrize("d_model", [1, 2, 5, 512])
@pytest.mark.parametrize("n", [0.01, 1, 1.5, 10, 1e8, 1e100])
def test_wavelengths_show_one_dot_per_pair_from_2_pi_on(d_model, n):
    figure = plots.wavelengths(d_model, n)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.savefig(io.BytesIO(), bbox_inches="tight")  # as a notebook does
    lengths = figure.axes[0].lines[0].get_ydata()
    assert len(lengths) == math.ceil(d_model / 2)
    assert math.isclose(lengths[0], 2 * math.pi)
    assert math.isclose(lengths[-1], 2 * math.pi * n ** (2 * (len(lengths) - 1) / d_model))


@pytest.mark.parametrize(
    ("d_model", "n", "label"),
    [
        (128, 10_000, "pair 63:\n54,410 positions"),
        (5, 10_000, "pair 2:\n9,958 positions"),
        (8, 0.01, "pair 3:\n0.199 positions"),
    ],
)
def test_the_last_pair_is_named_and_the_line_above_it_is_drawn_only_where_it_is_true(d_model, n, label):
    figure = plots.wavelengths(d_model, n)
    assert label in words(figure.axes[0])
    assert any("beyond the last" in text for text in words(figure.axes[0])) == (n > 1 and d_model % 2 == 0)
    assert label.split("\n")[1].split()[0] in figure.alt


@pytest.mark.parametrize(("rows", "d_model", "row"), [(256, 128, 128), (1, 4, 0), (10, 1, 5), (10, 5, 9)])
def test_similarity_is_one_at_the_row_itself(rows, d_model, row):
    axes = plots.similarity_to(sinusoidal(rows, d_model), row).axes[0]
    shares = axes.lines[0].get_ydata()
    assert len(shares) == rows
    assert math.isclose(shares[row], 1)
    assert axes.texts[0].get_text() == f"row {row}"


def test_the_first_rise_is_marked():
    figure = plots.similarity_to(sinusoidal(256, 128), 128)
    assert any("139 to 140" in label for label in words(figure.axes[0]))
    dot = figure.axes[0].lines[-1]
    wanted = np.cos(12 * 10_000 ** (-np.arange(64) / 64)).mean()
    assert (dot.get_xdata()[0], dot.get_ydata()[0]) == (140, pytest.approx(wanted, abs=1e-6))
    assert "0.33 at row 0" in figure.alt
    assert "it falls at first, and rises from position 139 to 140" in figure.alt


def test_a_larger_next_row_is_no_fall():
    """Sines alone: sin 1 is 0.84, sin 2 is 0.91."""
    assert "it rises from position 1 to 2" in plots.similarity_to(sinusoidal(3, 1), 1).alt


def test_similarity_matrix_is_symmetric_with_ones_on_the_diagonal():
    values = plots.similarity_matrix(sinusoidal(20, 6)).axes[0].images[0].get_array()
    assert values.shape == (20, 20)
    assert np.allclose(values, values.T)
    assert np.allclose(np.diag(values), 1)


def test_the_marked_diagonal_joins_rows_as_far_apart_as_its_words_say():
    figure = plots.similarity_matrix(sinusoidal(128, 128))
    (line,) = figure.axes[0].lines
    assert {int(y - x) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)} == {32}
    mean = np.cos(32 * 10_000 ** (-np.arange(64) / 64)).mean()
    assert words(figure.axes[0]) == [f"32 apart: {mean:.2f}"]
    (label,) = figure.axes[0].texts
    assert (label.xy[1] - label.xy[0], label.get_rotation()) == (32, 315)  # along the line


def test_effect_of_n_starts_at_one_for_every_base_and_names_each_line_at_its_end():
    axes = plots.effect_of_n((10, 100, 1000)).axes[0]
    lines = [line for line in axes.lines if len(line.get_ydata()) > 2]
    assert [line.get_ydata()[0] for line in lines] == [1, 1, 1]
    for line, label in zip(lines, axes.texts, strict=True):
        n = float(label.get_text().removeprefix(" n = ").replace(",", ""))
        assert np.allclose(line.get_ydata()[60], np.cos(60 * n ** (-np.arange(64) / 64)).mean())
        assert abs(label.xy[1] - line.get_ydata()[60]) < 0.25
    heights = sorted(label.xy[1] for label in axes.texts)
    assert min(np.diff(heights)) > 0.09  # labels do not touch
    assert len({(to_hex(line.get_color()), line.get_linestyle()) for line in lines}) == 3


def test_the_similarity_matrix_has_a_scale_from_0():
    assert plots.similarity_matrix(sinusoidal(128, 128)).axes[0].images[0].get_clim() == (0, 1)
    assert plots.similarity_matrix(sinusoidal(40, 2)).axes[0].images[0].get_clim()[0] < -0.9
