"""Five ways to add positions, for exercise 08.1: four have a fault, one is healthy. Try them before you read them.

Each takes embeddings ``(batch, seq_length, 4)``, at most 1000 positions, and means to add the table of n = 100.
"""

import torch
from torch import Tensor

from pe_lesson.encoding.table import frequencies, sinusoidal


def a(x: Tensor) -> Tensor:
    """First patient."""
    k = torch.arange(x.size(1)).bfloat16().double().unsqueeze(1)
    phases = k * frequencies(4, 100)
    return x + torch.stack([phases.sin(), phases.cos()], dim=-1).flatten(1).to(x.dtype)


def b(x: Tensor) -> Tensor:
    """Second patient."""
    return x + sinusoidal(1000, 4, 100)[: x.size(0)].unsqueeze(1)


def c(x: Tensor) -> Tensor:
    """Third patient."""
    return x + sinusoidal(1000, 4, 100)[: x.size(1)]


def d(x: Tensor) -> Tensor:
    """Fourth patient."""
    return x + sinusoidal(1, 4, 100)[: x.size(1)]


def e(x: Tensor) -> Tensor:
    """Fifth patient."""
    return x + sinusoidal(1000, 4, 100, dtype=torch.float64)[: x.size(1)]
