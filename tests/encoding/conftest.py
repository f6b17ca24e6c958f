"""What the tests of the encoding share: a compiler, and another default type."""

import pytest
import torch


@pytest.fixture
def compiled():
    """A function that compiles a module without a C++ compiler, and refuses a graph break."""
    torch._dynamo.reset()
    yield lambda made, **options: torch.compile(made, backend="aot_eager", fullgraph=True, **options)
    torch._dynamo.reset()


@pytest.fixture
def default_float64():
    """Torch's default type is float64."""
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)
