r"""The table of sinusoidal positional encodings: its frequencies, the formula as a loop, the formula vectorized.

Row ``k`` is a position, pair ``i`` of columns is a sine and a cosine of one frequency:

    PE[k, 2i]     = sin(k / n^(2i / d_model))
    PE[k, 2i + 1] = cos(k / n^(2i / d_model))

Source of the formula: Vaswani et al., "Attention Is All You Need" (2017), section 3.5, n = 10000.
An odd ``d_model`` ends with a sine that has no cosine beside it. ``rotation.py`` builds large tables faster.
"""

import math

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import positive_number, table_arguments, whole_number


def frequencies(d_model: int, n: float = 10_000.0) -> Tensor:
    """The frequency of each pair of columns, n^(-2i / d_model): the lessons' ``div_term``.

    Args:
        d_model: width of the embeddings.
        n: base of the wavelengths.

    Returns:
        float64 ``(ceil(d_model / 2),)`` on the CPU, radians per position, from 1 downwards if n > 1.

    Example:
        >>> frequencies(4, n=100)
        tensor([1.0000, 0.1000], dtype=torch.float64)
    """
    d_model, n = whole_number("d_model", d_model), positive_number("n", n)
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64, device="cpu")
    return torch.exp(two_i * (-math.log(n) / d_model))


def sinusoidal_loop(max_length: int, d_model: int, n: float = 10_000.0) -> np.ndarray:
    """The formula as two nested loops: slow, easy to check, the specification of the other two.

    Args:
        max_length: number of rows (positions).
        d_model: number of columns.
        n: base of the wavelengths.

    Returns:
        float64 ``(max_length, d_model)``.

    Example:
        >>> sinusoidal_loop(2, 4, n=100).round(2).tolist()
        [[0.0, 1.0, 0.0, 1.0], [0.84, 0.54, 0.1, 1.0]]
    """
    max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
    n = positive_number("n", n)
    table = np.zeros((max_length, d_model))
    for k in range(max_length):
        for column in range(d_model):
            i = column // 2
            angle = k / n ** (2 * i / d_model)
            table[k, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table


def sinusoidal(
    max_length: int,
    d_model: int,
    n: float = 10_000.0,
    *,
    start: int = 0,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """Rows ``start`` to ``start + max_length - 1`` of the table, without a loop.

    The phases are float64 whatever ``dtype`` is: with ``n`` >= 1, an entry up to position 1,000,000 is the exact value
    within 1e-9, rounded to ``dtype``. Later ones lose digits.

    Args:
        max_length: number of rows.
        d_model: number of columns.
        n: base of the wavelengths.
        start: position of the first row.
        dtype: floating type of the result; torch's default if None.
        device: where the result is; torch's default if None. On "meta" nothing is computed.

    Returns:
        ``(max_length, d_model)``.

    Example:
        >>> sinusoidal(3, 4, n=100)
        tensor([[ 0.0000,  1.0000,  0.0000,  1.0000],
                [ 0.8415,  0.5403,  0.0998,  0.9950],
                [ 0.9093, -0.4161,  0.1987,  0.9801]])
        >>> bool((sinusoidal(1, 4, n=100, start=2) == sinusoidal(3, 4, n=100)[2]).all())
        True
    """
    max_length, d_model, n, start, dtype, device = table_arguments(max_length, d_model, n, start, dtype, device)
    if device.type == "meta":
        return torch.empty(max_length, d_model, dtype=dtype, device=device)
    k = torch.arange(start, start + max_length, dtype=torch.float64, device="cpu").unsqueeze(1)
    phases = k * frequencies(d_model, n)
    table = torch.empty(max_length, d_model, dtype=dtype, device="cpu")  # where float64 always exists
    table[:, 0::2] = torch.sin(phases)
    table[:, 1::2] = torch.cos(phases[:, : d_model // 2])
    return table.to(device)
