"""Attention in four lines, and the mask that hides what comes later."""

import math

import torch
from torch import Tensor

from pe_lesson._check_arguments import floating_type, whole_number
from pe_lesson.attention._check_attention import check_attention


def attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None = None) -> Tensor:
    """softmax(q kᵀ / √d_head + bias) v.

    Source: Vaswani et al. (2017), section 3.2.1; the bias is where masks and ALiBi enter.

    Args:
        q: queries ``(..., length, d_head)``.
        k: keys ``(..., keys, d_head)``; often as many as queries, more with a cache.
        v: values, the same shape as the keys.
        bias: added to the scores, floating, any shape that broadcasts to ``(..., length, keys)``; -inf hides a key.

    Returns:
        A mixture of values for each query, ``(..., length, d_head)``.

    Example:
        >>> x = torch.eye(3)
        >>> attend(x, x, x, causal_mask(3))[0]  # the first token sees itself only
        tensor([1., 0., 0.])
    """
    check_attention(q, k, v, bias)
    return attention_weights(q, k, bias) @ v  # (..., length, d_head)


def attention_weights(q: Tensor, k: Tensor, bias: Tensor | None = None) -> Tensor:
    """Weights softmax(q kᵀ / √d_head + bias), ``(..., length, keys)``; the arguments of ``attend``, unchecked."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))  # (..., length, keys)
    if bias is not None:
        scores = scores + bias.to(scores)  # (..., length, keys)
    return scores.softmax(dim=-1)


def causal_mask(
    length: int,
    keys: int | None = None,
    *,
    dtype: torch.dtype = torch.float64,
    device: torch.device | str | None = None,
) -> Tensor:
    """Mask ``(length, keys)``: 0 where a query may look, at itself and to the left, -inf elsewhere.

    Args:
        length: number of queries.
        keys: number of keys, as many as queries if None; the queries are the last of them.
        dtype: floating type of the mask.
        device: of the mask; torch's default if None.

    Example:
        >>> causal_mask(3, dtype=torch.float32)
        tensor([[0., -inf, -inf],
                [0., 0., -inf],
                [0., 0., 0.]])
    """
    length = whole_number("length", length)
    keys = length if keys is None else whole_number("keys", keys, minimum=length)
    hidden = torch.full((length, keys), -math.inf, dtype=floating_type(dtype), device=device)
    return hidden.triu(diagonal=keys - length + 1)
