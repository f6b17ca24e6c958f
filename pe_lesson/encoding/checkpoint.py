"""Which checkpoints ``PositionalEncoding`` accepts: the same rows, any number of them."""

import torch
from torch import Tensor

from pe_lesson._words import say


def why_refused(key: str, saved: object, table: Tensor) -> str | None:
    """Say how a saved table differs from this one in the rows that both have; None if it does not.

    The module computes its own table, and needs none from a checkpoint. But a table of another ``n``
    means that the model was trained with other positions.

    Args:
        key: its name in the checkpoint.
        saved: what the checkpoint holds.
        table: the module's, ``(1, max_length, d_model)``.
    """
    if not isinstance(saved, Tensor) or not saved.is_floating_point():
        kind = saved.dtype if isinstance(saved, Tensor) else type(saved).__name__
        return say("{key} of the checkpoint is {kind}, not a floating tensor", key=key, kind=kind)
    width = table.size(2)
    if saved.dim() != 3 or saved.size(0) != 1 or saved.size(2) != width:
        if saved.dim() in (2, 3) and saved.size(-1) == width and width * max(saved.shape[:-1]) == saved.numel():
            return say(
                "{key} of the checkpoint has shape {shape}; give it that of this module first, "
                "state[{name}].reshape(1, -1, {width})",
                key=key, shape=tuple(saved.shape), name=repr(key), width=width,
            )  # fmt: skip
        return say(
            "{key} of the checkpoint has shape {shape}, not (1, any length, {width}); "
            "build PositionalEncoding to match",
            key=key, shape=tuple(saved.shape), width=width,
        )  # fmt: skip
    rows = min(saved.size(1), table.size(1))
    gap = (saved[0, :rows].detach().to("cpu", torch.float64) - table[0, :rows]).abs().amax(dim=1)
    # equal up to the rounding of either type and, at later positions, of a table made from float32 phases
    rounding = 4 * max(torch.finfo(dtype).eps for dtype in (saved.dtype, table.dtype))
    allowed = rounding + torch.finfo(torch.float32).eps * torch.arange(rows, dtype=torch.float64, device="cpu")
    wrong = (~(gap <= allowed)).nonzero()  # NaN too
    if len(wrong) == 0:
        return None
    k = int(wrong[0])
    return say(
        "{key} of the checkpoint differs from this module's, first in row {k} (by {gap}); "
        "build PositionalEncoding with its n, unless its formula is another one (it is, if row 0 differs)",
        key=key, k=k, gap=f"{gap[k]:.2g}",
    )  # fmt: skip
