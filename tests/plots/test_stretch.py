"""Dials with the angles of training and new ones, drawn."""

import math

import pytest
from matplotlib.patches import Rectangle

from pe_lesson import frequencies, plots
from pe_lesson.positions.rope_scaling import ntk_base
from tests.support.bad_input import refusal
from tests.support.drawn import words

OWN, RAISED = frequencies(16, 100), frequencies(16, ntk_base(100, 4, 16))
SCHEMES = {"as trained": OWN, "larger base": RAISED}


def sectors(figure, kind):
    """Where each sector of a kind begins and ends, in degrees, by row and pair."""
    found = {patch.get_gid(): patch for patch in figure.axes[0].patches}
    return {gid.removeprefix(kind): (-p.theta2, -p.theta1) for gid, p in found.items() if gid and gid.startswith(kind)}


def reached(omega, length):
    """The largest angle between two tokens of a text, counted offset by offset; a whole turn holds all."""
    return min(360.0, max(math.degrees(offset * omega) for offset in range(length)))


def test_sectors_are_the_angles_of_training_and_those_that_only_the_text_has():
    figure = plots.pair_turns(OWN, 16, 64, SCHEMES)
    seen, new = sectors(figure, "seen"), sectors(figure, "new")
    for row, given in enumerate(SCHEMES.values()):
        for i in range(8):
            before, after = reached(OWN[i].item(), 16), reached(given[i].item(), 64)
            assert seen[f"-{row}-{i}"] == pytest.approx((0, before))
            assert new.get(f"-{row}-{i}", (before, before)) == pytest.approx((before, after))
            assert (f"-{row}-{i}" in new) == (i > 1)
    assert "15 in pair 7. A text of 64 adds new angles: as trained: pair 2 to 360" in figure.alt
    assert figure.alt.endswith("pair 7 to 16.")


def test_divisors_stand_below_the_dials_of_other_frequencies_only():
    said = words(plots.pair_turns(OWN, 16, 64, SCHEMES).axes[0])
    assert [text for text in said if "÷" in text] == [f"÷ {math.exp(math.log(4) * i / 7):.2f}" for i in range(8)]
    assert said[-3:] == ["pair 7", "trained", "new angles"]


def test_the_legend_has_the_looks_of_the_sectors():
    patches = plots.pair_turns(OWN, 16, 64, SCHEMES).axes[0].patches
    looks = [
        {(p.get_facecolor(), p.get_hatch()) for p in patches if (p.get_gid() or "").startswith(kind)}
        for kind in ("seen", "new")
    ]
    assert [{(p.get_facecolor(), p.get_hatch())} for p in patches if isinstance(p, Rectangle)] == looks


def test_a_text_that_fits_adds_no_angle():
    figure = plots.pair_turns(OWN, 16, 16, {"as trained": OWN})
    assert sectors(figure, "new") == {}
    assert figure.alt.endswith("as trained: none.")


def test_one_to_four_schemes():
    for count, got in ((0, "none"), (5, 5)):
        schemes = {str(i): OWN for i in range(count)}
        refusal(lambda schemes=schemes: plots.pair_turns(OWN, 16, 64, schemes), ValueError, "1 to 4", got)
