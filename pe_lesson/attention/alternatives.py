"""Three other ways to tell attention where a token stands: a learned table, rotation, a linear bias."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from pe_lesson._arguments import floating_type, positive_number, whole_number
from pe_lesson._tensors import check_positions, check_rows
from pe_lesson.attention._checks import check_numbers
from pe_lesson.checks import check_fits
from pe_lesson.encoding import table


class Learned(nn.Module):
    """A row of free numbers per position, trained like an embedding and added like the sinusoidal table.

    Source: Gehring et al., "Convolutional Sequence to Sequence Learning" (2017), section 3.1; also
    Devlin et al. (2018), BERT. There is no row beyond ``max_length``.

    Args:
        max_length: number of rows.
        d_model: width of the embeddings.
        dtype: floating type of the table; torch's default if None.

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``dtype`` is not floating.
    """

    def __init__(self, max_length: int, d_model: int, dtype: torch.dtype | None = None) -> None:
        super().__init__()
        self.max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
        self.table = nn.Embedding(self.max_length, d_model, dtype=floating_type(dtype))

    def forward(self, x: Tensor, positions: Tensor | None = None) -> Tensor:
        """Add row k to every token at position k; ``(..., length, d_model)`` in and out.

        Args:
            x: embeddings.
            positions: ints ``(length,)``, ``(1, length)`` or ``(batch, length)``; 0, 1, 2, … if None.

        Raises:
            TypeError: ``x`` is not a dense floating tensor, ``positions`` are no ints.
            ValueError: ``x`` has another width than ``d_model``, ``positions`` another shape, or there
                is no row for a position.
        """
        check_rows(x, "embeddings", self.table.embedding_dim, "d_model", self.table.weight.device)
        if positions is None:
            check_fits(x, self.max_length, type(self).__name__)
            return (x + self.table.weight[: x.size(-2)]).to(x.dtype)
        positions = check_positions(positions, x, self.table.weight.device, rows=self.max_length)
        return (x + self.table(positions)).to(x.dtype)


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


class Alibi(nn.Module):
    """ALiBi: every step between query and key costs a fixed amount of score, another one in each head.

    Source: Press et al., "Train Short, Test Long" (2021), which uses it under a causal mask; there
    the absolute value makes no difference, without a mask it makes the bias symmetric.

    Args:
        heads: number of heads.
        slopes: one finite number per head; head h has 2^(-8 (h + 1) / heads) if None, as in the paper.

    Raises:
        TypeError, ValueError: ``heads`` is no int >= 1, ``slopes`` are no such numbers.
    """

    def __init__(self, heads: int, slopes: Sequence[float] | Tensor | None = None) -> None:
        super().__init__()
        heads = whole_number("heads", heads)
        given = [2 ** (-8 * (h + 1) / heads) for h in range(heads)] if slopes is None else slopes
        self._slopes = check_numbers("slopes", given, heads)

    @property
    def slopes(self) -> Tensor:
        """Score per step for each head: float64 ``(heads,)`` on the CPU."""
        return torch.tensor(self._slopes, dtype=torch.float64, device="cpu")

    def forward(self, queries: Tensor, keys: Tensor | None = None) -> Tensor:
        """Minus slope times the distance between query and key.

        Args:
            queries: their positions, ints or float64, ``(length,)``, ``(1, length)`` or ``(batch, length)``.
            keys: theirs, the same as the queries' if None; with a cache there are more of them.

        Returns:
            float64 ``(heads, length, keys)``, with the batch before it if the positions have one.

        Raises:
            TypeError, ValueError: these are no such positions.
        """
        k = _checked(queries)  # (length,) or (batch, length)
        j = k if keys is None else _checked(keys)  # (keys,) or (batch, keys)
        k, j = k.unsqueeze(-1), j.unsqueeze(-2)
        below_0 = torch.minimum(k - j, j - k)  # minus the distance, (length, keys) or (batch, length, keys)
        slopes = torch.tensor(self._slopes, dtype=torch.float64, device=k.device).view(-1, 1, 1)  # (heads, 1, 1)
        return slopes * below_0.unsqueeze(-3)  # (heads, length, keys), the batch before it


def _checked(positions: object) -> Tensor:
    """Positions as float64; TypeError or ValueError if they are none."""
    x = positions.unsqueeze(-1) if isinstance(positions, Tensor) and positions.dim() else torch.empty(1, 1)
    return check_positions(positions, x, x.device).to(torch.float64)
