"""Lesson 10's pictures: RoPE's hands, ALiBi's lines."""

import cmath
import math

import pytest
import torch

from pe_lesson import plots
from pe_lesson.positions import Alibi, Rotary
from tests.support.bad_input import refusal
from tests.support.drawn import texts, words

PLACES = [(5, 3), (105, 103), (3, 5)]


def test_angles_and_scores_are_those_of_complex_numbers():
    torch.manual_seed(1)
    both = torch.randn(2, 8, dtype=torch.float64)
    rotated = torch.stack([Rotary(8)(both, torch.tensor(place)) for place in PLACES])
    figure = plots.rope_turn(rotated, PLACES)
    said = texts(figure)
    query, key = ([complex(*pair) for pair in row.view(4, 2).tolist()] for row in both)
    for number, (k, j) in enumerate(PLACES):
        hands = [
            (q * cmath.exp(1j * k * 0.1**i), w * cmath.exp(1j * j * 0.1**i))
            for i, (q, w) in enumerate(zip(query, key, strict=True))
        ]
        score = sum((q * w.conjugate()).real for q, w in hands)
        angle = abs(math.degrees(cmath.phase(hands[1][0] / hands[1][1])))
        assert said[f"score-{number}"] == f"score of 4 pairs: {score:.4f}"
        assert said[f"angle-{number}"] == f"angle in pair 1: {angle:.0f}°"
        assert f"query at {k} and key at {j}: {angle:.0f} degrees apart, score {score:.4f}" in figure.alt
        wedge = [patch for patch in figure.axes[0].patches if hasattr(patch, "theta1")][number]
        assert wedge.theta2 - wedge.theta1 == pytest.approx(angle)


def test_lines_are_the_bias_and_the_weights_that_it_makes():
    figure = plots.alibi_lines(Alibi(2)(torch.arange(9)))
    left, right = figure.axes
    for head, slope in enumerate((1 / 16, 1 / 256)):
        costs = [-slope * distance for distance in range(9)]
        total = sum(math.exp(cost) for cost in costs)
        assert left.lines[head].get_ydata() == pytest.approx(costs)
        assert f"slope 1/{round(1 / slope)}" in words(left)
        assert right.lines[head].get_ydata() == pytest.approx([math.exp(cost) / total for cost in costs])
        assert f"slope 1/{round(1 / slope)}: bias {costs[8]:.2f}, weight {math.exp(costs[8]) / total:.2f}" in figure.alt


def test_what_cannot_be_drawn_is_refused():
    rotated = torch.zeros(2, 2, 8)
    for bad, places, pair in ((rotated, PLACES, 1), (rotated, PLACES[:2], 4), (rotated[0], PLACES[:2], 1)):
        refusal(
            lambda bad=bad, places=places, pair=pair: plots.rope_turn(bad, places, pair), ValueError, "rotated must"
        )
    for bad in (torch.zeros(5, 3, 3), torch.zeros(3, 3), torch.zeros(1, 3, 4), torch.zeros(1, 1, 1)):
        refusal(lambda bad=bad: plots.alibi_lines(bad), ValueError, "bias must be", tuple(bad.shape))
