"""Similarity, wavelengths and the choice of n, drawn."""

import io
import math
import warnings

import numpy as np
import pytest

from pe_lesson import plots, sinusoidal


@pytest.mark.parametrize("d_model", [1, 2, 5, 512])
@pytest.mark.parametrize("n", [1, 1.5, 10, 1e8, 1e100])
def test_wavelengths_show_one_dot_a_pair_and_the_longest_below_n_turns(d_model, n):
    figure = plots.wavelengths(d_model, n)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.savefig(io.BytesIO(), bbox_inches="tight")  # as a notebook does
    line = figure.axes[0].lines[0]
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


def test_the_similarity_matrix_has_a_scale_from_0():
    assert plots.similarity_matrix(sinusoidal(128, 128)).axes[0].images[0].get_clim() == (0, 1)
    assert plots.similarity_matrix(sinusoidal(40, 2)).axes[0].images[0].get_clim()[0] < -0.9
