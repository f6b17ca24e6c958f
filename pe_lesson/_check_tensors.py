"""Validation of tensors: rows of embeddings, of queries or keys, tables to draw."""

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import FLOATING, typed_repr
from pe_lesson._words import marked, say, type_error, value_error


def check_floating(name: str, x: object) -> None:
    """Raise TypeError unless ``x`` is a tensor of floating numbers."""
    if not isinstance(x, Tensor) or not x.is_floating_point():
        raise type_error("{name} must be a floating tensor, got {given}", name=name, given=dtype_or_repr(x))


def dtype_or_repr(x: object) -> object:
    """What an error message shows of ``x``: the dtype of a tensor, else repr and type."""
    return x.dtype if isinstance(x, Tensor) else typed_repr(x)


def check_embeddings(x: Tensor, table: Tensor) -> None:
    """Raise TypeError or ValueError unless ``x`` is floating and has the same width and device as ``table``."""
    _check_rows(x, marked("embeddings"), table.size(-1), "d_model")
    if x.device != table.device:
        raise value_error(
            "{what} are on {device}, the module on {other}; move one with .to(...)",
            what=say("embeddings"), device=x.device, other=table.device,
        )  # fmt: skip


def check_heads(x: Tensor, d_head: int) -> None:
    """Raise TypeError or ValueError unless ``x``, queries or keys, is floating, ``(..., length, d_head)``."""
    _check_rows(x, marked("queries and keys"), d_head, "d_head")


def _check_rows(x: Tensor, what: str, width: int, width_name: str) -> None:
    if not isinstance(x, Tensor):
        raise type_error(
            "{what} must be a torch.Tensor, got {kind}; torch.as_tensor makes one",
            what=say(what),
            kind=type(x).__name__,
        )
    if x.dtype not in FLOATING:
        raise type_error(
            "{what} must be floating, got {dtype}; pass ids through nn.Embedding first", what=say(what), dtype=x.dtype
        )
    if x.dim() < 2 or x.size(-1) != width:
        raise value_error(
            "{what} must have shape {shape}, got {given}; the last dimension is {width_name}",
            what=say(what), shape=f"(..., seq_length, {width})", given=tuple(x.shape), width_name=width_name,
        )  # fmt: skip


def real_tensor(name: str, value: object) -> Tensor:
    """``value`` as float32 or float64 on the CPU, detached; TypeError if it does not hold real numbers."""
    try:
        # a copy of an array: torch takes no reversed one
        x = value if isinstance(value, Tensor) else torch.as_tensor(np.array(value), device="cpu")
    except (TypeError, ValueError):
        raise type_error(
            "{name} must be a tensor or an array of numbers, got {value}", name=name, value=typed_repr(value)
        ) from None
    if x.is_complex():
        raise type_error("{name} must hold real numbers, got {dtype}", name=name, dtype=x.dtype)
    return x.detach().to("cpu", x.dtype if x.dtype in (torch.float32, torch.float64) else torch.float64)


def real_table(name: str, table: object) -> Tensor:
    """``real_tensor(name, table)``; ValueError unless it has two dimensions."""
    x = real_tensor(name, table)
    if x.dim() != 2 or 0 in x.shape:
        raise value_error(
            "{name} must have shape (rows, columns), got {shape}; of a batch take [0], of one row [None]",
            name=name, shape=tuple(x.shape),
        )  # fmt: skip
    return x
