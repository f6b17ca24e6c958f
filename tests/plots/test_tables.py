"""Two tables side by side."""

import numpy as np

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
        assert panel.get_xlabel() == "dimension"
    assert panels[0].get_ylabel() == "position"
    assert figure.get_facecolor() == (1, 1, 1, 1)
