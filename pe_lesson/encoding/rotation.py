r"""The same table, built by lesson 07's identity: exact, and a large one faster than by a sine and a cosine per entry.

With k = a + b, and a pair of columns written as one complex number,

    sin kω + i·cos kω = (sin aω + i·cos aω) · (cos bω - i·sin bω)

The second factor, the *rotation*, is the same for every group of rows, so one product replaces a sine and a cosine.

Three memory tricks make it fast; none of them changes a bit:

- a group of rows and the rotations together fit the cache of a core (``GROUP_ENTRIES``);
- NumPy computes, since torch would wake its threads for each step, and wait for them on a busy machine;
- NumPy also gives the memory (``_empty``): it asks Linux for huge pages, which are quicker to write first.
"""

import numpy as np
import torch
from torch import Tensor

from pe_lesson._check_arguments import table_arguments
from pe_lesson.encoding.table import frequencies, sinusoidal

GROUP_ENTRIES = 2**15  # pairs: a group and its rotations, 512 KiB each


def sinusoidal_by_rotation(
    max_length: int,
    d_model: int,
    n: float = 10_000.0,
    *,
    start: int = 0,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """The same table as ``sinusoidal``, each group of rows rotated from its first: lesson 07's identity.

    Groups start at fixed positions, so a row has the same bits whatever ``start`` is. Arguments and
    result are those of ``sinusoidal``.

    Example:
        >>> torch.allclose(sinusoidal_by_rotation(50, 6), sinusoidal(50, 6), atol=1e-6)
        True
    """
    max_length, d_model, n, start, dtype, device = table_arguments(max_length, d_model, n, start, dtype, device)
    if device.type == "meta" or torch.compiler.is_compiling():  # in a graph there are no arrays
        return sinusoidal(max_length, d_model, n, start=start, dtype=dtype, device=device)
    omega = frequencies(d_model, n).numpy()
    table = _empty(max_length, d_model, dtype)
    rows, stop = max(1, GROUP_ENTRIES // len(omega)), start + max_length
    rotations = _rotations(rows, omega)  # all of them for any table: NumPy 1.26 gives fewer ones other last bits
    group = np.empty_like(rotations)
    entries = torch.from_numpy(group.view(np.float64)[:, :d_model])  # sine, cosine, sine, … of the complex numbers
    for a in range(start - start % rows, stop, rows):
        np.multiply(np.sin(a * omega) + 1j * np.cos(a * omega), rotations, out=group)
        low, high = max(a, start), min(a + rows, stop)
        _copy(entries[low - a : high - a], table[low - start : high - start])
    return table.to(device)


def _rotations(rows: int, omega: np.ndarray) -> np.ndarray:
    """Complex ``(rows, pairs)``, row b cos bω - i·sin bω; the identity makes later rows of earlier ones."""
    rotations = np.ones((rows, len(omega)), dtype=np.complex128)
    known = 1
    while known < rows:
        more = rotations[known : 2 * known]
        np.multiply(np.cos(known * omega) - 1j * np.sin(known * omega), rotations[: len(more)], out=more)
        known *= 2
    return rotations


def _empty(max_length: int, d_model: int, dtype: torch.dtype) -> Tensor:
    if dtype.itemsize == 2:  # NumPy has no bfloat16
        return torch.empty(max_length, d_model, dtype=dtype, device="cpu")
    return torch.from_numpy(np.empty((max_length, d_model), dtype=str(dtype).removeprefix("torch.")))


def _copy(entries: Tensor, rows: Tensor) -> None:
    """Round ``entries`` into ``rows``, on one thread where NumPy has the type."""
    if rows.dtype.itemsize == 2:
        rows.copy_(entries.to(rows.dtype))
    else:
        np.copyto(rows.numpy(), entries.numpy(), casting="same_kind")
