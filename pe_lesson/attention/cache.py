"""A key/value cache: what one attention layer keeps of the tokens so far. Lesson 11."""

import torch
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson._words import value_error


class Cache:
    """A cache keeps the keys, already rotated, and the values of the tokens so far, with their positions.

    Args:
        window: how many tokens a query may see: the newest ones, its own included; all if None.

    Attributes:
        count: how many tokens have come so far, forgotten ones included; it is the position of the next one.

    Example:
        >>> from pe_lesson.attention import AttentionLayer
        >>> layer, cache = AttentionLayer(8, 2, causal=True), Cache(window=3)
        >>> for _ in range(5):
        ...     vectors = layer(torch.zeros(1, 1, 8), cache=cache)
        >>> cache.count, len(cache)
        (5, 3)
    """

    def __init__(self, window: int | None = None) -> None:
        self.window = None if window is None else whole_number("window", window)
        self.count = 0
        self._stored: list[Tensor] = []  # keys, values, positions, attention mask

    def __len__(self) -> int:
        """The number of stored keys."""
        return self._stored[0].size(-2) if self._stored else 0

    def add(self, k: Tensor, v: Tensor, positions: Tensor, attention_mask: Tensor) -> list[Tensor]:
        """Append new tokens, then forget all but the newest ``window``.

        Args:
            k: keys ``(batch, heads, length, d_head)``, already rotated.
            v: values, the same shape.
            positions: ``(length,)``, ``(1, length)`` or ``(batch, length)``.
            attention_mask: bool ``(batch or 1, length)``, False where a token is padding.

        Returns:
            What the new queries may look at, stored tokens before new ones: keys, values, positions
            ``(batch, keys)``, and a bool mask, ``(batch, keys)`` or, with a window, ``(batch, length, keys)``.

        Raises:
            ValueError: the cache holds another number of rows.
        """
        length, tensors = k.size(-2), [k, v, positions.expand(len(k), -1), attention_mask.expand(len(k), -1)]
        if self._stored:
            if len(k) != len(self._stored[0]):
                raise value_error(
                    "the cache holds {count} rows, got {given}; start a new cache",
                    count=len(self._stored[0]), given=len(k),
                )  # fmt: skip
            pairs = zip(self._stored, tensors, strict=True)
            tensors = [torch.cat(pair, dim=_token_dimension(pair[0])) for pair in pairs]
        self.count += length
        self._stored = tensors
        if self.window is None:
            return tensors
        keys = tensors[0].size(-2)
        remaining = min(keys, self.window)
        self._stored = [x.narrow(_token_dimension(x), keys - remaining, remaining) for x in tensors]
        index = torch.arange(keys, device=k.device)
        near = index[-length:].unsqueeze(1) - index < self.window  # (length, keys)
        return [*tensors[:3], tensors[3].unsqueeze(1) & near]


def _token_dimension(x: Tensor) -> int:
    """Which dimension counts tokens: the last of positions and masks, the last but one of keys and values."""
    return -1 if x.dim() == 2 else -2
