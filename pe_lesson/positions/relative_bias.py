"""Relative biases: a learned number per offset (Shaw), or one per bucket of offsets (T5)."""

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import whole_number
from pe_lesson._check_positions import position_numbers
from pe_lesson._words import type_error
from pe_lesson.positions.t5_buckets import bucket_sizes, t5_bucket


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


class LearnedBias(nn.Module):
    """Base of ``OffsetBias`` and ``BucketBias``: an offset picks a row of ``bias_table``, a learned number per head."""

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
        num_buckets, max_distance = bucket_sizes(num_buckets, max_distance, bidirectional)
        self.sizes = {"num_buckets": num_buckets, "max_distance": max_distance}
        self.bias_table = nn.Embedding(num_buckets, whole_number("heads", heads))

    def index(self, offset: Tensor) -> Tensor:
        """The row of ``bias_table`` for each offset: its bucket."""
        return t5_bucket(offset, bidirectional=self.bidirectional, **self.sizes)


def _whole(positions: Tensor) -> Tensor:
    """Positions as int64; TypeError if they are not whole."""
    if isinstance(positions, Tensor) and positions.is_floating_point():
        raise type_error(
            "positions must be whole numbers, got {dtype}; each number is learned for a whole offset",
            dtype=positions.dtype,
        )
    return position_numbers(positions).to(torch.int64)
