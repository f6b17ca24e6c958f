"""RoPE, rotary position embedding: lesson 10."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from pe_lesson._arguments import check_numbers, positive_number, whole_number
from pe_lesson._tensors import check_positions, check_rows
from pe_lesson.encoding import table


class Rotary(nn.Module):
    """RoPE: turn each pair of columns of a query or key at position k by k times the pair's frequency.

    Source: Su et al., "RoFormer" (2021), section 3.2.2, whose pairs are neighbouring columns as here.

    Args:
        d_head: width of a query or key, even.
        n: base of the wavelengths.
        frequencies: in place of the formula's, ``d_head / 2`` numbers, radians per position.

    Raises:
        TypeError, ValueError: ``d_head`` is no even int >= 2, ``n`` no finite number > 0, ``frequencies`` no
            such numbers.
    """

    def __init__(
        self, d_head: int, n: float = 10_000.0, *, frequencies: Sequence[float] | Tensor | None = None
    ) -> None:
        super().__init__()
        if whole_number("d_head", d_head) % 2:
            raise ValueError(f"d_head must be even, got {d_head}; a rotation needs pairs of columns")
        given = table.frequencies(d_head, positive_number("n", n)) if frequencies is None else frequencies
        # numbers of Python, no buffer: .half() does not round them, and no checkpoint replaces them
        self._frequencies = check_numbers("frequencies", given, d_head // 2)

    @property
    def frequencies(self) -> Tensor:
        """Radians per position for each pair: float64 ``(d_head / 2,)`` on the CPU."""
        return torch.tensor(self._frequencies, dtype=torch.float64, device="cpu")

    def forward(self, x: Tensor, positions: Tensor | None = None) -> Tensor:
        """Turn each row by the angles of its position; ``(..., length, d_head)`` in and out.

        Args:
            x: queries or keys, ``(batch, heads, length, d_head)`` or fewer dimensions.
            positions: ints, or float64 if stretched, ``(length,)``, ``(1, length)`` or ``(batch, length)``;
                0, 1, 2, … if None. The batch is the first dimension of ``x``; all between it and the
                length, such as heads, have the same positions.

        Raises:
            TypeError: ``x`` is not a dense floating tensor, ``positions`` have another dtype.
            ValueError: ``x`` has another width than ``d_head``, ``positions`` another shape, or one is past 2**53.
        """
        check_rows(x, "queries and keys", 2 * len(self._frequencies), "d_head")
        k = torch.arange(x.size(-2), device=x.device) if positions is None else check_positions(positions, x, x.device)
        omega = torch.tensor(self._frequencies, dtype=torch.float64, device=x.device)  # (d_head / 2,)
        phases = k.to(torch.float64).unsqueeze(-1) * omega  # (..., length, d_head / 2)
        cos, sin = phases.cos().to(x.dtype), phases.sin().to(x.dtype)
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)
