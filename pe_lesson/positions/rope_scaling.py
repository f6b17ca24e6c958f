"""RoPE beyond the length of training, without training: lesson 12.

Every method here changes the frequencies of the pairs and nothing else. Sources: Chen et al., "Extending Context
Window of Large Language Models via Positional Interpolation" (2023); the base raised ("NTK-aware"), first a post by
bloc97 (2023); Peng et al., "YaRN" (2023), by parts, section 3.2.
"""

import math

from torch import Tensor

from pe_lesson._check_arguments import head_width, positive_number, whole_number
from pe_lesson._check_tensors import check_floating
from pe_lesson._words import value_error


def turns(frequencies: Tensor, length: int) -> Tensor:
    """How many turns each pair makes in ``length`` positions: ``(pairs,)``, of the type of ``frequencies``.

    Example:
        >>> from pe_lesson import frequencies
        >>> turns(frequencies(4, 100), 628).round()
        tensor([100.,  10.], dtype=torch.float64)
    """
    return whole_number("length", length) * frequencies / (2 * math.pi)


def interpolated(frequencies: Tensor, factor: float) -> Tensor:
    """Position interpolation: every pair ``factor`` times slower, as if all positions were divided by it.

    Args:
        frequencies: radians per position, ``(pairs,)``.
        factor: how many times longer texts become.

    Example:
        >>> import torch
        >>> interpolated(torch.tensor([1.0, 0.5]), factor=2)
        tensor([0.5000, 0.2500])
    """
    return frequencies / positive_number("factor", factor)


def ntk_base(n: float, factor: float, d_head: int) -> float:
    """The base that makes the slowest pair ``factor`` times slower and leaves the fastest as it is (NTK-aware).

    The slowest pair has the frequency n^(-(d - 2) / d); the base n · factor^(d / (d - 2)) divides it by ``factor``.

    Args:
        n: base of the wavelengths.
        factor: how many times longer texts become.
        d_head: width of a query or key, even and at least 4.

    Example:
        >>> round(ntk_base(10_000, factor=4, d_head=128))
        40890
    """
    d_head = head_width(d_head, minimum=4)
    raised: float = positive_number("n", n) * positive_number("factor", factor) ** (d_head / (d_head - 2))
    return raised


def ntk_by_parts(
    frequencies: Tensor, factor: float, trained_length: int, beta_slow: float = 1.0, beta_fast: float = 4.0
) -> Tensor:
    """Fast pairs unchanged, slow pairs interpolated, a ramp between: YaRN's "NTK-by-parts".

    Args:
        frequencies: radians per position, ``(pairs,)``.
        factor: how many times longer texts become.
        trained_length: the length in training.
        beta_slow: pairs that made fewer turns in training are interpolated. 1 in Llama 3.1 and in YaRN's paper.
        beta_fast: pairs that made more are unchanged. 4 in Llama 3.1, 32 in YaRN's paper.

    Example:
        >>> import torch
        >>> ntk_by_parts(torch.tensor([1.0, 0.01]), factor=4, trained_length=100)
        tensor([1.0000, 0.0025])
    """
    check_floating("frequencies", frequencies)
    beta_slow, beta_fast = positive_number("beta_slow", beta_slow), positive_number("beta_fast", beta_fast)
    if beta_slow >= beta_fast:
        raise value_error(
            "beta_slow must be below beta_fast, got {beta_slow} and {beta_fast}",
            beta_slow=f"{beta_slow:g}", beta_fast=f"{beta_fast:g}",
        )  # fmt: skip
    share = (turns(frequencies, trained_length) - beta_slow) / (beta_fast - beta_slow)
    unchanged = share.clamp(0, 1)  # 0: interpolated
    return frequencies * unchanged + interpolated(frequencies, factor) * (1 - unchanged)
