"""Three other ways to tell attention where a token stands: a learned table, rotation, a linear bias."""

import torch
from torch import Tensor, nn

from pe_lesson._arguments import LARGEST, check_rows, floating_type, positive_number, whole_number
from pe_lesson.checks import check_fits
from pe_lesson.encoding.table import frequencies


class Learned(nn.Module):
    """A row of free numbers a position, trained like an embedding and added like the sinusoidal table.

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

    def forward(self, x: Tensor) -> Tensor:
        """Add row k to every token at position k; ``(..., length, d_model)`` in and out.

        Raises:
            TypeError: ``x`` is not a dense floating tensor.
            ValueError: ``x`` has another width than ``d_model``, or more than ``max_length`` positions.
        """
        check_rows(x, "embeddings", self.table.embedding_dim, "d_model", self.table.weight.device)
        check_fits(x, self.max_length, type(self).__name__)
        return (x + self.table.weight[: x.size(-2)]).to(x.dtype)


class _Exact(nn.Module):
    """A module whose buffers follow it to a device, but stay float64 at ``.half()``: phases come from them."""

    def _apply(self, fn, recurse=True):
        exact = dict(self.named_buffers(recurse=False))
        super()._apply(fn, recurse)
        for name, buffer in exact.items():
            setattr(self, name, buffer.to(getattr(self, name).device))
        return self


class Rotary(_Exact):
    """RoPE: turn each pair of columns of a query or key at position k by k times the pair's frequency.

    Source: Su et al., "RoFormer" (2021), section 3.2.2, whose pairs are neighbouring columns as here.

    Args:
        d_head: width of a query or key, even.
        n: base of the wavelengths.

    Raises:
        TypeError, ValueError: ``d_head`` is no even int >= 2, ``n`` no finite number > 0.
    """

    frequencies: Tensor

    def __init__(self, d_head: int, n: float = 10_000.0) -> None:
        super().__init__()
        if whole_number("d_head", d_head) % 2:
            raise ValueError(f"d_head must be even, got {d_head}; a rotation needs pairs of columns")
        self.register_buffer("frequencies", frequencies(d_head, positive_number("n", n)))

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Turn row r by the angles of position ``start + r``; ``(..., length, d_head)`` in and out.

        Raises:
            TypeError, ValueError: ``x`` is not a dense floating tensor or has another width than
                ``d_head``, ``start`` is no int, a position is past 2**53.
        """
        check_rows(x, "queries and keys", 2 * len(self.frequencies), "d_head", self.frequencies.device)
        start = whole_number("start", start, minimum=None)
        if start + x.size(-2) > LARGEST:  # not through whole_number: torch.export gives a symbol, which is no int
            raise ValueError(f"start + length must be at most 2**53, got {start} + {x.size(-2)}; choose another start")
        positions = torch.arange(start, start + x.size(-2), dtype=torch.float64, device=x.device)
        phases = positions.unsqueeze(1) * self.frequencies
        cos, sin = phases.cos().to(x.dtype), phases.sin().to(x.dtype)
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)


class Alibi(_Exact):
    """ALiBi: every step between query and key costs a fixed amount of score, another one in each head.

    Source: Press et al., "Train Short, Test Long" (2021), which uses it under a causal mask; there
    the absolute value makes no difference, without a mask it makes the bias symmetric.

    Args:
        heads: number of heads; head h has the slope 2^(-8 (h + 1) / heads).

    Raises:
        TypeError, ValueError: ``heads`` is no int >= 1.
    """

    slopes: Tensor

    def __init__(self, heads: int) -> None:
        super().__init__()
        exponents = torch.arange(1, whole_number("heads", heads) + 1, dtype=torch.float64) * (-8 / heads)
        self.register_buffer("slopes", torch.exp2(exponents))

    def forward(self, length: int) -> Tensor:
        """Minus slope times the distance between query and key: float64 ``(heads, length, length)``."""
        places = torch.arange(whole_number("length", length), device=self.slopes.device)
        distances = (places.unsqueeze(1) - places).abs()
        return self.slopes[:, None, None] * -distances
