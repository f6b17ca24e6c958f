"""Every figure: a Matplotlib figure, opaque, with named axes, drawn without a warning and not shown twice."""

import warnings

import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.figure import Figure

from helpers.bad_input import refusal
from pe_lesson import PositionalEncoding, plots, sinusoidal
from pe_lesson.attention.training import Run

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
    assert "column" in maps[0].get_xlabel()
    assert "position" in maps[0].get_ylabel()
    assert maps[0].get_xlim()[0] == -0.5
    if name != "binary_matrix":  # its entries are written in
        assert len(figure.axes) > len(maps)


TABLES = {
    "heat_map": plots.heat_map,
    "similarity_matrix": plots.similarity_matrix,
    "similarity_to": lambda table: plots.similarity_to(table, 0),
    "two_tables": lambda table: plots.two_tables(table, table, ("one", "two")),
}


@pytest.mark.parametrize("draw", TABLES.values(), ids=TABLES)
def test_what_is_no_table_is_refused(draw):
    for bad in (None, "table", [[1.0], [1.0, 2.0]], torch.zeros(2, 2).to_sparse(), torch.zeros(2, 2) + 1j):
        refusal(lambda bad=bad: draw(bad), TypeError, "must")
    for bad in (torch.zeros(4), PositionalEncoding(4, max_length=20).pe, torch.zeros(0, 4)):
        refusal(lambda bad=bad: draw(bad), ValueError, "(rows, columns)", tuple(bad.shape))


@pytest.mark.parametrize("draw", TABLES.values(), ids=TABLES)
def test_a_table_in_training_or_in_half_precision_is_drawn(draw):
    for table in (sinusoidal(5, 4).requires_grad_(), sinusoidal(5, 4).bfloat16(), sinusoidal(5, 4).half()):
        draw(table).canvas.draw()


def test_figures_refuse_what_they_cannot_draw():
    table = sinusoidal(5, 4)
    refusal(lambda: plots.two_tables(table, table[:3], ("one", "two")), ValueError, "(5, 4)", "(3, 4)")
    for bad, error in ((5, ValueError), (-1, ValueError), (True, TypeError), (1.0, TypeError)):
        refusal(lambda bad=bad: plots.similarity_to(table, bad), error, "position", bad)
    refusal(lambda: plots.effect_of_n(range(2, 9)), ValueError, "bases", 7)
    for draw in (plots.learning_curves, plots.answers_by_place):
        for count in (0, 7):
            refusal(lambda draw=draw, count=count: draw({str(i): [RUN] for i in range(count)}), ValueError, "1 to 6")
    refusal(lambda: plots.normalised_lengths(3), ValueError, "short", 3)
    for draw in (plots.dials, lambda k: plots.dials(0, k), lambda k: plots.shifted_row(3, k)):
        for bad, error in (("a", TypeError), (1.5, TypeError), (10**400, ValueError)):
            refusal(lambda draw=draw, bad=bad: draw(bad), error, "must be")
