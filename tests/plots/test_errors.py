"""The errors of tokens: bars and numbers are those that were given, below the tokens that have them."""

import pytest
import torch
from matplotlib.colors import to_hex

from pe_lesson import plots
from tests.support.drawn import boxes, texts, written

ERRORS = {"one": torch.tensor([0.0, 0.004, 2.0]), "two": torch.tensor([0.5, 1.0, 0.0])}
AT = torch.tensor([0, 0, 0, 1, 7])


@pytest.fixture(scope="module")
def figure():
    return plots.token_errors(ERRORS, list("hhabc"), AT)


def test_bars_stand_below_the_last_tokens_and_are_as_high_as_the_errors(figure):
    bars = boxes(figure)
    middles = [text.get_position()[0] for text in written(figure, "at-").values()]
    heights = torch.tensor([bar.get_height() for bar in bars]).view(2, 3)
    assert torch.allclose(heights / heights[0, 2] * 2, torch.stack([*ERRORS.values()]), atol=1e-5)
    assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx(2 * middles[2:])


def test_numbers_and_positions_are_those_given(figure):
    said = texts(figure)
    for model, error in ERRORS.items():
        shown = [said[f"{model}-{column}"] for column in (2, 3, 4)]
        assert [float(words) for words in shown] == pytest.approx(error.tolist(), abs=0.0051)
        assert f"{model}-1" not in said  # padding has no bar
    assert [int(said[f"at-{column}"]) for column in range(5)] == AT.tolist()


def test_the_quantity_is_named_in_the_colour_of_the_bars(figure):
    (axes,) = figure.axes
    (name,) = (text for text in axes.texts if text.get_text() == "difference")
    assert {to_hex(bar.get_facecolor()) for bar in axes.patches} == {to_hex(name.get_color())}


def test_small_errors_stay_small_and_the_words_have_all_numbers():
    figure = plots.token_errors({"RoPE": torch.tensor([0.1])}, ["a"], torch.tensor([3]))
    (bar,) = figure.axes[0].patches
    assert bar.get_height() < 0.06  # a tenth of the height that 1 has
    assert figure.alt == ("Tokens a at positions 3. How far each token of the text is from the text alone: RoPE 0.10.")
