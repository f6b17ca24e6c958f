"""The pictures of lesson 00."""

import pytest

from pe_lesson import plots


@pytest.mark.parametrize(
    "figure",
    [
        lambda: plots.index_growth(2),
        lambda: plots.index_growth(),
        lambda: plots.normalised_lengths(),
        lambda: plots.normalised_lengths(20, 4),
        lambda: plots.binary_matrix(),
        lambda: plots.binary_matrix(5, 3),
        lambda: plots.step_lengths(2),
        lambda: plots.step_lengths(),
    ],
)
def test_figures_are_opaque_and_named(figure):
    drawn = figure()
    assert drawn.get_facecolor() == (1, 1, 1, 1)
    assert drawn.axes[0].get_xlabel()
    assert drawn.axes[0].get_ylabel()
