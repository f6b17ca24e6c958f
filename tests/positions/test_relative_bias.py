"""Relative biases: buckets against whole-number arithmetic, offsets against loops, numbers that were given."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson.positions.relative_bias import BucketBias, OffsetBias, offsets, t5_bucket
from tests.support.bad_input import refusal

BIASES = [OffsetBias(2, 3), BucketBias(2, bidirectional=True), BucketBias(2, bidirectional=False)]
ANY_BIAS = pytest.mark.parametrize("bias", BIASES, ids=["offset", "encoder", "decoder"])


def bucket_by_whole_numbers(d: int, side: int, distance: int) -> int:
    """Bound m of the wide buckets is near * (distance / near) ** (m / wide): compared in integers, none is rounded."""
    near = side // 2
    wide = side - near
    if d < near:
        return d
    return near + max(m for m in range(wide) if d**wide * near**m >= near**wide * distance**m)


@given(
    offset=st.integers(-3000, 3000), quarter=st.integers(1, 16), more=st.integers(1, 300), bidirectional=st.booleans()
)
def test_a_bucket_is_what_its_bounds_say(offset, quarter, more, bidirectional):
    buckets = 4 * quarter
    side = buckets // 2 if bidirectional else buckets
    distance = side // 2 + more
    expected = bucket_by_whole_numbers(abs(offset) if bidirectional else max(0, -offset), side, distance)
    expected += side if bidirectional and offset > 0 else 0
    found = t5_bucket(torch.tensor([offset]), bidirectional=bidirectional, num_buckets=buckets, max_distance=distance)
    assert found.tolist() == [expected]


@pytest.mark.parametrize(("buckets", "distance"), [(31, 128), (36, 32), (54, 64)])
def test_a_decoder_may_have_any_number_of_buckets_and_distances_on_a_bound(buckets, distance):
    found = t5_bucket(-torch.arange(200), bidirectional=False, num_buckets=buckets, max_distance=distance)
    assert found.tolist() == [bucket_by_whole_numbers(d, buckets, distance) for d in range(200)]


@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.int64])
def test_any_shape_and_whole_type(dtype):
    found = t5_bucket(torch.tensor([[-5], [5]], dtype=dtype), bidirectional=True)
    assert found.dtype == torch.int64
    assert found.tolist() == [[5], [21]]


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
    for bad in ([1], torch.zeros(2)):
        refusal(lambda bad=bad: t5_bucket(bad, bidirectional=True), TypeError, "offsets must be")
    zero = torch.tensor([0])
    refusal(lambda: t5_bucket(zero, bidirectional=True, num_buckets=7), ValueError, "num_buckets must be even", 7)
    refusal(lambda: t5_bucket(zero, bidirectional=True, num_buckets=2), ValueError, "at least 4", 2)
    refusal(lambda: t5_bucket(zero, bidirectional=False, num_buckets=1), ValueError, "at least 2", 1)
    refusal(lambda: t5_bucket(zero, bidirectional=False, num_buckets=32, max_distance=16), ValueError, "above 16")
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
