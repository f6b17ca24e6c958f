"""Relative biases: a learned number per offset, or one per bucket of offsets."""

import math

import torch
from torch import Tensor, nn

from pe_lesson._arguments import shown, whole_number
from pe_lesson._tensors import WHOLE, check_positions


def offsets(queries: Tensor, keys: Tensor | None = None) -> Tensor:
    """Position of the key minus position of the query: below 0 for a key to the left.

    Args:
        queries: their positions, ints ``(length,)``, ``(1, length)`` or ``(batch, length)``.
        keys: theirs, the same as the queries' if None; with a cache there are more of them.

    Returns:
        int64 ``(length, keys)``, with the batch before it if the positions have one.

    Raises:
        TypeError, ValueError: these are no such positions.
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
        buckets: how many there are in all.
        distance: the distance from which on nothing is told apart; it may come into the last bucket earlier.

    Returns:
        int64, of the same shape, 0 to ``buckets - 1``.

    Raises:
        TypeError, ValueError: offsets are no ints, ``buckets`` no int >= 2 (>= 4 and even if bidirectional),
            ``distance`` is no int above the number of distances with a bucket of their own.
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

    Raises:
        TypeError, ValueError: a size is no int >= 1.
    """

    def __init__(self, heads: int, largest: int) -> None:
        super().__init__()
        self.largest = whole_number("largest", largest)
        self.numbers = nn.Embedding(2 * self.largest + 1, whole_number("heads", heads))

    def rows(self, offset: Tensor) -> Tensor:
        """Which row of ``numbers`` each offset has: 0 for -largest and below, ``2 * largest`` for largest and above."""
        return offset.clamp(-self.largest, self.largest) + self.largest

    def forward(self, queries: Tensor, keys: Tensor | None = None) -> Tensor:
        """The number of each offset.

        Args:
            queries: their positions, ints ``(length,)``, ``(1, length)`` or ``(batch, length)``.
            keys: theirs, the same as the queries' if None.

        Returns:
            ``(heads, length, keys)``, with the batch before it if the positions have one; errors as in ``offsets``.
        """
        return self.numbers(self.rows(offsets(queries, keys))).movedim(-1, -3)


class BucketBias(nn.Module):
    """T5's bias: a learned number per bucket of offsets and head, added to the scores.

    Source: as ``t5_bucket``, which finds the bucket.

    Args:
        heads: number of heads.
        bidirectional: True for an encoder, False for a decoder.
        buckets: how many there are in all.
        distance: the distance from which on nothing is told apart.

    Raises:
        TypeError, ValueError: ``heads`` is no int >= 1, or the others do not fit, as in ``t5_bucket``.
    """

    def __init__(self, heads: int, *, bidirectional: bool, buckets: int = 32, distance: int = 128) -> None:
        super().__init__()
        self.bidirectional = bidirectional
        self.buckets, self.distance = _sizes(buckets, distance, bidirectional)
        self.numbers = nn.Embedding(self.buckets, whole_number("heads", heads))

    def rows(self, offset: Tensor) -> Tensor:
        """Which row of ``numbers`` each offset has: its bucket."""
        return t5_bucket(offset, bidirectional=self.bidirectional, buckets=self.buckets, distance=self.distance)

    def forward(self, queries: Tensor, keys: Tensor | None = None) -> Tensor:
        """The number of each offset's bucket; arguments, shapes and errors as in ``OffsetBias``."""
        return self.numbers(self.rows(offsets(queries, keys))).movedim(-1, -3)


def _whole(positions: Tensor) -> Tensor:
    """Positions as int64; TypeError or ValueError if they are none."""
    x = positions.unsqueeze(-1) if isinstance(positions, Tensor) and positions.dim() else torch.empty(1, 1)
    k = check_positions(positions, x, x.device)
    if k.is_floating_point():
        raise TypeError(f"positions must be whole numbers, got {k.dtype}; between two of them no number is learned")
    return k.to(torch.int64)


def _sizes(buckets: object, distance: object, bidirectional: bool) -> tuple[int, int]:
    """Both as ints; TypeError or ValueError if no bucket could be found with them."""
    count, farthest = whole_number("buckets", buckets), whole_number("distance", distance)
    if count < (least := 4 if bidirectional else 2):
        raise ValueError(f"buckets must be at least {least}, got {count}")
    if bidirectional and count % 2:
        raise ValueError(f"buckets must be even, got {count}; half of them are for keys to the right")
    near = count // (4 if bidirectional else 2)
    if farthest <= near:
        raise ValueError(f"distance must be above {near}, got {farthest}; as many distances have a bucket of their own")
    return count, farthest
