"""A shifted row and the errors of phases, drawn."""

import math

import numpy as np
import pytest

from pe_lesson import plots


@pytest.mark.parametrize(("offset", "position"), [(3, 5), (0, 0), (-20, 5)])
def test_the_moved_row_is_the_row_of_the_formula(offset, position):
    right = plots.shifted_row(offset, position).axes[1]
    after, moved = (next(line for line in right.lines if words in line.get_label()) for words in ("formula", "times"))
    assert np.allclose(after.get_ydata(), moved.get_ydata())
    assert math.isclose(after.get_ydata()[0], math.sin(position + offset), abs_tol=1e-12)


def test_float32_phases_drift_and_float64_phases_do_not():
    rough, exact = (line.get_ydata() for line in plots.phase_errors(64).axes[0].lines)
    assert rough[-1] > 1e-2
    assert max(exact) <= 3.0e-8
