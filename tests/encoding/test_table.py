"""The table, plain and by rotation: what it holds, how exact it is, that a slice is a slice, what it refuses."""

from functools import cache

import mpmath
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import frequencies, sinusoidal, sinusoidal_by_rotation, sinusoidal_loop
from pe_lesson.encoding.rotation import GROUP_ENTRIES
from tests.support.bad_input import bad_calls, one_line, refusal
from tests.support.encoding import FLOATS

both = pytest.mark.parametrize("table", [sinusoidal, sinusoidal_by_rotation])
bases = st.one_of(st.just(10_000.0), st.floats(1.5, 1e8))


@cache
def exact_row(k: int, d_model: int, n: float) -> list[mpmath.mpf]:
    """Row k of the table to forty digits, straight from the formula."""
    with mpmath.workdps(40):
        angles = [k / mpmath.mpf(n) ** (mpmath.mpf(2 * i) / d_model) for i in range((d_model + 1) // 2)]
        return [entry for angle in angles for entry in (mpmath.sin(angle), mpmath.cos(angle))][:d_model]


def largest_error(row: torch.Tensor, exact: list[mpmath.mpf]) -> float:
    with mpmath.workdps(40):
        return max(abs(float(mpmath.mpf(entry) - right)) for entry, right in zip(row.tolist(), exact, strict=True))


def positions() -> list[int]:
    drawn = torch.randint(10**6, (15,), generator=torch.Generator().manual_seed(0)).tolist()
    return [0, 1, 2, 255, 1023, 1024, 4999, 65_536, 10**5, 999_999, 10**6, *drawn]


# ---- what it holds


@pytest.mark.parametrize("d_model", [1, 2, 3, 4, 7, 128, 513])
def test_frequencies_are_one_a_pair_in_float64(d_model):
    result = frequencies(d_model, 1000)
    assert result.shape == ((d_model + 1) // 2,)
    assert result.dtype == torch.float64
    expected = [1000 ** (-2 * i / d_model) for i in range((d_model + 1) // 2)]
    torch.testing.assert_close(result, torch.tensor(expected, dtype=torch.float64), rtol=1e-14, atol=0)


@pytest.mark.parametrize("n", [2, 1000, 10_000.0])
@pytest.mark.parametrize("d_model", [1, 2, 5, 8])
def test_the_loop_is_the_formula(d_model, n):
    result = sinusoidal_loop(30, d_model, n)
    assert isinstance(result, np.ndarray)
    assert (result.shape, result.dtype) == ((30, d_model), np.float64)
    for k, row in enumerate(result):
        assert largest_error(torch.from_numpy(row), exact_row(k, d_model, n)) <= 1e-14


@both
@given(max_length=st.integers(1, 40), d_model=st.integers(1, 33), n=bases)
def test_both_tables_are_the_loops(table, max_length, d_model, n):
    result = table(max_length, d_model, n, dtype=torch.float64)
    assert result.shape == (max_length, d_model)
    np.testing.assert_allclose(result.numpy(), sinusoidal_loop(max_length, d_model, n), rtol=0, atol=1e-13)


@both
@pytest.mark.parametrize("dtype", FLOATS)
def test_type_is_the_one_asked_for_and_the_value_is_rounded_once(table, dtype):
    result = table(300, 7, dtype=dtype)
    assert result.dtype == dtype
    assert torch.equal(result, table(300, 7, dtype=torch.float64).to(dtype))


@both
def test_type_and_device_are_torchs_default_unless_told(table):
    assert (table(2, 2).dtype, table(2, 2).device.type) == (torch.float32, "cpu")
    with torch.device("meta"):
        assert table(2, 2).is_meta
        assert torch.equal(table(2, 2, device="cpu"), torch.as_tensor(sinusoidal_loop(2, 2), device="cpu").float())
        assert frequencies(4).device.type == "cpu"


@both
def test_type_is_torchs_other_default(table, default_float64):
    assert table(2, 2).dtype == torch.float64


@both
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_table_can_be_changed_in_place_under_autograd(table, dtype):
    x = torch.ones(4, 6, dtype=dtype, requires_grad=True)
    changed = table(4, 6, dtype=dtype)
    changed += 3 * x
    changed.sum().backward()
    assert torch.equal(x.grad, torch.full_like(x, 3))
    assert changed._base is None, "the table is a view of other memory"


@both
@pytest.mark.parametrize("n", [0.5, 1, 1e100])
def test_any_base_that_is_taken_gives_numbers(table, n):
    assert table(50, 64, n, start=10**6).abs().max() <= 1


@both
def test_numbers_of_numpy_count_as_numbers(table):
    small = table(np.uint8(250), np.int64(6), np.float64(100), start=np.uint8(200))  # 200 + 250 is no uint8
    assert torch.equal(small, table(250, 6, 100, start=200))
    assert np.array_equal(sinusoidal_loop(np.int32(3), np.int64(2), np.float32(4)), sinusoidal_loop(3, 2, 4))


# ---- how exact it is


@both
@pytest.mark.parametrize("n", [2, 10, 1000, 10_000, 1e6])
@pytest.mark.parametrize("d_model", [1, 2, 7, 32, 65])
def test_exact_to_half_a_unit_in_the_last_place_up_to_a_million(table, d_model, n):
    for k in positions():
        exact = exact_row(k, d_model, n)
        assert largest_error(table(1, d_model, n, start=k)[0], exact) <= 3.0e-8, k
        assert largest_error(table(1, d_model, n, start=k, dtype=torch.float64)[0], exact) <= 1e-9, k


@both
def test_positions_stay_apart_where_float32_no_longer_counts(table):
    for k in (2**24, 2**24 + 1):
        assert largest_error(table(1, 8, start=k, dtype=torch.float64)[0], exact_row(k, 8, 10_000)) <= 1e-7


# ---- a slice is a slice, bit for bit


@pytest.mark.parametrize("d_model", [1, 5, 512, 4 * GROUP_ENTRIES + 3])
def test_groups_cover_all_rows_once(d_model):
    start, length = 700, 3 * max(1, GROUP_ENTRIES // d_model)
    one, other = (f(length, d_model, start=start, dtype=torch.float64) for f in (sinusoidal, sinusoidal_by_rotation))
    assert torch.allclose(one, other, atol=1e-11)


@both
@given(
    start=st.one_of(st.integers(0, 3000), st.integers(0, 10**6)),
    before=st.integers(0, 1200),
    max_length=st.integers(1, 80),
    after=st.integers(0, 80),
    d_model=st.one_of(st.integers(1, 40), st.sampled_from([127, 200, 512])),
    n=bases,
    dtype=st.sampled_from(FLOATS),
)
def test_rows_from_start_are_those_of_the_longer_table(table, start, before, max_length, after, d_model, n, dtype):
    longer = table(before + max_length + after, d_model, n, start=start, dtype=dtype)
    rows = table(max_length, d_model, n, start=start + before, dtype=dtype)
    assert torch.equal(rows, longer[before : before + max_length])


@both
@pytest.mark.parametrize("d_model", [6, 129, 200, 258, 512, 1026])
def test_bits_do_not_depend_on_the_number_of_threads(table, d_model):
    results = []
    for number in (1, 2, 3, 8):
        torch.set_num_threads(number)
        results.append(table(1500, d_model, dtype=torch.float64))
    torch.set_num_threads(1)
    assert all(torch.equal(result, results[0]) for result in results)


# ---- what it refuses


@pytest.mark.parametrize(
    ("call", "name", "value", "error"),
    bad_calls([frequencies, sinusoidal_loop, sinusoidal, sinusoidal_by_rotation], max_length=4, d_model=4),
)
def test_bad_arguments_are_refused_in_one_line(call, name, value, error):
    refusal(call, error, name, one_line(value)[:50])


@both
def test_on_the_meta_device_nothing_is_built(table):
    result = table(10**11, 10**4, dtype=torch.bfloat16, device="meta")
    assert (result.is_meta, result.shape, result.dtype) == (True, (10**11, 10**4), torch.bfloat16)


def test_a_graph_builds_the_same_rows(compiled):
    fast = compiled(lambda x: x * sinusoidal_by_rotation(5, 4, start=2))
    torch.testing.assert_close(fast(torch.ones(5, 4)), sinusoidal(5, 4, start=2))
