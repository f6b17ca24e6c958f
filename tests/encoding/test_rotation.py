"""The table by rotation beside the plain one, whatever the groups; test_table.py has what holds for both."""

import pytest
import torch

from pe_lesson import frequencies, sinusoidal, sinusoidal_by_rotation
from pe_lesson.encoding.rotation import GROUP_ENTRIES, groups


@pytest.mark.parametrize("n", [2, 10_000, 1e6])
def test_both_agree_at_every_position_up_to_a_million(n):
    one, other = (f(10**6 + 1, 3, n, dtype=torch.float64) for f in (sinusoidal, sinusoidal_by_rotation))
    assert (one - other).abs().max() <= 1e-9
    for table in (sinusoidal, sinusoidal_by_rotation):
        assert (table(10**6 + 1, 3, n) - one).abs().max() <= 3.0e-8


@pytest.mark.parametrize("d_model", [1, 5, 8, 512, 4 * GROUP_ENTRIES + 3])
def test_groups_cover_all_rows_once_and_fit_the_cache(d_model):
    start, stop = 700, 700 + 3 * max(1, GROUP_ENTRIES // d_model)
    expected = start
    for first, entries in groups(start, stop, d_model, frequencies(d_model).numpy()):
        assert first == expected
        assert entries.shape[1] == d_model
        assert len(entries) == 1 or entries.numel() <= 2 * GROUP_ENTRIES
        assert torch.equal(entries, sinusoidal_by_rotation(len(entries), d_model, start=first, dtype=torch.float64))
        expected += len(entries)
    assert expected == stop
