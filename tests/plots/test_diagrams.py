"""Lessons 04 and 05, drawn: each number is read back where it stands, or computed by another way."""

import math

import pytest

from pe_lesson import plots, source
from pe_lesson.encoding.table import sinusoidal_loop
from tests.support.drawn import frames, texts, written
from tools.draw_images import first_sentence


@pytest.mark.parametrize("follow", [0, 2, 5])
def test_pipeline_shows_each_token_with_its_row_its_position_and_their_sum(follow):
    tokens, ids, embedded, _ = first_sentence()
    table = sinusoidal_loop(6, 4, 1000)
    figure = plots.pipeline(tokens, ids, embedded, table, follow)
    said = written(figure)
    for k in range(6):
        one, other = source.EMBEDDINGS[ids[k]].tolist(), table[k].tolist()
        wanted = {"tokens": [tokens[k]], "ids": [str(int(ids[k]))], "embeddings": one, "encoding": other}
        for name, row in (wanted | {"sum": list(map(float.__add__, one, other))}).items():
            drawn = [said[f"{name}-{k}-{c}"].get_text() for c in range(len(row))]
            assert drawn == [value if isinstance(value, str) else f"{value:.2f}" for value in row]
        assert said[f"position-{k}"].get_text() == str(k)
    (frame,) = frames(figure)
    framed = [k for k in range(6) if frame.get_y() < said[f"tokens-{k}-0"].get_position()[1] < frame.get_y() + 0.32]
    assert framed == [follow]
    assert f"{tokens[follow]} has id {int(ids[follow])}" in figure.alt


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
