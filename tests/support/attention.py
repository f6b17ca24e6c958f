"""A small model with each scheme of positions, as the tests of the layer and of its cache take it."""

import pytest
import torch

from pe_lesson import PositionalEncoding
from pe_lesson.attention.model import TinyAttention
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.rotary import Rotary

SCHEMES = {
    "none": dict,
    "learned": lambda: {"positional": Learned(32, 16, dtype=torch.float64)},
    "sinusoidal": lambda: {"positional": PositionalEncoding(16, 0.0, 32, dtype=torch.float64)},
    "rotary": lambda: {"rotary": Rotary(8)},
    "alibi": lambda: {"bias": Alibi(2)},
}
every_scheme = pytest.mark.parametrize("scheme", SCHEMES)


def with_encoding():
    return TinyAttention(positional=PositionalEncoding(16, 0.0, 64, dtype=torch.float64))


def model(scheme, layers=2, **options):
    torch.manual_seed(0)
    return TinyAttention(**SCHEMES[scheme](), layers=layers, **options)


def nearly_equal(one, other):
    return torch.allclose(one, other, rtol=0, atol=1e-12)
