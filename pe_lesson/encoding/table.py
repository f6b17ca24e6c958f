r"""The table of sinusoidal positional encodings: as a loop, vectorized, and by rotation.

Row ``k`` is a position, pair ``i`` of columns is a sine and a cosine of one frequency:

    PE[k, 2i]     = sin(k / n^(2i / d_model))
    PE[k, 2i + 1] = cos(k / n^(2i / d_model))

Source of the formula: Vaswani et al., "Attention Is All You Need" (2017), section 3.5, n = 10000.
An odd ``d_model`` ends with a sine that has no cosine beside it.
"""

import math

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import floating_type, positive_number, usable_device, whole_number

GROUP_ENTRIES = 2**15  # pairs: a group of rows and its turns, 512 KiB each, fit the cache of a core


def frequencies(d_model: int, n: float = 10_000.0) -> Tensor:
    """The frequency of each pair of columns, n^(-2i / d_model): the lessons' ``div_term``.

    Args:
        d_model: width of the embeddings.
        n: base of the wavelengths.

    Returns:
        float64 ``(ceil(d_model / 2),)`` on the CPU, radians a position, from 1 downwards if n > 1.

    Raises:
        TypeError, ValueError: ``d_model`` is no int >= 1, ``n`` no finite number > 0.
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

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``n`` no finite number > 0.
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

    The phases are float64 whatever ``dtype`` is, so each entry is the exact value rounded once.

    Args:
        max_length: number of rows.
        d_model: number of columns.
        n: base of the wavelengths.
        start: position of the first row.
        dtype: floating type of the result; torch's default if None.
        device: where the result lies; torch's default if None.

    Returns:
        ``(max_length, d_model)``.

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``start`` no int >= 0, ``n`` no finite
            number > 0, ``dtype`` not floating, ``device`` not usable.
    """
    table, start, device = _empty_table(max_length, d_model, start, dtype, device)
    k = torch.arange(start, start + len(table), dtype=torch.float64, device="cpu").unsqueeze(1)
    phases = k * frequencies(d_model, n)
    table[:, 0::2] = torch.sin(phases)
    table[:, 1::2] = torch.cos(phases[:, : d_model // 2])
    return table.to(device)


def sinusoidal_by_rotation(
    max_length: int,
    d_model: int,
    n: float = 10_000.0,
    *,
    start: int = 0,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """The same table as ``sinusoidal``, each group of rows turned from its first: lesson 07's identity.

    With k = a + b and a pair written as one complex number, sin(kω) + i·cos(kω) is
    (sin aω + i·cos aω) · (cos bω - i·sin bω). The second factor serves every group, so one
    product replaces a sine and a cosine. Groups start at fixed positions, so a row has the same
    bits whatever ``start`` is. Arguments, result and errors are those of ``sinusoidal``.
    """
    table, start, device = _empty_table(max_length, d_model, start, dtype, device)
    # NumPy from here on: torch would wake its threads for each step, and wait for them on a busy machine
    omega = frequencies(d_model, n).numpy()
    rows = max(1, GROUP_ENTRIES // len(omega))
    turn = np.ones((rows, len(omega)), dtype=np.complex128)
    known = 1
    while known < rows:  # the identity serves here too: all turns known so far, moved on, are as many more
        more = turn[known : 2 * known]
        np.multiply(np.cos(known * omega) - 1j * np.sin(known * omega), turn[: len(more)], out=more)
        known *= 2
    group = np.empty_like(turn)
    entries = torch.from_numpy(group.view(np.float64)[:, :d_model])
    stop = start + len(table)
    for a in range(start - start % rows, stop, rows):
        np.multiply(np.sin(a * omega) + 1j * np.cos(a * omega), turn, out=group)
        low, high = max(a, start), min(a + rows, stop)
        _copy(entries[low - a : high - a], table[low - start : high - start])
    return table.to(device)


def _empty_table(max_length, d_model, start, dtype, device) -> tuple[Tensor, int, torch.device]:
    """All arguments checked: an unfilled table on the CPU, where float64 always exists, its start and where it goes."""
    max_length, d_model = whole_number("max_length", max_length), whole_number("d_model", d_model)
    start = whole_number("start", start, minimum=0)
    whole_number("start + max_length", start + max_length)
    dtype, device = floating_type(dtype), usable_device(device)
    if dtype.itemsize == 2:  # NumPy has no bfloat16
        return torch.empty(max_length, d_model, dtype=dtype, device="cpu"), start, device
    # NumPy asks Linux for huge pages, torch does not: a large table then takes a fraction of the time to write
    memory = np.empty((max_length, d_model), dtype=str(dtype).removeprefix("torch."))
    return torch.from_numpy(memory), start, device


def _copy(entries: Tensor, rows: Tensor) -> None:
    """Round ``entries`` into ``rows``, on one thread where NumPy has the type."""
    if rows.dtype.itemsize == 2:
        rows.copy_(entries)
    else:
        np.copyto(rows.numpy(), entries.numpy(), casting="same_kind")
