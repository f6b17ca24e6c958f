"""One vector per row, for the answer: the mean over its tokens, or its last token."""

import torch
from torch import Tensor

from pe_lesson._words import value_error


def pooled(x: Tensor, pooling: str, attention_mask: Tensor | None) -> Tensor:
    """One vector per row, ``(batch, d_model)``: the mean or the last of its tokens, without those of padding."""
    if attention_mask is None:
        return x.mean(dim=1) if pooling == "mean" else x[:, -1]
    real = attention_mask.to(x.device).expand(x.shape[:2])
    has_values = not torch.compiler.is_compiling() and not real.is_meta
    if has_values and not real.any(dim=1).all():
        raise value_error("attention_mask must have a real token in each row, got padding only; leave that row out")
    if pooling == "mean":
        return (x * real.unsqueeze(-1)).sum(dim=1) / real.sum(dim=1, keepdim=True)
    last = real.cumsum(dim=1).argmax(dim=1)  # (batch,): no later token is real
    return x[torch.arange(len(x), device=x.device), last]
