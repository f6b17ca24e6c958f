"""Relative biases: a learned number per offset (Shaw), or one per bucket of offsets (T5)."""

import math

import torch
from torch import Tensor, nn

from pe_lesson._arguments import shown, whole_number
from pe_lesson._tensors import WHOLE, check_positions


def offsets(queries: Tensor, keys: Tensor | None = None) -> Tensor:
    """Position of the key minus position of the query: below 0 for a key to the left.

    Args:
        queries: their positions, ints ``(length,)``, ``(1, length)`` or ``(batch, length)``.
        keys: their positions, those of the queries if None; with a cache there are more of them.

    Returns:
        int64 ``(length, keys)``, with the batch before it if the positions have one.

    Example:
        >>> offsets(torch.arange(3))
        tensor([[ 0,  1,  2],
                [-1,  0,  1],
                [-2, -1,  0]])
    """
    k = _whole(queries)
    j = k if keys is None else _whole(keys)
    return j.unsqueeze(-2) - k.unsqueeze(-1)


def t5_bucket(offset: Tensor, *, bidirectional: bool, buckets: int = 32, distance: int = 128) -> Tensor:
    """The bucket of each offset: one per distance near the query, then ever wider ones, the last without an end.

    Source: Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text
    Transformer" (2019), section 2.1, and the authors' code. Half of the buckets of a side hold one distance
    each. The bounds of the others grow by one factor, and reach ``distance`` after the last one.

    Args:
        offset: key position minus query position, ints of any shape.
        bidirectional: True for an encoder: half of all buckets are for keys to the right. False for a decoder:
            all are for keys to the left, and a key to the right has the bucket of distance 0.
        buckets: number of buckets: 2 or more; if bidirectional, 4 or more and even.
        distance: from this distance on, all offsets share the last bucket; it may begin earlier. Larger than
            the number of distances with a bucket of their own.

    Returns:
        int64, of the same shape, 0 to ``buckets - 1``.

    Example:
        >>> t5_bucket(torch.tensor([0, -1, -15, -20, -64, -128, -999]), bidirectional=False).tolist()
        [0, 1, 15, 17, 26, 31, 31]
    """
    if not isinstance(offset, Tensor) or offset.dtype not in WHOLE:
        found = offset.dtype if isinstance(offset, Tensor) else shown(offset)
        raise TypeError(f"offsets must be a tensor of whole numbers, got {found}; offsets(positions) makes one")
    buckets, distance = _sizes(buckets, distance, bidirectional)
    offset = offset.to(torch.int64)
    side = buckets // 2 if bidirectional else buckets
    far = offset.abs() if bidirectional else (-offset).clamp(min=0)
    near = side // 2  # distances 0 to near - 1 have a bucket of their own
    grown = torch.log(far.clamp(min=near).double() / near) / math.log(distance / near)  # 0 at near, 1 at distance
    wide = near + (grown * (side - near) + 1e-9).long()  # a bound belongs to the bucket above it, rounded or not
    bucket = torch.where(far < near, far, wide.clamp(max=side - 1))
    return bucket + side * (offset > 0) if bidirectional else bucket


class OffsetBias(nn.Module):
    """A learned number per offset and head, added to the scores; offsets beyond ``largest`` share the last one.

    Source: the clipped offsets of Shaw et al., "Self-Attention with Relative Position Representations" (2018),
    section 3.2. Theirs is a vector per offset, added to keys and to values; the number added to the score is the
    simpler form of later models.

    Args:
        heads: number of heads.
        largest: the largest distance with a number of its own.

    Example:
        >>> bias = OffsetBias(heads=2, largest=3)
        >>> bias.rows(torch.tensor([-9, -1, 0, 1, 9])).tolist()
        [0, 2, 3, 4, 6]
        >>> bias(torch.arange(5)).shape
        torch.Size([2, 5, 5])
    """

    def __init__(self, heads: int, largest: int) -> None:
        super().__init__()
        self.largest = whole_number("largest", largest)
        self.numbers = nn.Embedding(2 * self.largest + 1, whole_number("heads", heads))

    def rows(self, offset: Tensor) -> Tensor:
        """The row of ``numbers`` for each offset: 0 for -largest and below, ``2 * largest`` for largest and above."""
        return offset.clamp(-self.largest, self.largest) + self.largest

    def forward(self, queries: Tensor, keys: Tensor | None = None) -> Tensor:
        """The number of each offset.

        Args:
            queries: their positions, ints ``(length,)``, ``(1, length)`` or ``(batch, length)``.
            keys: their positions, those of the queries if None.

        Returns:
            ``(heads, length, keys)``, with the batch before it if the positions have one.
        """
        numbers: Tensor = self.numbers(self.rows(offsets(queries, keys)))
        return numbers.movedim(-1, -3)


class BucketBias(nn.Module):
    """T5's bias: a learned number per bucket of offsets and head, added to the scores.

    Source: as ``t5_bucket``, which finds the bucket.

    Args:
        heads: number of heads.
        bidirectional: True for an encoder, False for a decoder.
        buckets: as in ``t5_bucket``.
        distance: as in ``t5_bucket``.

    Example:
        >>> BucketBias(heads=2, bidirectional=True)(torch.arange(5)).shape
        torch.Size([2, 5, 5])
    """

    def __init__(self, heads: int, *, bidirectional: bool, buckets: int = 32, distance: int = 128) -> None:
        super().__init__()
        self.bidirectional = bidirectional
        self.buckets, self.distance = _sizes(buckets, distance, bidirectional)
        self.numbers = nn.Embedding(self.buckets, whole_number("heads", heads))

    def rows(self, offset: Tensor) -> Tensor:
        """The row of ``numbers`` for each offset: its bucket."""
        return t5_bucket(offset, bidirectional=self.bidirectional, buckets=self.buckets, distance=self.distance)

    def forward(self, queries: Tensor, keys: Tensor | None = None) -> Tensor:
        """The number of each offset's bucket; arguments and shapes as in ``OffsetBias``."""
        numbers: Tensor = self.numbers(self.rows(offsets(queries, keys)))
        return numbers.movedim(-1, -3)


def _whole(positions: Tensor) -> Tensor:
    """Positions as int64; TypeError if they are not whole."""
    k = check_positions(positions)
    if k.is_floating_point():
        raise TypeError(f"positions must be whole numbers, got {k.dtype}; each number is learned for a whole offset")
    return k.long()


def _sizes(buckets: object, distance: object, bidirectional: bool) -> tuple[int, int]:
    """Both as ints; TypeError or ValueError if they define no buckets."""
    count, farthest = whole_number("buckets", buckets), whole_number("distance", distance)
    if count < (least := 4 if bidirectional else 2):
        raise ValueError(f"buckets must be at least {least}, got {count}")
    if bidirectional and count % 2:
        raise ValueError(f"buckets must be even, got {count}; half of them are for keys to the right")
    near = count // (4 if bidirectional else 2)
    if farthest <= near:
        raise ValueError(f"distance must be above {near}, got {farthest}; the first {near} have one bucket each")
    return count, farthest
