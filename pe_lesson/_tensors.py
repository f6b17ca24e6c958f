"""Validation of tensors: rows of embeddings, positions, tables to draw."""

from collections.abc import Sequence

import numpy as np
import torch

from pe_lesson._arguments import FLOATING, typed_repr
from pe_lesson._words import say, type_error, value_error

WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


def check_floating(name: str, x: object) -> None:
    """TypeError unless ``x`` is a tensor of floating numbers."""
    if not isinstance(x, torch.Tensor) or not x.is_floating_point():
        raise type_error("{name} must be a floating tensor, got {given}", name=name, given=dtype_or_repr(x))


def dtype_or_repr(x: object) -> object:
    """For an error message: the dtype if ``x`` is a tensor, else its repr and type."""
    return x.dtype if isinstance(x, torch.Tensor) else typed_repr(x)


def check_rows(x: torch.Tensor, what: str, width: int, width_name: str, device: torch.device | None = None) -> None:
    """TypeError or ValueError unless ``x`` is floating, ``(..., seq_length, width)``, and on ``device`` if given."""
    if not isinstance(x, torch.Tensor):
        raise type_error(
            "{what} must be a torch.Tensor, got {kind}; torch.as_tensor makes one",
            what=say(what), kind=type(x).__name__,
        )  # fmt: skip
    if x.dtype not in FLOATING:
        raise type_error(
            "{what} must be floating, got {dtype}; pass ids through nn.Embedding first", what=say(what), dtype=x.dtype
        )
    if x.dim() < 2 or x.size(-1) != width:
        shape = f"(..., seq_length, {width})"
        raise value_error(
            "{what} must have shape {shape}, got {given}; the last dimension is {width_name}",
            what=say(what), shape=shape, given=tuple(x.shape), width_name=width_name,
        )  # fmt: skip
    if device is not None and x.device != device:
        raise value_error(
            "{what} are on {device}, the table on {other}; move one with .to(...)",
            what=say(what), device=x.device, other=device,
        )  # fmt: skip


def check_positions(
    positions: torch.Tensor,
    tokens: Sequence[int] | None = None,
    device: torch.device | None = None,
    *,
    rows: int | None = None,
) -> torch.Tensor:
    """Return positions in a shape that broadcasts to the tokens'; TypeError or ValueError if they do not fit.

    Args:
        positions: ``(length,)``, ``(1, length)`` or ``(batch, length)``. Row numbers of a table are
            int64; otherwise any int type, or float64 for stretched positions.
        tokens: the shape ``(batch, ..., length)``; dimensions between (heads) share their positions. None if
            there are no tokens, but only positions.
        device: where they must be.
        rows: number of rows in the table; None for a formula, which has a row for any position.
    """
    if not isinstance(positions, torch.Tensor):
        raise type_error(
            "positions must be a torch.Tensor, got {positions}; torch.tensor([0, 1, 2]) makes one",
            positions=typed_repr(positions),
        )
    if rows is not None and positions.dtype != torch.int64:
        raise type_error(
            "positions must be int64 row numbers, got {dtype}; call .long() on whole numbers", dtype=positions.dtype
        )
    if positions.dtype not in (*WHOLE, torch.float64):
        raise type_error(
            "positions must be whole numbers or float64, got {dtype}; call .double() on them", dtype=positions.dtype
        )
    if device is not None and positions.device != device:
        raise value_error(
            "positions are on {device}, the table on {other}; move one with .to(...)",
            device=positions.device, other=device,
        )  # fmt: skip
    fits, one, several = 1 <= positions.dim() <= 2, "(length,)", "(batch, length)"
    if tokens is not None:
        batch, length = (tokens[0] if len(tokens) > 1 else 1), tokens[-1]
        fits = fits and positions.size(-1) == length and positions.shape[:-1] in ((), (1,), (batch,))
        one, several = f"({length},)", f"({batch}, {length})"
    if not fits:
        raise value_error(
            "positions must have shape {one} or {several}, one per token, got {shape}",
            one=one, several=several, shape=tuple(positions.shape),
        )  # fmt: skip
    if (rows is not None or positions.is_floating_point()) and not torch.compiler.is_compiling():
        _check_values(positions, rows)  # in a graph, F.embedding refuses a wrong row
    if positions.dim() == 2 and positions.size(0) == 1:
        return positions.squeeze(0)
    if positions.dim() == 1 or tokens is None:
        return positions
    return positions.reshape(batch, *[1] * (len(tokens) - 2), length)


def _check_values(positions: torch.Tensor, rows: int | None) -> None:
    if positions.is_meta or positions.numel() == 0:
        return
    try:
        low, high = (end.item() for end in positions.aminmax())
    except RuntimeError:  # under vmap, or a fake tensor: no values to read
        return
    if not abs(low) + abs(high) < torch.inf:
        raise value_error("positions must be finite numbers, got NaN or infinity")
    if rows is None:
        return
    if low < 0:
        raise value_error("positions must not be negative, got {low}; on padding use .clamp(min=0)", low=low)
    if high >= rows:
        raise value_error(
            "position {position} exceeds max_length {rows}; build the table with max_length >= {needed}",
            position=high, rows=rows, needed=high + 1,
        )  # fmt: skip


def real_tensor(name: str, value: object) -> torch.Tensor:
    """Return ``value`` as float32 or float64 on the CPU, detached; TypeError if it does not hold real numbers."""
    try:
        # a copy of an array: torch takes no reversed one
        x = value if isinstance(value, torch.Tensor) else torch.as_tensor(np.array(value), device="cpu")
    except (TypeError, ValueError):
        raise type_error(
            "{name} must be a tensor or an array of numbers, got {value}", name=name, value=typed_repr(value)
        ) from None
    if x.is_complex():
        raise type_error("{name} must hold real numbers, got {dtype}", name=name, dtype=x.dtype)
    return x.detach().to("cpu", x.dtype if x.dtype in (torch.float32, torch.float64) else torch.float64)


def real_table(name: str, table: object) -> torch.Tensor:
    """``real_tensor`` of two dimensions; ValueError if there are others."""
    x = real_tensor(name, table)
    if x.dim() != 2 or 0 in x.shape:
        raise value_error(
            "{name} must have shape (rows, columns), got {shape}; of a batch, take one: [0]",
            name=name, shape=tuple(x.shape),
        )  # fmt: skip
    return x
