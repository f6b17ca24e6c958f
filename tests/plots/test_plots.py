"""Every figure: a Matplotlib figure, opaque, with named axes, drawn without a warning and not shown twice."""

import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.text import Text

from pe_lesson import PositionalEncoding, frequencies, plots, sinusoidal
from pe_lesson.attention.results import Results
from pe_lesson.attention.training import Run
from pe_lesson.encoding.schemes import binary_code, raw_index
from pe_lesson.plots import _style
from pe_lesson.positions.two_dimensions import sinusoidal_grid
from tests.support.bad_input import refusal
from tests.support.words import speak_in_brackets

RUN = Run(torch.nn.Linear(1, 1), [0.7, 0.6], [0.5, 0.6], eval_every=2)
ARGUMENTS = {
    "alibi_lines": (torch.zeros(2, 3, 3),),
    "answers_by_position": ({"one": torch.rand(4, 4)},),
    "attention_arrows": (torch.eye(2), ["key", "value"]),
    "bits_and_waves": (binary_code(16, 4), sinusoidal(16, 8)),
    "bucket_strips": ({"decoder": torch.tensor([0, 1, 2, 2, 3, 3, 3])},),
    "cosines_by_pair": (torch.rand(2, 4), [1, 2]),
    "dials": (3, 2),
    "effect_of_n": ([100, 10_000],),
    "four_products": ({"own key": {"word·word": 2.0, "row·row": -1.0}},),
    "grid_similarity": (sinusoidal_grid(5, 4, 8), 4, 3),
    "hand_to_row": (sinusoidal(4, 2),),
    "heads_split": (torch.rand(48), 2, "A"),
    "heat_map": (sinusoidal(20, 8), "a title"),
    "index_growth": (raw_index(4), torch.rand(4, 2)),
    "known_by_length": ({"order": Results([8, 16], {"none": [[0.5, 0.5]], "learned": [[1.0, None]]})}, 8),
    "kv_cache": (torch.ones(5, 5).tril() / torch.arange(1, 6).unsqueeze(1), list("abcde")),
    "learning_curves": ({"one": [RUN]},),
    "moved_weights": (torch.eye(2), torch.eye(2), ["dog", "bites"], [1, 0]),
    "normalised_lengths": (raw_index(4), raw_index(5)),
    "padding_in_scores": (torch.tensor([True, False]), *[(torch.eye(2), torch.eye(2))] * 2),
    "one_hot_rows": (torch.eye(5, dtype=torch.long), sinusoidal(5, 2), 3),
    "padded_rows": ([["a"], ["b", "c"]], torch.tensor([[0, 3], [1, 2]]), torch.tensor([[True, False], [True, True]])),
    "pair_turns": (frequencies(16, 100), 16, 64, {"as trained": frequencies(16, 100)}),
    "rope_turn": (torch.rand(1, 2, 4), [(1, 2)]),
    "pipeline": (["a", "b", "c"], torch.tensor([0, 1, 2]), sinusoidal(3, 4), sinusoidal(3, 4)),
    "resized_rows": (3, {"ends aligned": torch.linspace(0, 2, 5)}),
    "rows_of_a_table": (torch.tensor([[0, 1], [1, 2]]), sinusoidal(3, 4), ["a", "b", "c"], 1),
    "similarity_matrix": (sinusoidal(20, 8),),
    "similarity_to": (sinusoidal(20, 8), 10),
    "sines_and_cosines": (sinusoidal(20, 8), frequencies(8)),
    "step_lengths": ({"one": sinusoidal(4, 2)},),
    "token_errors": ({"RoPE": torch.rand(3)}, list("habc"), torch.tensor([0, 0, 1, 2])),
    "two_tables": (sinusoidal(20, 8), sinusoidal(20, 8, 100), ("one", "two")),
    "wavelengths": (16,),
    "who_looks_at_whom": ({"dog bites": torch.eye(2)}, ["bites"]),
    "whole_way": (["a", "b"], torch.tensor([1, 0]), {"x": torch.ones(2, 4)}, torch.ones(2), ["dog", "man"]),
    "who_sees_whom": ({"causal": (torch.ones(2, 2).tril().bool(), ["a", "b"], torch.arange(2), 1)},),
}


@pytest.mark.parametrize("name", plots.__all__)
@pytest.mark.filterwarnings("error")
def test_figure_draws_without_a_warning_with_named_axes_and_is_not_shown_twice(name):
    figure = getattr(plots, name)(*ARGUMENTS.get(name, ()))  # with arguments it needs a line in ARGUMENTS
    figure.canvas.draw()
    assert figure.get_facecolor() == (1, 1, 1, 1)
    assert not plt.get_fignums()
    shown = [axes for axes in figure.axes if axes.axison and not hasattr(axes, "_colorbar")]  # a drawing has none
    lowest = [axes for axes in shown if axes.get_subplotspec().is_last_row()]
    assert all(axes.get_xlabel() for axes in lowest), f"{name}: name each x axis, axes.set(xlabel=...)"
    assert not shown or shown[0].get_ylabel(), f"{name}: name the first y axis, axes.set(ylabel=...)"


