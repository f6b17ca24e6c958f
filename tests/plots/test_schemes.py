"""The pictures of lesson 00's schemes: what they draw is computed here by another way."""

import math

import pytest
import torch

from pe_lesson import plots
from pe_lesson.encoding.schemes import binary_code, normalised_index, raw_index, sine_cosine
from tests.support.bad_input import refusal
from tests.support.drawn import texts, words


def line(figure, name):
    return next(line for axes in figure.axes for line in axes.lines if line.get_gid() == name).get_ydata()


def test_raw_index_is_drawn_over_the_entries():
    entries = torch.randn(16, 8)
    figure = plots.index_growth(raw_index(16), entries)
    *columns, index = [line.get_ydata() for line in figure.axes[0].lines]
    assert list(index) == list(range(16))
    assert [list(column) for column in columns] == [pytest.approx(column.tolist()) for column in entries.T]
    assert "rises to 15 at position 15" in figure.alt
    assert f"Between {min(entries.flatten().tolist()):.1f} and {max(entries.flatten().tolist()):.1f}" in figure.alt


def test_normalised_index_has_two_values_at_position_3():
    figure = plots.normalised_lengths(normalised_index(5), normalised_index(9))
    assert [text for text in words(figure.axes[0]) if text[0] == "0"] == [f"{3 / 4:.3g}", f"{3 / 8:.3g}"]
    assert figure.alt.endswith("at 0.75 on the first and at 0.375 on the second.")
    refusal(lambda: plots.normalised_lengths(raw_index(3), raw_index(5)), ValueError, "four rows", "3 and 5")


def test_steps_are_the_lengths_from_row_to_row():
    waves = sine_cosine(16)
    figure = plots.step_lengths({"bits": binary_code(16), "sines": waves[:, 0::2], "both": waves})
    changed = [math.sqrt((k ^ (k + 1)).bit_count()) for k in range(15)]
    assert line(figure, "bits") == pytest.approx(changed)
    angle = lambda k, pair: k / 10_000 ** (2 * pair / 8)  # noqa: E731
    by = [[math.sin(angle(k + 1, i)) - math.sin(angle(k, i)) for i in range(4)] for k in range(15)]
    assert line(figure, "sines") == pytest.approx([math.hypot(*steps) for steps in by], abs=1e-5)
    chord = math.hypot(*[2 * math.sin(angle(1, i) / 2) for i in range(4)])  # of a circle, wherever it begins
    assert line(figure, "both") == pytest.approx([chord] * 15, abs=1e-5)
    assert f"both from {chord:.2f} to {chord:.2f}" in figure.alt
    assert f"bits from 1.00 to {2:.2f}" in figure.alt


def test_bits_and_waves_are_the_columns_of_both_tables():
    figure = plots.bits_and_waves(binary_code(16, 4), sine_cosine(16), mark=6)
    at = texts(figure)
    for i in range(4):
        omega = 10_000 ** (-2 * i / 8)
        assert list(line(figure, f"bit-{i}")) == [k >> i & 1 for k in range(16)]
        assert line(figure, f"sine-{i}") == pytest.approx([math.sin(k * omega) for k in range(16)], abs=1e-6)
        assert line(figure, f"cosine-{i}") == pytest.approx([math.cos(k * omega) for k in range(16)], abs=1e-6)
        assert at[f"at-bit-{i}"] == f"{6:04b}"[3 - i]
        assert at[f"at-sine-{i}"] == f"sin {math.sin(6 * omega):.2f}"
        assert at[f"at-cosine-{i}"] == f"cos {math.cos(6 * omega):.2f}"
    assert [line.get_xdata() for axes in figure.axes for line in axes.lines if line.get_ls() == ":"] == [[6, 6]] * 8
    figure = plots.bits_and_waves(binary_code(16, 4), sine_cosine(16), mark=4)
    assert [texts(figure)[f"at-bit-{i}"] for i in range(4)] == ["0", "0", "1", "0"]
    assert "At position 4 the bits are 0 0 1 0, and" in figure.alt
    figure = plots.bits_and_waves(binary_code(16, 4), sine_cosine(16))
    assert f"are {math.sin(6):.2f} and {math.cos(6):.2f}; at 0 they are 0 and 1" in figure.alt
