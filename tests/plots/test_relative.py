"""Buckets, drawn."""

from helpers.bad_input import refusal
from pe_lesson import plots


def test_steps_are_the_buckets_of_decoder_and_encoder():
    axes = plots.bucket_steps(200).axes[0]
    lines = {line.get_label(): dict(zip(*line.get_data(), strict=True)) for line in axes.lines[:2]}
    assert max(lines["decoder"]) == 0
    assert [lines["decoder"][-d] for d in (0, 16, 64, 112, 113, 200)] == [0, 16, 26, 30, 31, 31]
    assert [lines["encoder"][d] for d in (-200, -90, -8, 1, 91)] == [15, 14, 8, 17, 31]
    assert "offset" in axes.get_xlabel()
    assert axes.get_ylabel() == "bucket"


def test_what_cannot_be_drawn_is_refused():
    refusal(lambda: plots.bucket_steps(0), ValueError, "farthest", 0)
    refusal(lambda: plots.bucket_steps(num_buckets=7), ValueError, "num_buckets", 7)