def _own_words(given):
    """The words of a learner in the arguments of a figure."""
    if isinstance(given, str):
        return {given}
    inner = [*given, *given.values()] if isinstance(given, dict) else given if isinstance(given, list | tuple) else []
    return set().union(*map(_own_words, inner))


@pytest.mark.parametrize("name", plots.__all__)
def test_in_another_language_alternatives_are_english_and_a_learners_own_words_stay(name, monkeypatch):
    arguments = ARGUMENTS.get(name, ())
    english = getattr(plots, name)(*arguments).alt
    speak_in_brackets(monkeypatch)
    monkeypatch.setattr(_style, "_with_hangul", lambda: None)
    figure = getattr(plots, name)(*arguments)
    assert figure.alt == english
    drawn = {text.get_text() for text in figure.findobj(Text)}
    assert not drawn & {f"«{word}»" for word in _own_words(arguments)}


TABLES = {
    "heat_map": plots.heat_map,
    "similarity_matrix": plots.similarity_matrix,
    "similarity_to": lambda table: plots.similarity_to(table, 0),
    "two_tables": lambda table: plots.two_tables(table, table, ("one", "two")),
}


@pytest.mark.parametrize("draw", TABLES.values(), ids=TABLES)
def test_what_is_no_table_is_refused(draw):
    for bad in (None, "table", [[1.0], [1.0, 2.0]], torch.zeros(2, 2) + 1j):
        refusal(lambda bad=bad: draw(bad), TypeError, "must")
    for bad in (torch.zeros(4), PositionalEncoding(4, max_length=20).pe, torch.zeros(0, 4)):
        refusal(lambda bad=bad: draw(bad), ValueError, "(rows, columns)", tuple(bad.shape))


@pytest.mark.parametrize("draw", TABLES.values(), ids=TABLES)
def test_a_table_of_any_real_numbers_is_drawn(draw):
    table = sinusoidal(5, 4)
    for odd in (table.clone().requires_grad_(), table.bfloat16(), table.half(), table.numpy()[::-1], table > 0):
        draw(odd).canvas.draw()


def test_figures_refuse_what_they_cannot_draw():
    table = sinusoidal(5, 4)
    refusal(lambda: plots.two_tables(table, table[:3], ("one", "two")), ValueError, "(5, 4)", "(3, 4)")
    for bad, error in ((5, ValueError), (-1, ValueError), (True, TypeError), (1.0, TypeError)):
        refusal(lambda bad=bad: plots.similarity_to(table, bad), error, "position", bad)
    refusal(lambda: plots.effect_of_n(range(2, 9)), ValueError, "bases", 7)
    for draw, most in ((plots.learning_curves, 2), (plots.answers_by_position, 6)):
        for count in (0, most + 1):
            many = {str(i): [RUN] for i in range(count)}
            refusal(lambda draw=draw, many=many: draw(many), ValueError, f"1 to {most}")
    for draw in (plots.dials, lambda k: plots.dials(0, k)):
        for bad, error in (("a", TypeError), (1.5, TypeError), (10**30, ValueError)):
            refusal(lambda draw=draw, bad=bad: draw(bad), error, "must be")


def test_figures_say_in_one_line_what_they_were_not_given():
    table = sinusoidal(5, 4)
    for bad in (100, "100"):
        refusal(lambda bad=bad: plots.effect_of_n(bad), TypeError, "bases", "[100, 10_000]", bad)
    refusal(lambda: plots.effect_of_n([]), ValueError, "bases must be 1 to 6, got none")
    refusal(lambda: plots.effect_of_n([10], max_distance=-5), ValueError, "max_distance", -5)
    for bad in (("one",), "ab", 2, ("a", "b", "c")):
        refusal(lambda bad=bad: plots.two_tables(table, table, bad), ValueError, "names must be two titles")
    refusal(lambda: plots.two_tables(table, table, ("a", "b"), start=-1), ValueError, "start", -1)
    refusal(lambda: plots.similarity_matrix(torch.zeros(4097, 2)), ValueError, "4096 rows at most, got 4097")


@pytest.mark.parametrize("dtype", [torch.uint8, torch.bool, torch.int64])
def test_differences_of_whole_numbers_do_not_wrap(dtype):
    three, five = torch.tensor([[3.0]]).to(dtype), torch.tensor([[5.0]]).to(dtype)
    shown = plots.two_tables(three, five, ("three", "five")).axes[2].get_images()[0].get_array()
    assert float(shown[0, 0]) == float(five.double() - three.double())


@pytest.mark.parametrize("name", sorted(plots.__all__))
def test_figures_are_drawn_whatever_torchs_default_device_is(name):
    arguments = ARGUMENTS.get(name, ())
    with torch.device("meta"):
        try:
            getattr(plots, name)(*arguments).canvas.draw()
        except (TypeError, RuntimeError) as error:  # NotImplementedError is a RuntimeError
            pytest.fail(f"{name} draws from tensors of another device ({error}); decorate it with @on_cpu of _style.py")
