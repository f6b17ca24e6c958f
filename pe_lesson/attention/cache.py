"""What a layer of attention keeps of the tokens that it has seen, so that the next one need not read them again."""

import torch
from torch import Tensor

from pe_lesson._arguments import whole_number


class Cache:
    """Keys and values of one layer, as they are after their turn, with their positions.

    Args:
        keep: how many keys are kept, the newest ones, a new query's own included; all if None.

    Attributes:
        count: how many tokens have come so far, also those that are forgotten: the position of the next one.

    Raises:
        TypeError, ValueError: ``keep`` is no int >= 1.
    """

    def __init__(self, keep: int | None = None) -> None:
        self.keep = None if keep is None else whole_number("keep", keep)
        self.count = 0
        self._kept: tuple[Tensor, Tensor, Tensor, Tensor] | None = None

    def __len__(self) -> int:
        """How many keys are kept."""
        return 0 if self._kept is None else self._kept[0].size(-2)

    def add(self, k: Tensor, v: Tensor, positions: Tensor, real: Tensor) -> tuple[Tensor, ...]:
        """Put new tokens behind the kept ones, forget the oldest beyond ``keep``, and return what is left.

        Args:
            k: keys ``(batch, heads, length, d_head)``, already turned.
            v: values, the same shape.
            positions: ``(batch or 1, length)``.
            real: bool ``(batch or 1, length)``, False where a token is padding.

        Returns:
            The same four, kept tokens before new ones; never fewer than the new ones.

        Raises:
            ValueError: the batch is another one than before.
        """
        new: tuple[Tensor, ...] = (k, v, positions.expand(len(k), -1), real.expand(len(k), -1))
        if self._kept is not None:
            if len(k) != len(self._kept[0]):
                raise ValueError(f"the cache holds {len(self._kept[0])} rows, got {len(k)}; start a new cache")
            new = tuple(torch.cat(pair, dim=_length(pair[0])) for pair in zip(self._kept, new, strict=True))
        self.count += positions.size(-1)
        total = new[2].size(-1)
        keep = total if self.keep is None else min(total, max(self.keep, positions.size(-1)))
        k, v, positions, real = (each.narrow(_length(each), total - keep, keep) for each in new)
        self._kept = (k, v, positions, real)
        return self._kept


def _length(x: Tensor) -> int:
    """The dimension that counts tokens: the last one of positions, the last but one of keys and values."""
    return -1 if x.dim() == 2 else -2
