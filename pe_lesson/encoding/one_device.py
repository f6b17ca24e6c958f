"""A stand-in for a GPU on every machine: the device ``meta``, made as strict as a GPU. Lesson 08."""

from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

MIXED = torch.ops.aten.copy_, torch.ops.aten._to_copy, torch.ops.aten._pack_padded_sequence  # take two devices
INDEXED = torch.ops.aten.index, torch.ops.aten.index_put, torch.ops.aten.index_put_  # args[1] holds the indices


class OneDevice(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Inside ``with OneDevice():`` an operation on tensors of two devices raises RuntimeError, as on a GPU.

    Single numbers, the index in ``x[index]`` and the lengths of packed sentences may be on the CPU, as on a GPU.
    Without this, ``meta`` runs ``embedding(index of the CPU)`` and ``x += table of the CPU``.
    """

    def __torch_dispatch__(self, func: Any, _types: object, args: Any = (), kwargs: Any = None) -> Any:
        given = (args[0], *args[2:]) if func.overloadpacket in INDEXED and args[0].is_meta else (args, kwargs)
        if len({each.device for each in tensors(given) if each.dim()}) > 1 and func.overloadpacket not in MIXED:
            raise RuntimeError("Expected all tensors to be on the same device")
        return func(*args, **(kwargs or {}))


def tensors(within: object) -> list[Tensor]:
    """Every tensor in a value, however nested."""
    return [each for each in tree_leaves(within) if isinstance(each, Tensor)]
