"""One-line answers to tensors that do not fit: rows of embeddings, positions, tables to draw."""

import numpy as np
import torch

from pe_lesson._arguments import FLOATING, LARGEST, shown

WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


def check_rows(x: object, what: str, width: int, width_name: str, place: object = None) -> None:
    """TypeError or ValueError unless ``x`` is a dense floating tensor ``(..., seq_length, width)``, where the table is.

    A rotation has no table, and so no place: it is computed wherever ``x`` lies.
    """
    if not isinstance(x, torch.Tensor):
        remedy = "torch.export, not torch.fx, traces it" if type(x).__name__ == "Proxy" else "torch.as_tensor makes one"
        raise TypeError(f"{what} must be a torch.Tensor, got {type(x).__name__}; {remedy}")
    if x.dtype not in FLOATING:
        raise TypeError(f"{what} must be floating, got {x.dtype}; pass ids through nn.Embedding first")
    if x.is_nested:
        raise TypeError(f"{what} must be dense, got a nested tensor; torch.nested.to_padded_tensor(x, 0.0) makes it so")
    if x.layout is not torch.strided:
        raise TypeError(f"{what} must be dense, got {x.layout}; call .to_dense() on them first")
    if x.dim() < 2 or x.size(-1) != width:
        shape = f"(..., seq_length, {width})"
        raise ValueError(f"{what} must have shape {shape}, got {tuple(x.shape)}; the last dimension is {width_name}")
    if place is not None and x.device != place:
        raise ValueError(f"{what} are on {x.device}, the table on {place}; move one with .to(...)")


def check_positions(
    positions: object, x: torch.Tensor, place: torch.device, *, rows: int | None = None
) -> torch.Tensor:
    """Return the positions of the tokens of ``x`` in a shape that broadcasts to ``x.shape[:-1]``.

    Their values are read in eager mode only: a graph that torch.compile or torch.export makes has none yet.
    ``F.embedding`` refuses a wrong row there; plain indexing would wrap a negative one in silence.

    Args:
        positions: ``(seq_length,)``, ``(1, seq_length)`` or ``(batch, seq_length)``. Row numbers of a table are
            int64; otherwise any int type, or float64 for stretched positions.
        x: ``(batch, ..., seq_length, width)``, checked before; dimensions between (heads) share their positions.
        place: the device of the table.
        rows: how many rows the table has; None for a formula, which has a row for any number up to 2**53.

    Raises:
        TypeError, ValueError: another type, shape or device, or a position that has no row.
    """
    if not isinstance(positions, torch.Tensor):
        raise TypeError(f"positions must be a torch.Tensor, got {shown(positions)}; torch.tensor([0, 1, 2]) makes one")
    if rows is not None and positions.dtype != torch.int64:
        raise TypeError(f"positions must be int64 row numbers, got {positions.dtype}; call .long() on whole numbers")
    if positions.dtype not in (*WHOLE, torch.float64):
        raise TypeError(f"positions must be whole numbers or float64, got {positions.dtype}; call .double() on them")
    if positions.device != place:
        raise ValueError(f"positions are on {positions.device}, the table on {place}; move one with .to(...)")
    batch, length = (x.size(0) if x.dim() > 2 else 1), x.size(-2)
    if (
        not 1 <= positions.dim() <= 2
        or positions.size(-1) != length
        or positions.shape[:-1] not in ((), (1,), (batch,))
    ):
        wanted = f"({length},)" + (f" or ({batch}, {length})" if batch != 1 else f" or (1, {length})")
        raise ValueError(f"positions must have shape {wanted}, one per token, got {tuple(positions.shape)}")
    if not torch.compiler.is_compiling() and not torch.jit.is_tracing():
        _check_values(positions, rows)
    if positions.dim() == 2 and positions.size(0) == 1:
        return positions.squeeze(0)
    return positions if positions.dim() == 1 else positions.reshape(batch, *[1] * (x.dim() - 3), length)


def _check_values(positions: torch.Tensor, rows: int | None) -> None:
    if positions.is_meta or positions.numel() == 0:
        return
    try:
        low, high = (end.item() for end in positions.aminmax())
    except RuntimeError:  # under vmap, or a fake tensor: no values to read
        return
    if rows is None:
        if not -LARGEST <= low <= high <= LARGEST:  # NaN too
            raise ValueError(f"positions must lie between -2**53 and 2**53, got {low} to {high}")
    elif low < 0:
        raise ValueError(f"positions must not be negative, got {low}; on padding use .clamp(min=0)")
    elif high >= rows:
        raise ValueError(f"position {high} exceeds max_length {rows}; build the table with max_length >= {high + 1}")


def real_table(name: str, table: object) -> torch.Tensor:
    """Return ``table`` as float32 or float64 on the CPU, detached; TypeError if not real, ValueError unless 2-D."""
    if isinstance(table, np.ndarray) and table.dtype.kind == "f":  # torch knows no other byte order, step or width
        table = np.array(table, dtype=np.float64 if table.dtype.itemsize > 8 else table.dtype.newbyteorder("="))
    elif isinstance(table, np.ndarray) and table.dtype.kind in "iub":
        table = table.astype(np.float64)
    try:
        table = torch.as_tensor(table, device="cpu").detach()
    except (TypeError, ValueError, RuntimeError):
        raise TypeError(f"{name} must be a tensor or an array of numbers, got {shown(table)}") from None
    if table.is_complex() or table.layout is not torch.strided or table.is_quantized:
        raise TypeError(f"{name} must hold real numbers and be dense, got {table.dtype}, {table.layout}")
    if table.dim() != 2 or 0 in table.shape:
        raise ValueError(f"{name} must have shape (rows, columns), got {tuple(table.shape)}; of a batch, take one: [0]")
    if table.dtype in (torch.float32, torch.float64):
        return table.resolve_neg()
    return table.float() if table.is_floating_point() else table.double()
