"""The lessons, each to a test of its own."""

import pytest

from tools import lessons

EACH_LESSON = pytest.mark.parametrize("path", lessons.PATHS, ids=lambda path: path.stem)
