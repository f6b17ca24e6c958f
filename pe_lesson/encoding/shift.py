r"""The shift of positions as one matrix: PE(k + Δ) = PE(k) · T(Δ).

A pair of columns is a point on a circle that rotates by ω radians per position, so moving on by Δ
rotates it by Δω. The angle-addition formulas say how, for a row (sin, cos) times a block:

    [sin kω  cos kω] · [[cos Δω, -sin Δω], [sin Δω, cos Δω]] = [sin (k+Δ)ω  cos (k+Δ)ω]

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.5, which states that such a
linear function exists.
"""

import torch
from torch import Tensor

from pe_lesson._check_arguments import floating_type, whole_number
from pe_lesson._words import value_error
from pe_lesson.encoding.table import frequencies


def shift_matrix(
    offset: int,
    d_model: int,
    n: float = 10_000.0,
    *,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """The matrix T with ``pe[k + offset] == pe[k] @ T`` for every position k.

    Block-diagonal, one rotation of two by two per pair of columns, the same for all positions.
    The angles are float64 whatever ``dtype`` is.

    Args:
        offset: how many positions to move on; back if negative.
        d_model: width of the table, even.
        n: base of the wavelengths.
        dtype: floating type of the result; torch's default if None.
        device: where the result is; torch's default if None.

    Returns:
        ``(d_model, d_model)``, orthogonal: its transpose is ``shift_matrix(-offset, ...)``.

    Example:
        >>> from pe_lesson import sinusoidal
        >>> table = sinusoidal(10, 4)
        >>> torch.allclose(table[2] @ shift_matrix(5, 4), table[7], atol=1e-6)
        True
    """
    offset = whole_number("offset", offset, minimum=None)
    d_model = whole_number("d_model", d_model)
    if d_model % 2:
        raise value_error(
            "d_model must be even, got {d_model}: its last sine has no cosine beside it, and a sine alone has no "
            "linear shift; use {even}",
            d_model=d_model, even=d_model + 1,
        )  # fmt: skip
    angles = offset * frequencies(d_model, n)
    matrix = torch.zeros(d_model, d_model, dtype=floating_type(dtype), device="cpu")
    matrix.diagonal()[0::2] = torch.cos(angles)
    matrix.diagonal()[1::2] = torch.cos(angles)
    matrix.diagonal(1)[0::2] = -torch.sin(angles)  # above the diagonal: columns 1, 3, … are cosines
    matrix.diagonal(-1)[0::2] = torch.sin(angles)
    return matrix.to(torch.empty(0, device=device).device)
