"""One cosine per pair, and the four products of a score: every number in the picture is one that was handed over."""

import pytest
import torch

from pe_lesson import frequencies, plots, sinusoidal
from tests.support.drawn import texts, words

DISTANCES = [1, 12, 128]


def test_a_dot_is_what_one_pair_of_two_rows_adds_and_the_line_is_their_similarity():
    figure = plots.cosines_by_pair(torch.cos(torch.tensor(DISTANCES).unsqueeze(1) * frequencies(128)), DISTANCES)
    table = sinusoidal(129, 128, dtype=torch.float64)
    for panel, distance in zip(figure.axes, DISTANCES, strict=True):
        products = (table[128] * table[128 - distance]).unflatten(0, (64, 2)).sum(dim=1)
        high, low, line = panel.lines
        assert {int(pair) for pair in high.get_xdata()} == set((products > 0.9).nonzero().flatten().tolist())
        for dots in (high, low):
            there = torch.tensor(dots.get_xdata())
            assert torch.allclose(torch.tensor(dots.get_ydata()), products[there], atol=1e-9)
        similarity = (table[128] @ table[128 - distance] / 64).item()
        assert line.get_ydata()[0] == pytest.approx(similarity)
        assert words(panel) == [f"mean {similarity:.2f}", f"● {int((products > 0.9).sum())} above 0.9"]
        assert panel.get_ylabel() == f"{distance} apart"
    assert "128 apart, 26 of 64 are above 0.9 and the mean is 0.33" in figure.alt


PRODUCTS = {
    "before": {"word·word": 0.8, "word·row": -1.8, "row·word": -1.9, "row·row": 256.0},
    "own": {"word·word": 499.4, "word·row": -1.9, "row·word": -1.7, "row·row": 249.1},
}


def test_bars_are_as_long_as_their_numbers_and_the_last_is_their_sum():
    figure = plots.four_products(PRODUCTS)
    (axes,) = figure.axes
    said = {gid: float(number) for gid, number in texts(figure).items()}
    for line, parts in enumerate(PRODUCTS.values()):
        shown = [said[f"{line}-{column}"] for column in range(5)]
        assert shown[:4] == list(parts.values())
        assert shown[4] == pytest.approx(sum(shown[:4]), abs=0.051)
    assert "score = sum" in words(axes)
    bars = sorted(axes.patches, key=lambda bar: (bar.get_y(), bar.get_x() + min(bar.get_width(), 0)))
    longest = max(bar.get_width() for bar in bars)
    for bar, number in zip(bars, [said[f"{line}-{column}"] for line in range(2) for column in range(5)], strict=True):
        assert bar.get_width() / longest == pytest.approx(number / 744.9, abs=2e-4)
    assert "own: word·word 499.4, word·row -1.9, row·word -1.7, row·row 249.1, score 744.9." in figure.alt


def test_cosines_and_distances_must_fit():
    with pytest.raises(ValueError, match="for 3 distances"):
        plots.cosines_by_pair(torch.ones(2, 4), DISTANCES)
