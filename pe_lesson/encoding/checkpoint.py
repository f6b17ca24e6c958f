"""Which checkpoints ``PositionalEncoding`` accepts: the same rows, any number of them."""

import torch
from torch import Tensor


def why_refused(saved: object, table: Tensor) -> str | None:
    """Say how a saved table differs from this one in the rows that both have; None if it does not.

    The module computes its own table, and needs none from a checkpoint. But a table of another ``n``
    means that the model was trained with other positions.

    Args:
        saved: what the checkpoint holds.
        table: the module's, ``(1, max_length, d_model)``.
    """
    if not isinstance(saved, Tensor) or not saved.is_floating_point():
        return f"is {saved.dtype if isinstance(saved, Tensor) else type(saved).__name__}, not a floating tensor"
    if saved.dim() != 3 or saved.size(0) != 1 or saved.size(2) != table.size(2):
        wanted = f"(1, any length, {table.size(2)})"
        return f"has shape {tuple(saved.shape)}, not {wanted}; build PositionalEncoding to match"
    rows = min(saved.size(1), table.size(1))
    gap = (saved[0, :rows].detach().to("cpu", torch.float64) - table[0, :rows]).abs().amax(dim=1)
    # equal up to the rounding of either type and, at later positions, of a table made from float32 phases
    rounding = 4 * max(torch.finfo(dtype).eps for dtype in (saved.dtype, table.dtype))
    allowed = rounding + torch.finfo(torch.float32).eps * torch.arange(rows, dtype=torch.float64, device="cpu")
    wrong = (~(gap <= allowed)).nonzero()  # NaN too
    if len(wrong) == 0:
        return None
    k = int(wrong[0])
    return f"differs from this module's, first in row {k} (by {gap[k]:.2g}); build PositionalEncoding with its n"
