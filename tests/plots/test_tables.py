"""Heat maps: one table, its sines beside its cosines, two tables side by side."""

import math

import numpy as np
import pytest

from pe_lesson import frequencies, plots, sinusoidal


def test_two_tables_shows_both_and_their_difference_at_their_positions():
    first, second = sinusoidal(5, 4, 100, start=240), sinusoidal(5, 4, 1000, start=240)
    figure = plots.two_tables(first, second, ("one", "two"), 240)
    panels = figure.axes[:3]
    assert [panel.get_title() for panel in panels] == ["one", "two", "difference"]
    for panel, table in zip(panels, (first, second, second - first), strict=True):
        image = panel.images[0]
        assert np.allclose(image.get_array(), table)
        assert image.get_clim() == (-1, 1)
        assert list(image.get_extent()) == [-0.5, 3.5, 244.5, 239.5]
        assert panel.get_xlabel() == "column"
        assert not panel.patches
    assert panels[0].get_ylabel() == "position"


def test_two_rows_that_became_one_are_framed():
    table = sinusoidal(6, 4, 100, start=10)
    merged = table.clone()
    merged[4] = merged[3]
    figure = plots.two_tables(table, merged, ("one", "two"), 10)
    for panel in figure.axes[:3]:
        (frame,) = panel.patches
        assert (frame.get_y(), frame.get_y() + frame.get_height()) == (12.5, 14.5)
    assert "rows 13 and 14 are one" in figure.alt


@pytest.mark.parametrize(("rows", "columns"), [(100, 512), (64, 128), (10, 4), (1, 1), (256, 3)])
def test_a_heat_map_has_whole_pixels_for_each_row_and_column(rows, columns):
    figure = plots.heat_map(np.zeros((rows, columns)))
    box = figure.axes[0].get_window_extent()
    for pixels, count in ((box.width, columns), (box.height, rows)):
        assert round(pixels / count) >= 1
        assert pixels / count == pytest.approx(round(pixels / count), abs=1e-6)


def test_up_to_four_sines_and_cosines_are_named_above_their_columns():
    def names(table):
        texts = plots.heat_map(table, "a title").axes[0].texts
        return {text.get_position()[0]: text.get_text() for text in texts}

    four = {0: "sine of pair 0", 1: "cosine of pair 0", 2: "sine of pair 1", 3: "cosine of pair 1"}
    assert names(sinusoidal(60, 4, 1000)) == four
    assert names(sinusoidal(60, 2)) == {c: four[c] for c in (0, 1)}
    for other in (sinusoidal(60, 8), sinusoidal(60, 4, start=3), np.zeros((5, 4)), sinusoidal(9, 4).flip(1)):
        assert names(other) == {}


def test_a_heat_map_of_more_columns_than_pixels_fills_its_room():
    assert plots.heat_map(np.zeros((5, 2000))).axes[0].get_window_extent().width == pytest.approx(540)


@pytest.mark.parametrize(("rows", "d_model"), [(100, 512), (100, 128), (20, 8), (60, 90)])
def test_sines_and_cosines_are_slices_of_the_table_with_stripes_of_four_pixels_and_more(rows, d_model):
    table, omega = sinusoidal(rows, d_model), frequencies(d_model)
    figure = plots.sines_and_cosines(table, omega)
    step = math.ceil(d_model / 128)
    for first, panel in enumerate(figure.axes[:2]):
        shown = panel.images[0].get_array()
        assert np.array_equal(shown, table[:, [c for c in range(d_model) if c % (2 * step) == first]])
        box = panel.get_window_extent()
        for pixels, count, least in ((box.width, shown.shape[1], 4), (box.height, rows, 3)):
            assert pixels / count == pytest.approx(round(pixels / count), abs=1e-6)
            assert pixels / count > least - 1e-6
        for pair, label in zip(panel.get_xticks(), panel.get_xticklabels(), strict=True):
            wave = 2 * math.pi * 10_000 ** (2 * step * pair / d_model)
            assert label.get_text() == f"{wave:,.0f}"
    assert figure.get_size_inches()[0] * 100 <= 671


def test_the_words_of_sines_and_cosines_name_the_slowest_pair():
    alt = plots.sines_and_cosines(sinusoidal(100, 512), frequencies(512)).alt
    assert "after about 6 positions" in alt
    assert "sines go from 0.00 to 0.01, its cosines from 1.00 to 1.00" in alt


def test_a_table_that_does_not_fit_its_frequencies_is_refused():
    with pytest.raises(ValueError, match="two columns per frequency"):
        plots.sines_and_cosines(sinusoidal(10, 8), frequencies(512))
