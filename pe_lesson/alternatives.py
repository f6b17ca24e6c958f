"""Three other ways to tell attention where a token stands: a learned table, rotation, a linear bias."""

import torch
from torch import Tensor, nn

from pe_lesson._checks import check_length, positive_number, whole_number
from pe_lesson.encoding import frequencies


class Learned(nn.Module):
    """A row of free numbers a position, trained like an embedding and added like the sinusoidal table.

    Source: Gehring et al., "Convolutional Sequence to Sequence Learning" (2017), section 3.1; also
    Devlin et al. (2018), BERT. There is no row beyond ``max_length``.

    Args:
        max_length: number of rows.
        d_model: width of the embeddings.
        dtype: floating type of the table.
    """

    def __init__(self, max_length: int, d_model: int, dtype: torch.dtype = torch.float64) -> None:
        super().__init__()
        self.max_length = whole_number("max_length", max_length)
        self.table = nn.Embedding(self.max_length, whole_number("d_model", d_model), dtype=dtype)

    def forward(self, x: Tensor) -> Tensor:
        """``(..., length, d_model)`` in and out; ValueError if ``length`` exceeds ``max_length``."""
        check_length(x.size(-2), self.max_length, type(self).__name__)
        return x + self.table.weight[: x.size(-2)]


class Rotary(nn.Module):
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
        """Turn row r by the angles of position ``start + r``; ``(..., length, d_head)`` in and out."""
        positions = torch.arange(start, start + x.size(-2), dtype=torch.float64, device=x.device)
        phases = positions.unsqueeze(1) * self.frequencies
        cos, sin = phases.cos().to(x.dtype), phases.sin().to(x.dtype)
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)


class Alibi(nn.Module):
    """ALiBi: every step between query and key costs a fixed amount of score, another one in each head.

    Source: Press et al., "Train Short, Test Long" (2021), which uses it under a causal mask; there
    the absolute value makes no difference, without a mask it makes the bias symmetric.

    Args:
        heads: number of heads; head h has the slope 2^(-8 (h + 1) / heads).
        dtype: floating type of the bias.
    """

    slopes: Tensor

    def __init__(self, heads: int, dtype: torch.dtype = torch.float64) -> None:
        super().__init__()
        exponents = torch.arange(1, whole_number("heads", heads) + 1, dtype=dtype) * (-8 / heads)
        self.register_buffer("slopes", torch.exp2(exponents))

    def forward(self, length: int) -> Tensor:
        """``(heads, length, length)``: minus slope times the distance between query and key."""
        places = torch.arange(whole_number("length", length), device=self.slopes.device)
        distances = (places.unsqueeze(1) - places).abs()
        return -self.slopes[:, None, None] * distances
