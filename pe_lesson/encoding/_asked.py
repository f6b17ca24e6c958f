"""``diagnose`` asks a module with these sentences of equal words, and reads here what comes out."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from pe_lesson._words import say, type_error, value_error
from pe_lesson.encoding.one_device import tensors


def check_asked(module: Callable[..., Any], x: Tensor, positions: Tensor | None) -> None:
    """TypeError or ValueError unless the module can be asked with these embeddings and positions."""
    if not isinstance(x, Tensor) or x.dtype not in (torch.float32, torch.float64):
        raise type_error("x must be embeddings in float32 or float64; write diagnose(module.float(), x.float())")
    if x.dim() != 3 or len(x) == 0 or x.size(1) < 4 or not x.isfinite().all():
        raise value_error(
            "x must be (batch, seq_length, d_model), finite, with 4 words or more, got {shape}", shape=tuple(x.shape)
        )
    if positions is not None and (not isinstance(positions, Tensor) or positions.shape[-1:] != x.shape[1:2]):
        raise value_error("positions must be a tensor with a number for each of the {count} words", count=x.size(1))
    if isinstance(module, nn.Module) and any(map(nn.parameter.is_lazy, module.parameters())):
        raise value_error("a lazy layer has no weights yet; call the module once, then diagnose it")


class NoVectorsError(Exception):
    """What comes out has no vector per word."""

    def __init__(self, out: list[Tensor]) -> None:
        super().__init__(", ".join(str(tuple(each.shape)) for each in out) or say("no tensor"))

    __repr__ = Exception.__str__  # a report quotes the message alone


class Asked:
    """A module, the sentences that it is asked with, and what the tests have learned of it so far."""

    def __init__(self, module: Any, x: Tensor, positions: Tensor | None) -> None:
        x = x if (x[0] != x[0, 0]).any() else torch.randn_like(x)
        self.module, self.x, self.positions = module, x[[0, 0, 0]], positions
        self.parts = list(module.modules()) if isinstance(module, nn.Module) else []
        self.held = tensors([vars(part) for part in self.parts])
        self.runs = self.apart = self.several = self.steady = False

    def copy(self) -> Any:
        """Copy the module, since a forward pass may change what it keeps; tensors that one has made refuse deepcopy."""
        module = deepcopy(self.module, {id(each): each.detach().clone() for each in self.held if not each.is_leaf})
        return module.eval() if self.parts else module

    def run(self, words: Tensor, module: Any = None, moved: int = 0) -> Tensor:
        """The first tensor that comes out with a vector per word: ``(batch, seq_length, ...)``, or rows alone."""
        module, given = module or self.copy(), [words.clone()]
        if self.parts and words.dtype == torch.bfloat16:
            module.to(words.dtype)
        if self.positions is not None:
            at = torch.arange(words.size(1)).roll(moved).to(self.positions)
            given.append(at.expand(*[len(words)] * (self.positions.dim() - 1), -1).to(words.device))
        out = tensors(module(*given))
        self.several = len(out) > 1
        for each in out:
            rows = each.transpose(0, 1) if each.dim() == 3 and each.size(1) == 1 else each  # (length, 1, d_model)
            rows = rows[None] if each.dim() == 2 and len(each) != len(words) else rows
            turned = each.shape[1:] == words.shape[:0:-1] != words.shape[1:]  # (batch, d_model, length)
            enough = len(rows) == 1 or (rows.dim() == 3 and len(rows) == len(words) and rows.size(1) >= words.size(1))
            if rows.dim() == 3 and enough and not turned:
                return words[..., :1] * 0 + rows[:, -words.size(1) :]  # refused if there are fewer rows
        raise NoVectorsError(out)

    def text(self, length: int) -> Tensor:
        """Repeat the sentence up to ``length`` words, of which the first and the last two are equal."""
        order = torch.arange(length) % self.x.size(1)
        order[[0, -2]] = (length - 1) % self.x.size(1)
        return self.x[:2, order]
