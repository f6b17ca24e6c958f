"""Relative biases: offsets against loops, each score's number, and what is refused."""

import pytest
import torch

from pe_lesson.positions.relative_bias import BucketBias, OffsetBias, offsets
from tests.support.bad_input import refusal

BIASES = [OffsetBias(2, 3), BucketBias(2, bidirectional=True), BucketBias(2, bidirectional=False)]
ANY_BIAS = pytest.mark.parametrize("bias", BIASES, ids=["offset", "encoder", "decoder"])


def test_an_offset_is_the_key_minus_the_query():
    queries, keys = torch.tensor([3, 9]), torch.tensor([0, 3, 4])
    assert offsets(queries, keys).tolist() == [[-3, 0, 1], [-9, -6, -5]]
    assert torch.equal(offsets(keys), offsets(keys, keys))
    assert offsets(torch.tensor([[0, 1], [5, 7]])).tolist() == [[[0, 1], [-1, 0]], [[0, 2], [-2, 0]]]
    assert offsets(torch.tensor([3, 0], dtype=torch.uint8)).tolist() == [[0, -3], [3, 0]]


@ANY_BIAS
def test_each_score_gets_the_number_of_its_head_and_offset(bias):
    k = torch.tensor([0, 1, 4, 200])
    added = bias(k)
    assert added.shape == (2, 4, 4)
    for head in range(2):
        for query in range(4):
            for key in range(4):
                row = bias.index(k[key] - k[query])
                assert added[head, query, key] == bias.bias_table.weight[row, head]
    assert torch.equal(bias(k.expand(3, 4)), added.expand(3, 2, 4, 4))
    assert torch.equal(bias(k[2:3], k), added[:, 2:3])
    assert torch.equal(bias(k + 1000), added)


def test_offsets_beyond_the_largest_share_the_last_number():
    assert OffsetBias(1, 2).index(torch.tensor([-9, -2, -1, 0, 1, 2, 9])).tolist() == [0, 0, 1, 2, 3, 4, 4]
    assert OffsetBias(5, 2).bias_table.weight.shape == (5, 5)
    assert BucketBias(3, bidirectional=True, num_buckets=8, max_distance=20).bias_table.weight.shape == (8, 3)


def test_what_does_not_fit_is_refused_in_one_line():
    refusal(lambda: BucketBias(2, bidirectional="no"), TypeError, "bidirectional must be True or False")
    refusal(lambda: BucketBias(2, bidirectional=True, max_distance=8), ValueError, "above 8")
    refusal(lambda: BucketBias(2, bidirectional=True, num_buckets=8.0), TypeError, "num_buckets")
    for heads, error in ((0, ValueError), (2.0, TypeError)):
        refusal(lambda heads=heads: BucketBias(heads, bidirectional=True), error, "heads")
        refusal(lambda heads=heads: OffsetBias(heads, 2), error, "heads")
        refusal(lambda heads=heads: OffsetBias(2, heads), error, "max_distance")


@ANY_BIAS
def test_positions_that_are_not_whole_or_have_another_shape_are_refused(bias):
    for bad in ([0, 1], torch.zeros(4), torch.zeros(4, dtype=torch.float64)):
        refusal(lambda bad=bad: bias(bad), TypeError, "positions must be")
    for shape in ((), (1, 2, 3)):
        refusal(lambda shape=shape: bias(torch.zeros(shape, dtype=torch.int64)), ValueError, "positions must have")
