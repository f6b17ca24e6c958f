"""A grid's encoding, drawn as a map."""

import numpy as np
import torch

from pe_lesson import plots
from pe_lesson.positions.two_dimensions import sinusoidal_grid
from tests.support.bad_input import refusal

GRID = sinusoidal_grid(6, 9, 16, dtype=torch.float64)


def test_similarity_is_one_at_the_place_itself_and_symmetric_around_it():
    figure = plots.grid_similarity(GRID, 2, 4)
    axes, bar = figure.axes
    alike = axes.get_images()[0].get_array()
    assert alike.shape == (6, 9)
    assert alike.argmax() == 2 * 9 + 4
    assert np.isclose(alike[2, 4], 1)
    assert np.allclose(alike[:, 0], alike[:, 8])
    assert np.allclose(alike[0], alike[4])
    cross = axes.lines[0]
    assert (cross.get_xdata()[0], cross.get_ydata()[0]) == (4, 2)
    assert "row 2, column 4" in bar.get_ylabel()
    framed = [(patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()) for patch in axes.patches]
    assert framed == [(-0.5, 1.5, 9, 1), (3.5, -0.5, 1, 6)]
    assert f"in this row at least {alike[2].min():.2f}, in this column at least {alike[:, 4].min():.2f}" in figure.alt


def test_a_grid_in_training_or_in_half_precision_is_drawn():
    for grid in (GRID.clone().requires_grad_(), GRID.bfloat16()):
        plots.grid_similarity(grid, 0, 0).canvas.draw()


def test_what_cannot_be_drawn_is_refused():
    refusal(lambda: plots.grid_similarity(GRID[0], 0, 0), ValueError, "(height, width, d_model)", "(9, 16)")
    for bad in (None, GRID + 1j):
        refusal(lambda bad=bad: plots.grid_similarity(bad, 0, 0), TypeError, "grid must")
    refusal(lambda: plots.grid_similarity(GRID, 6, 0), ValueError, "row must be 0 to 5", 6)
    refusal(lambda: plots.grid_similarity(GRID, 0, 9), ValueError, "column must be 0 to 8", 9)
