"""Every figure: a Matplotlib figure, opaque, with named axes, drawn without a warning and not shown twice."""

import warnings

import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.figure import Figure

from pe_lesson import plots, sinusoidal
from pe_lesson.training import Run

RUN = Run(torch.nn.Linear(1, 1), [0.7, 0.6], [0.5, 0.6], every=2)
ARGUMENTS = {
    "accuracy_by_length": ({"order": {"none": [{8: 0.5, 16: 0.5}], "learned": [{8: 1.0, 16: None}]}}, 8),
    "answers_by_place": ({"one": torch.rand(4, 4)},),
    "dials": (3, 2),
    "effect_of_n": ([100, 10_000],),
    "heat_map": (sinusoidal(20, 8), "a title"),
    "learning_curves": ({"one": [RUN]},),
    "shifted_row": (3,),
    "similarity_matrix": (sinusoidal(20, 8),),
    "similarity_to": (sinusoidal(20, 8), 10),
    "two_tables": (sinusoidal(20, 8), sinusoidal(20, 8, 100), ("one", "two")),
    "wavelengths": (16,),
}
WITH_POSITIONS_AND_DIMENSIONS = ("heat_map", "binary_matrix", "two_tables")


@pytest.mark.parametrize("name", plots.__all__)
def test_figure_draws_without_a_warning_and_is_not_shown_twice(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = getattr(plots, name)(*ARGUMENTS.get(name, ()))
        figure.canvas.draw()
    assert isinstance(figure, Figure)
    assert figure.get_facecolor() == (1, 1, 1, 1)
    assert not plt.get_fignums()


@pytest.mark.parametrize("name", WITH_POSITIONS_AND_DIMENSIONS)
def test_map_names_its_axes_from_zero_and_has_a_colour_bar(name):
    figure = getattr(plots, name)(*ARGUMENTS.get(name, ()))
    maps = [axes for axes in figure.axes if axes.get_images()]
    assert "dimension" in maps[0].get_xlabel()
    assert "position" in maps[0].get_ylabel()
    assert maps[0].get_xlim()[0] == -0.5
    if name != "binary_matrix":  # its entries are written in
        assert len(figure.axes) > len(maps)
