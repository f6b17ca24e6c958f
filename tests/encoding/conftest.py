"""What the tests of the encoding share: a compiler."""

import pytest
import torch


@pytest.fixture
def compiled():
    """A function that compiles a module without a C++ compiler, and refuses a graph break."""
    torch._dynamo.reset()
    yield lambda made, **options: torch.compile(made, backend="aot_eager", fullgraph=True, **options)
    torch._dynamo.reset()
