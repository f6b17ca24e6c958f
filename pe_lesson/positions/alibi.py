"""ALiBi, attention with linear biases: lesson 10."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import finite_numbers, whole_number
from pe_lesson._check_positions import position_numbers


class Alibi(nn.Module):
    """ALiBi: each step between query and key lowers the score by a fixed amount, different in each head.

    Source: Press et al., "Train Short, Test Long" (2021), which uses it under a causal mask; there
    the absolute value makes no difference, without a mask it makes the bias symmetric.

    Args:
        heads: number of heads.
        slopes: one finite number per head; head h has 2^(-8 (h + 1) / heads) if None, as in the paper.

    Example:
        >>> Alibi(1, slopes=[0.5])(torch.tensor([0, 1, 2])).tolist()
        [[[0.0, -0.5, -1.0], [-0.5, 0.0, -0.5], [-1.0, -0.5, 0.0]]]
    """

    def __init__(self, heads: int, slopes: Sequence[float] | Tensor | None = None) -> None:
        super().__init__()
        heads = whole_number("heads", heads)
        given = [2 ** (-8 * (h + 1) / heads) for h in range(heads)] if slopes is None else slopes
        self._slopes = finite_numbers("slopes", given, heads)

    @property
    def slopes(self) -> Tensor:
        """Score per step for each head: float64 ``(heads,)`` on the CPU."""
        return torch.tensor(self._slopes, dtype=torch.float64, device="cpu")

    def forward(self, query_positions: Tensor, key_positions: Tensor | None = None) -> Tensor:
        """Minus slope times the distance between query and key.

        Args:
            query_positions: ints or float64, ``(length,)``, ``(1, length)`` or ``(batch, length)``.
            key_positions: those of the queries if None; with a cache there are more of them.

        Returns:
            float64 ``(heads, length, keys)``, with the batch before it if the positions have one.
        """
        k = position_numbers(query_positions).double()  # (length,) or (batch, length)
        j = k if key_positions is None else position_numbers(key_positions).double()  # (keys,) or (batch, keys)
        k, j = k.unsqueeze(-1), j.unsqueeze(-2)
        below_0 = torch.minimum(k - j, j - k)  # minus the distance, (length, keys) or (batch, length, keys)
        slopes = self.slopes.to(k.device).view(-1, 1, 1)  # (heads, 1, 1)
        return slopes * below_0.unsqueeze(-3)  # (heads, length, keys), the batch before it
