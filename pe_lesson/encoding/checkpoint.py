"""What a saved table must be, so that a module takes a checkpoint: the same rows, in any number.

The module computes its table, so it needs nothing from a checkpoint. It compares all the same: a table of
another ``n`` means that the model was trained with other positions. Rows are compared a group at a time,
against rows made for it, so that a checkpoint of any size needs little memory beside it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from pe_lesson.encoding.rotation import copy, groups, sinusoidal_by_rotation
from pe_lesson.encoding.table import frequencies

if TYPE_CHECKING:
    from pe_lesson.encoding.module import PositionalEncoding


def accept(module: "PositionalEncoding", state_dict: dict, prefix: str, errors: list[str]) -> dict:
    """The checkpoint with the module's own table in place of the saved one, if their rows agree.

    Args:
        module: takes the checkpoint; its own table is put right in place.
        state_dict: the checkpoint, which stays as it is.
        prefix: of the module's names in the checkpoint, such as ``"encoder."``.
        errors: gets a line if the rows do not agree; nothing is changed then.
    """
    saved = state_dict.get(prefix + "pe")
    if saved is None:
        return state_dict
    trouble = difference(saved, module)
    if trouble:
        errors.append(f"{prefix}pe of the checkpoint {trouble}")
        return {**state_dict, prefix + "pe": module.pe}
    if module.pe.is_meta:
        table = sinusoidal_by_rotation(module.max_length, module.d_model, module.n, dtype=module.pe.dtype, device="cpu")
        return {**state_dict, prefix + "pe": table.unsqueeze(0).to(saved.device)}
    for first, entries in _groups(module, module.max_length):
        copy(entries, module.pe.detach()[0, first : first + len(entries)])
    return {**state_dict, prefix + "pe": module.pe.to(saved.device)}


def difference(saved: object, module: "PositionalEncoding") -> str | None:
    """What keeps a saved table from being this module's, up to its length; None if nothing does."""
    if not isinstance(saved, Tensor):
        return f"is a {type(saved).__name__}, not a tensor"
    if not saved.is_floating_point():
        return f"is {saved.dtype}, not floating"
    if saved.dim() != 3 or saved.size(0) != 1 or saved.size(2) != module.d_model:
        wanted = f"(1, any length, {module.d_model})"
        return f"has shape {tuple(saved.shape)}, not {wanted}; build PositionalEncoding to match"
    if saved.is_meta:
        return "has no values (meta device); save it from a real device"
    # equal up to the rounding of either type and, at later positions, of a table made from float32 phases
    rounding = 4 * max(torch.finfo(dtype).eps for dtype in (saved.dtype, module.pe.dtype))
    drift = torch.finfo(torch.float32).eps
    for first, entries in _groups(module, min(saved.size(1), module.max_length)):
        theirs = saved[0, first : first + len(entries)].detach().to("cpu", torch.float64)
        gaps = (theirs - entries).abs_()
        if gaps.max() <= rounding + drift * first:  # the usual case, a group at once
            continue
        gap = gaps.amax(dim=1)
        allowed = rounding + drift * torch.arange(first, first + len(gap), dtype=torch.float64, device="cpu")
        wrong = (~(gap <= allowed)).nonzero()  # NaN too
        if len(wrong):
            k, by = first + int(wrong[0]), float(gap[wrong[0]])
            return f"differs from this module's, first in row {k} (by {by:.2g}); build PositionalEncoding with its n"
    return None


def _groups(module: "PositionalEncoding", stop: int) -> Iterator[tuple[int, Tensor]]:
    """Rows 0 to ``stop`` as the module computes them, in float64, a group at a time."""
    return groups(0, stop, module.d_model, frequencies(module.d_model, module.n).numpy())
