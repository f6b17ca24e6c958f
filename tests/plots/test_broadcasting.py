"""Lesson 05's drawings: each number is read back and computed by another way."""

import math

from pe_lesson import plots
from tests.support.moving import texts


def read(figure, name):
    """The texts whose gid begins with the name, as numbers by row and column."""
    found = texts(figure, f"{name}-").items()
    return {tuple(map(int, k.split("-"))): float(words) for k, words in found if k.replace("-", "").isdigit()}


def test_hadamard_repeats_column_and_row_and_multiplies_entry_by_entry():
    figure = plots.hadamard()
    frequency = [1, 0.1]
    assert read(figure, "position") == read(figure, "position-again") == {(k, 0): k for k in range(10)}
    assert read(figure, "frequency") == {(0, c): frequency[c] for c in range(2)}
    assert read(figure, "frequency-again") == {(k, c): frequency[c] for k in range(9) for c in range(2)}
    assert read(figure, "product") == {(k, c): round(k * frequency[c], 2) for k in range(10) for c in range(2)}
    assert "3 times 1.00 and 0.10 is 3.00 and 0.30" in figure.alt


def test_denominators_gives_each_pair_its_own():
    figure = plots.denominators()
    for pair, denominator in enumerate((1, 10)):
        entries = {(k, c): round(f(k / denominator), 2) for k in range(4) for c, f in enumerate((math.sin, math.cos))}
        assert read(figure, f"pair-{pair}") == entries
    assert [line.rsplit(" = ", 1)[1] for line in texts(figure, "denominator").values()] == ["1", "10"]
    assert "pair i = 1 with denominator 10" in figure.alt
