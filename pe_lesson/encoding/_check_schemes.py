"""Validation for the properties: a length, and the table that a scheme gives for it."""

from collections.abc import Callable

import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr, whole_number
from pe_lesson._words import type_error, value_error


def two_or_more(seq_length: int) -> int:
    return whole_number("seq_length", seq_length, minimum=2)  # one position alone cannot be compared


def scheme_table(scheme: Callable[[int], Tensor], seq_length: int) -> Tensor:
    """Call the scheme with a length, check the table that comes out, and return it as float64."""
    if not callable(scheme):
        raise type_error(
            "a scheme must be a function of a length, got {scheme}; give its name, without brackets",
            scheme=typed_repr(scheme),
        )
    table = scheme(two_or_more(seq_length))
    if not isinstance(table, Tensor):
        raise type_error("a scheme must return a tensor, got {table}", table=typed_repr(table))
    if table.dim() != 2 or len(table) != seq_length:
        raise value_error(
            "a scheme must return shape ({seq_length}, d) at this length, got {shape}",
            seq_length=seq_length, shape=tuple(table.shape),
        )  # fmt: skip
    table = table.detach().to("cpu", torch.float64)
    if not torch.isfinite(table).all():
        raise value_error("a scheme must return finite numbers, got NaN or infinity; look for a division by zero")
    return table
