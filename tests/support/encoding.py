"""A small module and embeddings for it, as the tests of PositionalEncoding take them."""

import torch

from pe_lesson import PositionalEncoding

FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


def module(d_model=4, dropout=0.0, max_length=10, **more) -> PositionalEncoding:
    return PositionalEncoding(d_model, dropout, max_length, **more)


def embeddings(*shape: int, dtype=torch.float32) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(0)).to(dtype)
