"""Two tables side by side."""

import numpy as np
import pytest

from pe_lesson import plots, sinusoidal


def test_two_tables_shows_both_and_their_difference_at_their_positions():
    first, second = sinusoidal(5, 4, 100, start=240), sinusoidal(5, 4, 1000, start=240)
    figure = plots.two_tables(first, second, ("one", "two"), 240)
    panels = figure.axes[:3]
    assert [panel.get_title() for panel in panels] == ["one", "two", "difference"]
    for panel, table in zip(panels, (first, second, second - first), strict=True):
        image = panel.images[0]
        assert np.allclose(image.get_array(), table)
        assert image.get_clim() == (-1, 1)
        assert image.get_extent() == [-0.5, 3.5, 244.5, 239.5]
        assert panel.get_xlabel() == "column"
    assert panels[0].get_ylabel() == "position"
    assert figure.get_facecolor() == (1, 1, 1, 1)


@pytest.mark.parametrize(("rows", "columns"), [(100, 512), (64, 128), (10, 4), (1, 1), (256, 3)])
def test_a_heat_map_has_whole_pixels_for_each_row_and_column(rows, columns):
    figure = plots.heat_map(np.zeros((rows, columns)))
    box = figure.axes[0].get_window_extent()
    for pixels, count in ((box.width, columns), (box.height, rows)):
        assert round(pixels / count) >= 1
        assert pixels / count == pytest.approx(round(pixels / count), abs=1e-6)


def test_a_heat_map_of_more_columns_than_pixels_fills_its_room():
    assert plots.heat_map(np.zeros((5, 2000))).axes[0].get_window_extent().width == pytest.approx(560)
