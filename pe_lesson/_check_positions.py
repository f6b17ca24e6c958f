"""Validation of positions: a number per token."""

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import WHOLE, typed_repr
from pe_lesson._check_tensors import check_embeddings
from pe_lesson._words import type_error, value_error
from pe_lesson.checks import check_length


def position_numbers(positions: Tensor) -> Tensor:
    """Positions as ``(length,)`` or ``(batch, length)``; raises unless they are finite, and whole or float64."""
    _check_numbers(positions)
    if positions.dim() not in (1, 2):
        raise _wrong_shape(positions, "(length,)", "(batch, length)")
    _check_finite(positions)
    return positions.squeeze(0) if positions.shape[:-1] == (1,) else positions


def token_positions(positions: Tensor, x: Tensor) -> Tensor:
    """Positions in a shape that broadcasts to the tokens of ``x``, ``(batch, ..., length, width)``.

    Dimensions between batch and length, such as heads, share their positions.
    """
    _check_numbers(positions)
    if positions.device != x.device:
        raise value_error(
            "positions are on {device}, the vectors on {other}; move one with .to(...)",
            device=positions.device, other=x.device,
        )  # fmt: skip
    batch, length = (x.size(0) if x.dim() > 2 else 1), x.size(-2)
    if positions.shape not in ((length,), (1, length), (batch, length)):
        raise _wrong_shape(positions, f"({length},)", f"({batch}, {length})")
    _check_finite(positions)
    if positions.dim() == 1 or positions.size(0) == 1:
        return positions.reshape(length)
    return positions.reshape(batch, *[1] * (x.dim() - 3), length)


def rows_of_tokens(table: Tensor, x: Tensor, positions: Tensor | None, owner: str) -> Tensor:
    """The table's row for each token of ``x``; raises if there is none. Errors call the table ``owner``."""
    check_embeddings(x, table)
    if positions is not None:
        return nn.functional.embedding(_row_numbers(positions, x, table.size(0)), table)
    if x.size(-2) > table.size(0):  # compare first: under torch.export the size is a symbol, not an int
        check_length(x.size(-2), table.size(0), owner)
    return table[: x.size(-2)]


def _row_numbers(positions: Tensor, x: Tensor, rows: int) -> Tensor:
    """``token_positions``; raises unless they are int64 numbers of rows in a table that has ``rows`` rows."""
    if isinstance(positions, Tensor) and positions.dtype not in (torch.int64, torch.bool):
        raise type_error(
            "positions must be int64 row numbers, got {dtype}; call .long() on whole numbers", dtype=positions.dtype
        )
    positions = token_positions(positions, x)
    low, high = _range(positions)
    if low < 0:
        raise value_error("positions must not be negative, got {low}; on padding use .clamp(min=0)", low=low)
    if high >= rows:
        raise value_error(
            "position {position} has no row, max_length {rows} ends at {last}; "
            "build the table with max_length >= {needed}",
            position=high, rows=rows, last=rows - 1, needed=high + 1,
        )  # fmt: skip
    return positions


def _check_numbers(positions: object) -> None:
    if not isinstance(positions, Tensor):
        raise type_error(
            "positions must be a torch.Tensor, got {positions}; torch.tensor([0, 1, 2]) makes one",
            positions=typed_repr(positions),
        )
    if positions.dtype == torch.bool:
        raise type_error(
            "positions must be numbers, and these are bools; is it a mask? A layer takes that as attention_mask=..."
        )
    if positions.dtype not in (*WHOLE, torch.float64):
        raise type_error(
            "positions must be whole numbers or float64, got {dtype}; call .double() on them", dtype=positions.dtype
        )


def _check_finite(positions: Tensor) -> None:
    low, high = _range(positions) if positions.is_floating_point() else (0, 0)
    if not abs(low) + abs(high) < torch.inf:
        raise value_error("positions must be finite numbers, got NaN or infinity")


def _wrong_shape(positions: Tensor, one: str, several: str) -> ValueError:
    return value_error(
        "positions must have shape {one} or {several}, one per token, got {shape}",
        one=one, several=several, shape=tuple(positions.shape),
    )  # fmt: skip


def _range(positions: Tensor) -> tuple[float, float]:
    """The smallest and the largest position; 0 and 0 if no values can be read: ``F.embedding`` checks those."""
    if torch.compiler.is_compiling() or positions.is_meta or positions.numel() == 0:
        return 0, 0
    try:
        low, high = (end.item() for end in positions.aminmax())
    except RuntimeError:  # under vmap, or a fake tensor
        return 0, 0
    return low, high
