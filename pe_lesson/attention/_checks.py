"""Input checks for ids, attention and its masks."""

import torch
from torch import Tensor, nn

from pe_lesson._arguments import typed_repr
from pe_lesson._tensors import check_embeddings, check_floating, dtype_or_repr
from pe_lesson._words import type_error, value_error


def check_ids(ids: object) -> Tensor:
    """Return ``ids``; TypeError or ValueError unless they are int64 ``(batch, length)``."""
    if not isinstance(ids, Tensor) or ids.dtype != torch.int64:
        raise type_error("ids must be an int64 tensor, got {ids}; order_task makes some", ids=typed_repr(ids))
    if ids.dim() != 2:
        raise value_error(
            "ids must have shape (batch, length), got {shape}; one row is ids[None]", shape=tuple(ids.shape)
        )
    return ids


def check_known_ids(ids: object, count: int) -> Tensor:
    """``check_ids`` that looks at the values, too: ValueError unless they are from 0 to ``count - 1``."""
    checked = check_ids(ids)
    if checked.numel() and not 0 <= int(checked.min()) <= int(checked.max()) < count:
        raise no_such_ids(checked, count)
    return checked


def no_such_ids(ids: Tensor, count: int) -> ValueError:
    return value_error(
        "ids must be from 0 to {last}, got {smallest} to {largest}",
        last=count - 1,
        smallest=int(ids.min()),
        largest=int(ids.max()),
    )


def check_attention(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None) -> None:
    """TypeError unless all are floating tensors, ValueError unless their shapes and dtypes belong together."""
    given = {"q": q, "k": k, "v": v} if bias is None else {"q": q, "k": k, "v": v, "bias": bias}
    for name, x in given.items():
        check_floating(name, x)
    fits = q.dim() >= 2 and k.shape == v.shape and q.shape[:-2] == k.shape[:-2] and q.size(-1) == k.size(-1)
    if not fits or not q.dtype == k.dtype == v.dtype:
        found = ", ".join(f"{tuple(x.shape)} {x.dtype}" for x in (q, k, v))
        raise value_error(
            "q, k and v must have shape (..., length, d_head), k and v one length, all one dtype, got {found}",
            found=found,
        )
    scores = (*q.shape[:-1], k.size(-2))
    if bias is not None and not _broadcasts(bias.shape, scores):
        raise value_error("bias must fit scores of shape {scores}, got {shape}", scores=scores, shape=tuple(bias.shape))


def _broadcasts(shape: tuple[int, ...], scores: tuple[int, ...]) -> bool:
    dimensions = range(-1, -1 - len(shape), -1)
    return len(shape) <= len(scores) and all(shape[i] in (1, scores[i]) for i in dimensions)


def check_layer_input(x: Tensor, weight: Tensor, attention_mask: Tensor | None, cached: bool, causal: bool) -> None:
    """TypeError or ValueError unless a layer can use these embeddings, this mask and a cache."""
    check_embeddings(x, weight)
    if x.dtype != weight.dtype:
        raise type_error(
            "embeddings are {dtype}, the layer's weights {other}; write x.to({other})",
            dtype=x.dtype, other=weight.dtype,
        )  # fmt: skip
    if x.dim() != 3:
        raise value_error(
            "embeddings must have shape (batch, length, d_model), got {shape}; one is x[None]", shape=tuple(x.shape)
        )
    batch, length, _ = x.shape
    if attention_mask is not None:
        if not isinstance(attention_mask, Tensor) or attention_mask.dtype != torch.bool:
            raise type_error(
                "attention_mask must be a bool tensor, True where a token may be seen, got {found}",
                found=dtype_or_repr(attention_mask),
            )
        shape = tuple(attention_mask.shape)
        if len(shape) not in (2, 3) or shape[0] not in (1, batch) or any(size != length for size in shape[1:]):
            raise value_error(
                "attention_mask must have shape {one} for real tokens or {several} for queries and keys, got {shape}",
                one=(batch, length), several=(batch, length, length), shape=shape,
            )  # fmt: skip
        if cached and len(shape) != 2:
            raise value_error(
                "with a cache, attention_mask must have shape ({batch}, {length}), got {shape}",
                batch=batch, length=length, shape=shape,
            )  # fmt: skip
    if cached and not causal:
        raise value_error("a cache needs causal=True; without it, earlier tokens would have to see the new ones")


def check_module(name: str, module: object) -> nn.Module | None:
    """Return ``module``; TypeError if it is neither a module nor None."""
    if not isinstance(module, nn.Module | None):
        raise type_error(
            "{name} must be a module such as Rotary(8), or None, got {module}", name=name, module=typed_repr(module)
        )
    return module
