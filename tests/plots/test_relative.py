"""Buckets and biases, drawn."""

import numpy as np
import torch

from helpers.bad_input import refusal
from pe_lesson import plots
from pe_lesson.positions.alibi import Alibi


def test_steps_are_the_buckets_of_decoder_and_encoder():
    axes = plots.bucket_steps(200).axes[0]
    lines = {line.get_label(): dict(zip(*line.get_data(), strict=True)) for line in axes.lines[:2]}
    assert max(lines["decoder"]) == 0
    assert [lines["decoder"][-d] for d in (0, 16, 64, 112, 113, 200)] == [0, 16, 26, 30, 31, 31]
    assert [lines["encoder"][d] for d in (-200, -90, -8, 1, 91)] == [15, 14, 8, 17, 31]
    assert "offset" in axes.get_xlabel()
    assert axes.get_ylabel() == "bucket"


def test_maps_show_each_bias_on_one_scale_with_zero_in_its_middle():
    alibi = Alibi(1, [1.0])(torch.arange(5))[0]
    figure = plots.bias_maps({"one": alibi, "two": 3 * alibi})
    first, second = (axes.get_images()[0] for axes in figure.axes[:2])
    assert np.array_equal(first.get_array(), alibi.numpy())
    assert first.get_clim() == second.get_clim() == (-12, 12)
    assert figure.axes[0].get_title() == "one"
    assert "key" in figure.axes[0].get_xlabel()
    assert "query" in figure.axes[0].get_ylabel()
    assert figure.axes[-1].get_ylabel() == "added to the score"


def test_a_bias_of_zeros_is_drawn_and_one_in_training_too():
    plots.bias_maps({"zeros": torch.zeros(2, 3, requires_grad=True)}).canvas.draw()


def test_what_cannot_be_drawn_is_refused():
    for count in (0, 5):
        maps = {str(i): torch.zeros(2, 2) for i in range(count)}
        refusal(lambda maps=maps: plots.bias_maps(maps), ValueError, "1 to 4", count)
    refusal(lambda: plots.bias_maps([torch.zeros(2, 2)]), TypeError, "biases must be given as {name: table}")
    refusal(lambda: plots.bias_maps({"heads": torch.zeros(2, 3, 3)}), ValueError, "heads must have shape")
    refusal(lambda: plots.bucket_steps(0), ValueError, "farthest", 0)
    refusal(lambda: plots.bucket_steps(buckets=7), ValueError, "buckets", 7)
