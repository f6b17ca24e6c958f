"""Pairs against their turns, drawn."""

import pytest

from helpers.bad_input import refusal
from pe_lesson import frequencies, plots
from pe_lesson.positions.rope_scaling import turns

OWN = frequencies(16, 100)


def test_bars_are_turns_in_training_and_marks_turns_in_the_text():
    axes = plots.pair_turns(OWN, 16, 64, {"as trained": OWN, "squeezed": OWN / 4}).axes[0]
    tops = [bar.get_y() + bar.get_height() for bar in axes.patches]
    marks = {line.get_label(): line.get_ydata() for line in axes.lines}
    assert tops == pytest.approx(turns(OWN, 16).tolist())
    assert marks["as trained, length 64"] == pytest.approx(turns(OWN, 64).tolist())
    assert marks["squeezed, length 64"] == pytest.approx(tops)


def test_one_to_five_schemes():
    for count in (0, 6):
        schemes = {str(i): OWN for i in range(count)}
        refusal(lambda schemes=schemes: plots.pair_turns(OWN, 16, 64, schemes), ValueError, "1 to 5", count)
