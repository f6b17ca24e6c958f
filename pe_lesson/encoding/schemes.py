"""Four ways to number positions: lesson 00.

A *scheme* is a function from a length to a table: ``(seq_length) -> (seq_length, d)``, one row per position.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from pe_lesson._check_arguments import whole_number
from pe_lesson._words import value_error
from pe_lesson.encoding.table import sinusoidal

Scheme = Callable[[int], Tensor]


def raw_index(seq_length: int) -> Tensor:
    """The position itself as one number: ``(seq_length, 1)``, float32."""
    return torch.arange(whole_number("seq_length", seq_length), dtype=torch.float32).unsqueeze(1)


def normalised_index(seq_length: int) -> Tensor:
    """The position over the last position, 0 to 1: ``(seq_length, 1)``, float32."""
    return raw_index(seq_length) / max(1, seq_length - 1)


def binary_code(seq_length: int, bits: int = 8) -> Tensor:
    """The position in binary digits, highest first: ``(seq_length, bits)``, float32.

    Example:
        >>> binary_code(4, bits=2).tolist()
        [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    """
    seq_length, bits = whole_number("seq_length", seq_length), whole_number("bits", bits)
    if seq_length > 2**bits:
        raise value_error(
            "{bits} bits count {count} positions, not {seq_length}; shorten seq_length or raise bits",
            bits=bits, count=2**bits, seq_length=seq_length,
        )  # fmt: skip
    k = torch.arange(seq_length).unsqueeze(1)
    return (k >> torch.arange(bits - 1, -1, -1) & 1).float()


def sine_cosine(seq_length: int, d_model: int = 8) -> Tensor:
    """The first rows of the Transformer's table, n = 10,000: ``(seq_length, d_model)``."""
    return sinusoidal(seq_length, d_model)


SCHEMES: tuple[Scheme, ...] = (raw_index, normalised_index, binary_code, sine_cosine)
