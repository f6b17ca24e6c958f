"""Positions and masks of padded batches and packed documents: lesson 11."""

from collections.abc import Sequence

import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import type_error, value_error


def positions_from_mask(attention_mask: Tensor) -> Tensor:
    """Count real tokens only: the first real token of a row is at position 0, wherever its padding is.

    Args:
        attention_mask: bool or 0/1 ``(batch, length)``, True for real tokens.

    Returns:
        int64 ``(batch, length)``; padding before the first real token has position 0 too, and is to be masked.

    Example:
        >>> positions_from_mask(torch.tensor([[False, False, True, True, True]]))
        tensor([[0, 0, 0, 1, 2]])
    """
    mask = attention_mask
    if not isinstance(mask, Tensor) or mask.is_floating_point() or ((mask != 0) & (mask != 1)).any():
        raise type_error(
            "attention_mask must be a tensor of bools or of 0 and 1, got {mask}; write ids != pad_id",
            mask=typed_repr(mask),
        )
    if mask.dim() == 1:
        raise value_error(
            "attention_mask must have shape (batch, length), got {shape}; write mask[None]", shape=tuple(mask.shape)
        )
    if mask.dim() != 2:
        raise value_error(
            "attention_mask must have shape (batch, length), got {shape}; of a pack, pack() gives the positions",
            shape=tuple(mask.shape),
        )
    return (mask.long().cumsum(-1) - 1).clamp(min=0)


def pack(documents: Sequence[Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    """Put several documents into one row: ids, positions that restart in each, and who may see whom.

    Args:
        documents: int64 tensors ``(length,)``, one or more.

    Returns:
        ids and positions, int64 ``(1, total)``, and a bool mask ``(1, total, total)``, True within one document.

    Example:
        >>> ids, positions, attention_mask = pack([torch.tensor([7, 8]), torch.tensor([9])])
        >>> ids.tolist(), positions.tolist()
        ([[7, 8, 9]], [[0, 1, 0]])
        >>> attention_mask.int()
        tensor([[[1, 1, 0],
                 [1, 1, 0],
                 [0, 0, 1]]], dtype=torch.int32)
    """
    fits = [isinstance(ids, Tensor) and ids.dim() == 1 and ids.dtype == torch.int64 for ids in documents]
    if not fits or not all(fits):
        raise value_error(
            "documents must be one or more int64 tensors of shape (length,), got {documents}",
            documents=typed_repr(documents),
        )
    number = torch.cat([torch.full_like(ids, i) for i, ids in enumerate(documents)])  # (total,)
    positions = torch.cat([torch.arange(len(ids), device=ids.device) for ids in documents])
    return torch.cat(list(documents))[None], positions[None], (number[:, None] == number)[None]
