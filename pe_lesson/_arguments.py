"""One-line answers to bad input, shared by every public function."""

import functools
import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import ParamSpec, TypeVar

import numpy as np
import torch

SMALLEST = 1e-100  # float64 holds its inverse, times any position
LARGEST = 2**53  # beyond it float64 tells no two neighbouring whole numbers apart
FLOATING = (torch.float16, torch.bfloat16, torch.float32, torch.float64)  # torch computes with no smaller ones
WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)

NO_MEMORY = ("ried to allocate", "Storage size calculation", "array is too big", "Maximum allowed dimension")
P = ParamSpec("P")
R = TypeVar("R")


def whole_number(name: str, value: object, *, minimum: int | None = 1) -> int:
    """Return ``value`` as an int; TypeError if it is no whole number, ValueError below ``minimum`` or past 2**53."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an int, got {shown(value)}; write {name}=4, for example")
    number = int(value)  # a fixed-size integer of NumPy may overflow in what follows
    if minimum is not None and number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {short(value)}")
    if abs(number) > LARGEST:
        raise ValueError(f"{name} must be at most 2**53, got {short(value)}; float64 counts no further")
    return number


def positive_number(name: str, value: object) -> float:
    """Return ``value`` as a float; TypeError if it is not a real number, ValueError unless 1e-100 <= value < inf."""
    number = real_number(name, value)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be a finite number greater than 0, got {shown(value)}")
    if number < SMALLEST:
        raise ValueError(f"{name} must be at least {SMALLEST}, got {shown(value)}; float64 overflows below")
    return number


def probability(name: str, value: object) -> float:
    """Return ``value`` as a float; TypeError if it is not a real number, ValueError outside [0, 1]."""
    number = real_number(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be a probability between 0 and 1, got {shown(value)}")
    return number


def floating_type(dtype: object) -> torch.dtype:
    """Return ``dtype``, torch's default if None; TypeError if torch does not compute with it as a real number."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if not isinstance(dtype, torch.dtype) or dtype not in FLOATING:
        raise TypeError(f"dtype must be a floating torch.dtype such as torch.float32, got {short(dtype)}")
    return dtype


def usable_device(device: object) -> torch.device:
    """Return ``device``, torch's default if None; TypeError if it names none, ValueError if it cannot be used."""
    if device is not None and (isinstance(device, bool) or not isinstance(device, str | int | torch.device)):
        raise TypeError(f"device must be a str or a torch.device such as 'cpu', got {shown(device)}")
    try:
        return torch.empty(0, device=device).device
    except Exception as error:  # a module that is missing, an assertion, an overflow: torch has a way for each
        why = str(error).splitlines()[0][:120]
        raise ValueError(f"device {short(device)} cannot be used here, but 'cpu' can; torch says: {why}") from None


def table_arguments(
    max_length: object, d_model: object, n: object, start: object, dtype: object, device: object
) -> tuple[int, int, float, int, torch.dtype, torch.device]:
    """The arguments of a table, each checked and with its default."""
    max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
    n, start = positive_number("n", n), whole_number("start", start, minimum=0)
    whole_number("start + max_length", start + max_length)
    return max_length, d_model, n, start, floating_type(dtype), usable_device(device)


def one_line_if_memory_ends(function: Callable[P, R]) -> Callable[P, R]:
    """Turn what NumPy and torch say about memory, each in its own way, into one MemoryError that says what to do."""

    @functools.wraps(function)
    def called(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return function(*arguments, **options)
        except (MemoryError, RuntimeError, ValueError) as error:
            if not isinstance(error, MemoryError) and not any(words in str(error) for words in NO_MEMORY):
                raise
        raise MemoryError(f"{function.__name__}: sizes too large for the memory of this machine; choose smaller ones")

    return called


def check_rows(x: object, what: str, width: int, width_name: str, place: object) -> None:
    """TypeError or ValueError unless ``x`` is a dense floating tensor ``(..., seq_length, width)`` at this place."""
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
    if x.device != place:
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


def listed(name: str, values: object, example: str) -> list:
    """Return ``values`` as a list; TypeError in one line if they are not several."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list such as {example}, got {shown(values)}")
    return list(values)


def real_number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a float, got {short(value)}; give a smaller number") from None


def encodes(text: str) -> bool:
    """Whether ``text`` is valid Unicode; torchtext's C++ crashes on a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(value: object) -> str:
    """``value`` with its type, short enough for one line."""
    return f"{short(value)} ({type(value).__name__})"


def short(value: object) -> str:
    """The repr of ``value``, cut to fit into a line."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # an int of over 4300 digits has none, nor has an object with a broken __repr__
        text = "a value that cannot be printed"
    return text if len(text) <= 60 else text[:57] + "..."
