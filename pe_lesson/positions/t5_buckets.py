"""T5's buckets: offsets that share one learned number. Lesson 13."""

import math

import torch
from torch import Tensor

from pe_lesson._check_arguments import WHOLE, flag, whole_number
from pe_lesson._check_tensors import dtype_or_repr
from pe_lesson._words import type_error, value_error


def t5_bucket(offset: Tensor, *, bidirectional: bool, num_buckets: int = 32, max_distance: int = 128) -> Tensor:
    """The bucket of each offset: one per distance near the query, then ever wider ones, the last without an end.

    Source: Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text
    Transformer" (2019), section 2.1, and the authors' code. Half of the buckets of a side hold one distance
    each. The bounds of the others grow by one factor, and reach ``max_distance`` after the last one.

    Args:
        offset: key position minus query position, ints of any shape.
        bidirectional: True for an encoder: half of all buckets are for keys to the right. False for a decoder:
            all are for keys to the left, and a key to the right has the bucket of distance 0.
        num_buckets: number of buckets: 2 or more; if bidirectional, 4 or more and even.
        max_distance: from this distance on, all offsets share the last bucket; it may begin earlier. Larger than
            the number of distances with a bucket of their own.

    Returns:
        int64, of the same shape, 0 to ``num_buckets - 1``.

    Example:
        >>> t5_bucket(torch.tensor([0, -1, -15, -20, -64, -128, -999]), bidirectional=False).tolist()
        [0, 1, 15, 17, 26, 31, 31]
    """
    if not isinstance(offset, Tensor) or offset.dtype not in WHOLE:
        raise type_error(
            "offsets must be a tensor of whole numbers, got {found}; offsets(positions) makes one",
            found=dtype_or_repr(offset),
        )
    num_buckets, max_distance = bucket_sizes(num_buckets, max_distance, bidirectional)
    offset = offset.to(torch.int64)
    side = num_buckets // 2 if bidirectional else num_buckets
    far = offset.abs() if bidirectional else (-offset).clamp(min=0)
    near = side // 2  # distances 0 to near - 1 have a bucket of their own
    grown = torch.log(far.clamp(min=near).double() / near) / math.log(max_distance / near)  # from 0 up to 1
    wide = near + (grown * (side - near) + 1e-9).long()  # a bound belongs to the bucket above it, rounded or not
    bucket = torch.where(far < near, far, wide.clamp(max=side - 1))
    return bucket + side * (offset > 0) if bidirectional else bucket


def bucket_sizes(num_buckets: object, max_distance: object, bidirectional: bool) -> tuple[int, int]:
    """Both as ints; TypeError or ValueError if they define no buckets."""
    count, farthest = whole_number("num_buckets", num_buckets), whole_number("max_distance", max_distance)
    if count < (least := 4 if flag("bidirectional", bidirectional) else 2):
        raise value_error("num_buckets must be at least {least}, got {count}", least=least, count=count)
    if bidirectional and count % 2:
        raise value_error("num_buckets must be even, got {count}; half of them are for keys to the right", count=count)
    near = count // (4 if bidirectional else 2)
    if farthest <= near:
        raise value_error(
            "max_distance must be above {near}, got {farthest}; the first {near} have one bucket each",
            near=near, farthest=farthest,
        )  # fmt: skip
    return count, farthest
