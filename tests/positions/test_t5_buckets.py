"""T5's buckets against whole-number arithmetic, and what is refused."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson.positions.t5_buckets import t5_bucket
from tests.support.bad_input import refusal


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


def test_what_does_not_fit_is_refused_in_one_line():
    for bad in ([1], torch.zeros(2)):
        refusal(lambda bad=bad: t5_bucket(bad, bidirectional=True), TypeError, "offsets must be")
    zero = torch.tensor([0])
    refusal(lambda: t5_bucket(zero, bidirectional=True, num_buckets=7), ValueError, "num_buckets must be even", 7)
    refusal(lambda: t5_bucket(zero, bidirectional=True, num_buckets=2), ValueError, "at least 4", 2)
    refusal(lambda: t5_bucket(zero, bidirectional=False, num_buckets=1), ValueError, "at least 2", 1)
    refusal(lambda: t5_bucket(zero, bidirectional=False, num_buckets=32, max_distance=16), ValueError, "above 16")
