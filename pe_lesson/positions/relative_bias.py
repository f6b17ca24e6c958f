"""Relative biases: a learned number per offset (Shaw), or one per bucket of offsets (T5)."""

import math

import torch
from torch import Tensor, nn

from pe_lesson._arguments import WHOLE, flag, whole_number
from pe_lesson._positions import position_numbers
from pe_lesson._tensors import dtype_or_repr
from pe_lesson._words import type_error, value_error


def offsets(query_positions: Tensor, key_positions: Tensor | None = None) -> Tensor:
    """Position of the key minus position of the query: below 0 for a key to the left.

    Args:
        query_positions: ints ``(length,)``, ``(1, length)`` or ``(batch, length)``.
        key_positions: those of the queries if None; with a cache there are more of them.

    Returns:
        int64 ``(length, keys)``, with the batch before it if the positions have one.

    Example:
        >>> offsets(torch.arange(3))
        tensor([[ 0,  1,  2],
                [-1,  0,  1],
                [-2, -1,  0]])
    """
    k = _whole(query_positions)
    j = k if key_positions is None else _whole(key_positions)
    return j.unsqueeze(-2) - k.unsqueeze(-1)


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
    num_buckets, max_distance = _sizes(num_buckets, max_distance, bidirectional)
    offset = offset.to(torch.int64)
    side = num_buckets // 2 if bidirectional else num_buckets
    far = offset.abs() if bidirectional else (-offset).clamp(min=0)
    near = side // 2  # distances 0 to near - 1 have a bucket of their own
    grown = torch.log(far.clamp(min=near).double() / near) / math.log(max_distance / near)  # from 0 up to 1
    wide = near + (grown * (side - near) + 1e-9).long()  # a bound belongs to the bucket above it, rounded or not
    bucket = torch.where(far < near, far, wide.clamp(max=side - 1))
    return bucket + side * (offset > 0) if bidirectional else bucket


class LearnedBias(nn.Module):
    """What ``OffsetBias`` and ``BucketBias`` share: a learned number per head and row of ``bias_table``, by offset."""

    bias_table: nn.Embedding

    def index(self, offset: Tensor) -> Tensor:
        """The row of ``bias_table`` for each offset."""
        raise NotImplementedError

    def forward(self, query_positions: Tensor, key_positions: Tensor | None = None) -> Tensor:
        """The number of each offset, from the row that ``index`` gives.

        Args:
            query_positions: ints ``(length,)``, ``(1, length)`` or ``(batch, length)``.
            key_positions: those of the queries if None.

        Returns:
            ``(heads, length, keys)``, with the batch before it if the positions have one.
        """
        biases: Tensor = self.bias_table(self.index(offsets(query_positions, key_positions)))
        return biases.movedim(-1, -3)


class OffsetBias(LearnedBias):
    """A learned number per offset and head, added to the scores; far ones share the last one.

    Source: the clipped offsets of Shaw et al., "Self-Attention with Relative Position Representations" (2018),
    section 3.2. Theirs is a vector per offset, added to keys and to values; the number added to the score is the
    simpler form of later models.

    Args:
        heads: number of heads.
        max_distance: from this distance on, all offsets of a side share one number.

    Example:
        >>> bias = OffsetBias(heads=2, max_distance=3)
        >>> bias.index(torch.tensor([-9, -1, 0, 1, 9])).tolist()
        [0, 2, 3, 4, 6]
        >>> bias(torch.arange(5)).shape
        torch.Size([2, 5, 5])
    """

    def __init__(self, heads: int, max_distance: int) -> None:
        super().__init__()
        self.max_distance = whole_number("max_distance", max_distance)
        self.bias_table = nn.Embedding(2 * self.max_distance + 1, whole_number("heads", heads))

    def index(self, offset: Tensor) -> Tensor:
        """The row of ``bias_table`` for each offset: the first and the last are for all that are farther away, too."""
        return offset.clamp(-self.max_distance, self.max_distance) + self.max_distance


class BucketBias(LearnedBias):
    """T5's bias: a learned number per bucket of offsets and head, added to the scores.

    Source: as ``t5_bucket``, which finds the bucket.

    Args:
        heads: number of heads.
        bidirectional: True for an encoder, False for a decoder.
        num_buckets: as in ``t5_bucket``.
        max_distance: as in ``t5_bucket``.

    Example:
        >>> BucketBias(heads=2, bidirectional=True)(torch.arange(5)).shape
        torch.Size([2, 5, 5])
    """

    def __init__(self, heads: int, *, bidirectional: bool, num_buckets: int = 32, max_distance: int = 128) -> None:
        super().__init__()
        self.bidirectional = bidirectional
        num_buckets, max_distance = _sizes(num_buckets, max_distance, bidirectional)
        self.sizes = {"num_buckets": num_buckets, "max_distance": max_distance}
        self.bias_table = nn.Embedding(num_buckets, whole_number("heads", heads))

    def index(self, offset: Tensor) -> Tensor:
        """The row of ``bias_table`` for each offset: its bucket."""
        return t5_bucket(offset, bidirectional=self.bidirectional, **self.sizes)


def _whole(positions: Tensor) -> Tensor:
    """Return positions as int64; TypeError if they are not whole."""
    k = position_numbers(positions)
    if k.is_floating_point():
        raise type_error(
            "positions must be whole numbers, got {dtype}; each number is learned for a whole offset", dtype=k.dtype
        )
    return k.long()


def _sizes(num_buckets: object, max_distance: object, bidirectional: bool) -> tuple[int, int]:
    """Return both as ints; TypeError or ValueError if they define no buckets."""
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
