"""How ``diagnose`` asks a module: with sentences of equal words. What comes out is read here."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from pe_lesson._words import say, type_error, value_error
from pe_lesson.encoding.one_device import tensors


def check_input(module: Callable[..., Any], x: Tensor, positions: Tensor | None) -> None:
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


class Probe:
    """A module, the sentences that it is asked with, and what the tests have learned of it so far."""

    def __init__(self, module: Any, x: Tensor, positions: Tensor | None) -> None:
        x = x if (x[0] != x[0, 0]).any() else torch.randn_like(x)
        self.module, self.x, self.positions = module, x[[0, 0, 0]], positions
        self.words = self.text(x.size(1))
        self.parts = list(module.modules()) if isinstance(module, nn.Module) else []
        self.held = tensors([vars(part) for part in self.parts])
        self.several_outputs = False
        self.runs = self.tells_words_apart = self.repeats_itself = False  # tests 1 and 2 find out

    def text(self, length: int) -> Tensor:
        """Repeat the sentence up to ``length`` words, of which the first and the last two are equal."""
        order = torch.arange(length) % self.x.size(1)
        order[[0, -2]] = (length - 1) % self.x.size(1)
        return self.x[:2, order]

    def copy(self) -> Any:
        """The module anew, since a call may change what it keeps; deepcopy refuses tensors that a call has computed."""
        module = deepcopy(self.module, {id(each): each.detach().clone() for each in self.held if not each.is_leaf})
        return module.eval() if self.parts else module

    def run(self, words: Tensor, module: Any = None, moved: int = 0) -> Tensor:
        """The first tensor that comes out with a vector per word: ``(batch, seq_length, ...)``, or rows alone."""
        module, given = module or self.copy(), [words.clone()]
        if self.parts and words.dtype == torch.bfloat16:
            module.to(words.dtype)
        if self.positions is not None:
            k = torch.arange(words.size(1)).roll(moved).to(self.positions)
            given.append(k.expand(*[len(words)] * (self.positions.dim() - 1), -1).to(words.device))
        out = tensors(module(*given))
        self.several_outputs = len(out) > 1
        for each in out:
            if (vectors := _vectors(each, words)) is not None:
                return words[..., :1] * 0 + vectors[:, -words.size(1) :]  # refused if there are fewer rows
        raise NoVectorsError(out)

    def untrained_zeros(self) -> str | None:
        """The name of a parameter of zeros that makes equal words come out equal, None if there is none."""
        filled = self.copy()  # more and more, since two may be multiplied
        for name, parameter in self.module.named_parameters() if self.parts else ():
            if parameter.requires_grad and not parameter.any():
                nn.init.normal_(dict(filled.named_parameters())[name], std=0.02)
                if not close(*self.run(self.words, deepcopy(filled))[0, -2:]):
                    return str(name)
        return None


def _vectors(out: Tensor, words: Tensor) -> Tensor | None:
    """What came out as ``(batch or 1, length, width)``; None if that is not a vector per word."""
    rows = out.transpose(0, 1) if out.dim() == 3 and out.size(1) == 1 else out  # (length, 1, d_model)
    rows = rows[None] if out.dim() == 2 and len(out) != len(words) else rows
    turned = out.shape[1:] == words.shape[:0:-1] != words.shape[1:]  # (batch, d_model, length)
    enough = len(rows) == 1 or (rows.dim() == 3 and len(rows) == len(words) and rows.size(1) >= words.size(1))
    return rows if rows.dim() == 3 and enough and not turned else None


def close(one: Tensor, other: Tensor) -> bool:
    return torch.allclose(one, other, rtol=1e-5, atol=1e-5, equal_nan=True)
