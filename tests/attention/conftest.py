"""What the tests of attention share: a batch of texts."""

import pytest

from pe_lesson.attention.tasks import order_task


@pytest.fixture
def ids():
    return order_task(2, 8, 0)[0]
