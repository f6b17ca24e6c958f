"""RoPE, rotary position embedding: lesson 10."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import finite_numbers, head_width, positive_number
from pe_lesson._check_positions import token_positions
from pe_lesson._check_tensors import check_heads
from pe_lesson.encoding import table


class Rotary(nn.Module):
    """RoPE: rotate each pair of columns of a query or key at position k by k times the pair's frequency.

    Source: Su et al., "RoFormer" (2021), section 3.2.2, whose pairs are neighbouring columns as here.

    Args:
        d_head: width of a query or key, even.
        n: base of the wavelengths.
        frequencies: ``d_head / 2`` numbers, radians per position, instead of the formula's.

    Example:
        >>> rotary, q, k = Rotary(8), torch.randn(1, 8), torch.randn(1, 8)
        >>> def score(query, key):
        ...     return rotary(q, torch.tensor([query])) @ rotary(k, torch.tensor([key])).T
        >>> torch.allclose(score(5, 3), score(105, 103), atol=1e-4)  # the offset alone counts
        True
    """

    def __init__(
        self, d_head: int, n: float = 10_000.0, *, frequencies: Sequence[float] | Tensor | None = None
    ) -> None:
        super().__init__()
        d_head = head_width(d_head)
        given = table.frequencies(d_head, positive_number("n", n)) if frequencies is None else frequencies
        # not a buffer: .half() would round it, and a checkpoint replace it
        self._frequencies = finite_numbers("frequencies", given, d_head // 2)

    @property
    def frequencies(self) -> Tensor:
        """Radians per position for each pair: float64 ``(d_head / 2,)`` on the CPU."""
        return torch.tensor(self._frequencies, dtype=torch.float64, device="cpu")

    def forward(self, x: Tensor, positions: Tensor | None = None) -> Tensor:
        """Rotate each row by the angles of its position; ``(..., length, d_head)`` in and out.

        Args:
            x: queries or keys, ``(batch, heads, length, d_head)`` or fewer dimensions.
            positions: ints, or float64 if stretched, ``(length,)``, ``(1, length)`` or ``(batch, length)``;
                0, 1, 2, … if None. The batch is the first dimension of ``x``; all between it and the
                length, such as heads, have the same positions.
        """
        check_heads(x, 2 * len(self._frequencies))
        k = torch.arange(x.size(-2), device=x.device) if positions is None else token_positions(positions, x)
        omega = self.frequencies.to(x.device)  # (d_head / 2,)
        phases = k.to(torch.float64).unsqueeze(-1) * omega  # (..., length, d_head / 2)
        cos, sin = phases.cos().to(x.dtype), phases.sin().to(x.dtype)
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)
