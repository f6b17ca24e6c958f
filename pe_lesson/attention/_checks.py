"""Input checks for attention and its masks."""

import torch
from torch import Tensor, nn

from pe_lesson._arguments import shown
from pe_lesson._tensors import check_rows
from pe_lesson._words import marked, say


def check_attention(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None) -> None:
    """TypeError unless all are floating tensors, ValueError unless their shapes and dtypes belong together."""
    given = {"q": q, "k": k, "v": v} if bias is None else {"q": q, "k": k, "v": v, "bias": bias}
    for name, x in given.items():
        if not isinstance(x, Tensor) or not x.is_floating_point():
            raise TypeError(say(
                "{name} must be a floating tensor, got {given}",
                name=name, given=x.dtype if isinstance(x, Tensor) else shown(x),
            ))  # fmt: skip
    fits = q.dim() >= 2 and k.shape == v.shape and q.shape[:-2] == k.shape[:-2] and q.size(-1) == k.size(-1)
    if not fits or not q.dtype == k.dtype == v.dtype:
        found = ", ".join(f"{tuple(x.shape)} {x.dtype}" for x in (q, k, v))
        raise ValueError(say(
            "q, k and v must have shape (..., length, d_head), k and v one length, all one dtype, got {found}",
            found=found,
        ))  # fmt: skip
    scores = (*q.shape[:-1], k.size(-2))
    if bias is not None and not _broadcasts(bias.shape, scores):
        raise ValueError(
            say("bias must fit scores of shape {scores}, got {shape}", scores=scores, shape=tuple(bias.shape))
        )


def _broadcasts(shape: tuple[int, ...], scores: tuple[int, ...]) -> bool:
    dimensions = range(-1, -1 - len(shape), -1)
    return len(shape) <= len(scores) and all(shape[i] in (1, scores[i]) for i in dimensions)


def check_layer_input(x: Tensor, weight: Tensor, attention_mask: Tensor | None, cached: bool, causal: bool) -> None:
    """TypeError or ValueError unless a layer can use these embeddings, this mask and a cache."""
    check_rows(x, marked("embeddings"), weight.size(1), "d_model", weight.device)
    if x.dtype != weight.dtype:
        raise TypeError(say(
            "embeddings are {dtype}, the layer's weights {other}; write x.to({other})",
            dtype=x.dtype, other=weight.dtype,
        ))  # fmt: skip
    if x.dim() != 3:
        raise ValueError(say(
            "embeddings must have shape (batch, length, d_model), got {shape}; one is x[None]",
            shape=tuple(x.shape),
        ))  # fmt: skip
    batch, length, _ = x.shape
    if attention_mask is not None:
        if not isinstance(attention_mask, Tensor) or attention_mask.dtype != torch.bool:
            found = attention_mask.dtype if isinstance(attention_mask, Tensor) else shown(attention_mask)
            raise TypeError(
                say("attention_mask must be a bool tensor, True where a token may be seen, got {found}", found=found)
            )
        shape = tuple(attention_mask.shape)
        if len(shape) not in (2, 3) or shape[0] not in (1, batch) or any(size != length for size in shape[1:]):
            raise ValueError(say(
                "attention_mask must have shape {one} for real tokens or {several} for queries and keys, got {shape}",
                one=(batch, length), several=(batch, length, length), shape=shape,
            ))  # fmt: skip
        if cached and len(shape) != 2:
            raise ValueError(say(
                "with a cache, attention_mask must have shape ({batch}, {length}), got {shape}",
                batch=batch, length=length, shape=shape,
            ))  # fmt: skip
    if cached and not causal:
        raise ValueError(say("a cache needs causal=True; without it, earlier tokens would have to see the new ones"))


def check_module(name: str, module: object) -> nn.Module | None:
    """Return ``module``; TypeError if it is neither a module nor None."""
    if not isinstance(module, nn.Module | None):
        raise TypeError(
            say("{name} must be a module such as Rotary(8), or None, got {module}", name=name, module=shown(module))
        )
    return module
