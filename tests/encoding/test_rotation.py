"""The table by rotation beside the plain one, as far as a million, and wherever groups of rows begin."""

import pytest
import torch

from pe_lesson import sinusoidal, sinusoidal_by_rotation
from pe_lesson.encoding.rotation import GROUP_ENTRIES


@pytest.mark.parametrize("n", [2, 10_000, 1e6])
def test_both_agree_at_every_position_up_to_a_million(n):
    one, other = (f(10**6 + 1, 3, n, dtype=torch.float64) for f in (sinusoidal, sinusoidal_by_rotation))
    assert (one - other).abs().max() <= 1e-9
    for table in (sinusoidal, sinusoidal_by_rotation):
        assert (table(10**6 + 1, 3, n) - one).abs().max() <= 3.0e-8


@pytest.mark.parametrize("d_model", [1, 5, 512, 4 * GROUP_ENTRIES + 3])
def test_groups_cover_all_rows_once(d_model):
    start, length = 700, 3 * max(1, GROUP_ENTRIES // d_model)
    one, other = (f(length, d_model, start=start, dtype=torch.float64) for f in (sinusoidal, sinusoidal_by_rotation))
    assert torch.allclose(one, other, atol=1e-11)
