"""Input checks for ids, attention and its masks, and training."""

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import typed_repr, whole_number
from pe_lesson._check_tensors import check_embeddings, check_floating, dtype_or_repr
from pe_lesson._words import say, type_error, value_error


def int64_ids(ids: object) -> Tensor:
    """``ids``; TypeError or ValueError unless they are int64 ``(batch, length)``."""
    if not isinstance(ids, Tensor) or ids.dtype != torch.int64:
        raise type_error("ids must be an int64 tensor, got {ids}; order_task makes some", ids=typed_repr(ids))
    if ids.dim() != 2:
        raise value_error(
            "ids must have shape (batch, length), got {shape}; one row is ids[None]", shape=tuple(ids.shape)
        )
    return ids


def known_ids(ids: object, count: int) -> Tensor:
    """``int64_ids(ids)``; ValueError unless all values are from 0 to ``count - 1``."""
    known = int64_ids(ids)
    if known.numel() and not 0 <= int(known.min()) <= int(known.max()) < count:
        raise unknown_ids(known, count)
    return known


def unknown_ids(ids: Tensor, count: int) -> ValueError:
    return value_error(
        "ids must be from 0 to {last}, got {smallest} to {largest}",
        last=count - 1, smallest=int(ids.min()), largest=int(ids.max()),
    )  # fmt: skip


def check_not_empty(ids: object) -> None:
    """Raise ValueError if rows have no token; ``int64_ids`` checks the rest."""
    if isinstance(ids, Tensor) and ids.dim() == 2 and ids.size(1) == 0:
        raise value_error(
            "ids must have a token in each row, got {shape}; there is nothing to read", shape=tuple(ids.shape)
        )


def check_attention(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None) -> None:
    """Raise TypeError unless all are floating tensors, ValueError unless their shapes and dtypes belong together."""
    for name, x in {"q": q, "k": k, "v": v}.items():
        check_floating(name, x)
    if bias is not None:
        check_floating("bias", bias)
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
    """Raise TypeError or ValueError unless a layer can use these embeddings, this mask and a cache."""
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
    if attention_mask is not None:
        _check_mask(attention_mask, len(x), x.size(1), cached)
    if cached and not causal:
        raise value_error("a cache needs causal=True; without it, earlier tokens would have to see the new ones")


def _check_mask(attention_mask: Tensor, batch: int, length: int, cached: bool) -> None:
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


def check_caches(caches: object, layers: int) -> None:
    """Raise ValueError unless ``caches`` is None or a list with one cache for each layer."""
    if caches is not None and (not isinstance(caches, list) or len(caches) != layers):
        raise value_error("cache must be a list, one Cache for each of {count} layers; use new_cache()", count=layers)


def module_or_none(name: str, module: object, example: str) -> nn.Module | None:
    """``module``; TypeError if it is neither a module nor None."""
    if not isinstance(module, nn.Module | None):
        raise type_error(
            "{name} must be a module such as {example}, or None, got {module}",
            name=name, example=example, module=typed_repr(module),
        )  # fmt: skip
    return module


def row_lengths(length: int | tuple[int, int]) -> tuple[int, int]:
    """The (shortest, longest) of one length or two; TypeError or ValueError if ``length`` is something else."""
    if isinstance(length, tuple) and len(length) != 2:
        raise value_error("length must be an int or (shortest, longest), got {length}", length=typed_repr(length))
    shortest, longest = length if isinstance(length, tuple) else (length, length)
    shortest = whole_number("length", shortest)
    return shortest, whole_number(say("the longest length"), longest, minimum=shortest)


def seed_numbers(seeds: object) -> list[int]:
    """``seeds`` as a list; TypeError or ValueError unless they are whole numbers from 0 on."""
    if not isinstance(seeds, Iterable):
        raise type_error(
            "seeds must be a list or a range, got {seeds}; for three write range(3)", seeds=typed_repr(seeds)
        )
    return [whole_number("seed", seed, minimum=0) for seed in seeds]


def seeded_generator(seed: object) -> torch.Generator:
    """A new generator on the CPU; TypeError or ValueError unless ``seed`` is a whole number from 0 on."""
    return torch.Generator("cpu").manual_seed(whole_number("seed", seed, minimum=0))
