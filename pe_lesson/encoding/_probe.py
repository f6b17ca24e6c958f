"""How ``diagnose`` asks a module: it gives it sentences of equal words, and reads the vectors that come out."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from pe_lesson._words import type_error, value_error
from pe_lesson.encoding.one_device import tensors


def check_input(module: Callable[..., Any], x: Tensor, positions: Tensor | None) -> None:
    """Raise TypeError or ValueError unless the module can be asked with these embeddings and positions."""
    if isinstance(module, type):
        raise type_error("{name} is a class; make a module of it, {name}(...), and give that", name=module.__name__)
    if not isinstance(x, Tensor) or x.dtype not in (torch.float32, torch.float64):
        raise type_error(
            "x must be a tensor of embeddings in float32 or float64; if the module has another type, give "
            "module.float(), if it takes ids, a function of x that does what follows its embedding"
        )
    if x.dim() != 3 or x.numel() == 0 or x.size(1) < 4:
        raise value_error(
            "x must be (batch, seq_length, d_model), with 4 words or more, got {shape}", shape=tuple(x.shape)
        )
    if positions is not None and (
        not isinstance(positions, Tensor) or positions.shape[-1:] != x.shape[1:2] or positions.dim() > 2
    ):
        raise value_error("positions must be a tensor with a number for each of the {count} words", count=x.size(1))
    if isinstance(module, nn.Module) and "_modules" not in vars(module):
        raise value_error("__init__ of the module must begin with super().__init__()")
    if isinstance(module, nn.Module) and any(map(nn.parameter.is_lazy, module.parameters())):
        raise value_error("a lazy layer has no weights yet; call the module once, then diagnose it")


class NoVectorsError(Exception):
    """No tensor that the module returns has a vector per word."""

    def __init__(self, returned: object) -> None:
        shapes = [str(tuple(each.shape)) for each in tensors(returned)]
        super().__init__(", ".join(shapes) or type(returned).__name__)

    __repr__ = Exception.__str__  # a report quotes the message alone


class Probe:
    """A module, the sentences that it is asked with, and what the tests have learned of it so far."""

    def __init__(self, module: Any, x: Tensor, positions: Tensor | None) -> None:
        drawn = torch.randn(x.shape[1:], generator=torch.Generator().manual_seed(0), dtype=x.dtype, device="cpu")
        self.module, self.x, self.positions = module, drawn.to(x.device).repeat(3, 1, 1), positions
        self.words = self.text(x.size(1))
        self.parts = list(module.modules()) if isinstance(module, nn.Module) else []
        self.held = tensors([vars(part) for part in self.parts])
        self.several_outputs, self.dimensions = False, 0  # of what came out last
        self.runs = self.tells_words_apart = self.repeats_itself = False  # tests 1 and 2 find out
        try:
            self.copy()
        except Exception as error:
            raise value_error(
                "the module cannot be copied ({error}); set it to eval mode, then diagnose(lambda x: module(x), x)",
                error=error,
            ) from error

    def text(self, length: int) -> Tensor:
        """Repeat the words up to ``length``, for two sentences; make the first word and the last two equal."""
        order = torch.arange(length) % self.x.size(1)
        order[[0, -2]] = (length - 1) % self.x.size(1)
        return self.x[:2, order]

    def copy(self) -> Any:
        """Copy the module, since a call may change it. Computed tensors are detached, since deepcopy refuses them."""
        module = deepcopy(self.module, {id(each): each.detach().clone() for each in self.held if not each.is_leaf})
        if self.parts:
            module.eval()  # some return None
        return module

    def run(self, words: Tensor, module: Any = None, moved: int = 0) -> Tensor:
        """Call the module and return a vector for each word of each sentence, also if it gives rows for all of them."""
        return words[:, :1, :1] * 0 + self.vectors(words, module, moved)

    def vectors(self, words: Tensor, module: Any = None, moved: int = 0) -> Tensor:
        """Call the module, a copy if None, and return the first output that has a vector for each word, or more.

        One as wide as the words goes before others.

        It is ``(batch or 1, seq_length, ...)``. Positions, if the module takes some, are rolled by ``moved`` places.
        """
        module, given = self.copy() if module is None else module, [words.clone()]  # one with a length of 0 is false
        if self.parts and words.dtype == torch.bfloat16:
            module.to(words.dtype)
        if self.positions is not None:
            k = torch.arange(words.size(1)).roll(moved).to(self.positions)
            given.append(k.expand(*[len(words)] * (self.positions.dim() - 1), -1).to(words.device))
        returned = module(*given)
        out = tensors(returned)
        if isinstance(returned, list) and len(out) == len(words) and all(x.shape == words.shape[1:] for x in out):
            out = [torch.stack(out)]  # a list of sentences
        self.several_outputs = len(out) > 1
        for each in sorted(out, key=lambda each: each.shape[-1:] != words.shape[-1:]):  # a mask is not as wide as x
            if (vectors := _vectors(each, words)) is not None:
                self.dimensions = each.dim()
                return vectors
        raise NoVectorsError(returned)

    def alike(self, words: Tensor, *apart: int, module: Any = None, to: float = 1e-5) -> bool:
        """Whether the last word comes out like a word equal to it, one of ``apart`` places before it.

        More vectors may come out than words went in. Then any run of them may belong to the words.
        """

        def pairs(words: Tensor) -> Tensor:
            out, last = self.run(words, deepcopy(module))[0], words.size(1) - 1
            return torch.tensor([[close(out[k], out[k - each], to) for k in range(last, len(out))] for each in apart])

        equal = pairs(words)
        if equal.any() and not equal.all(dim=1).any():
            # a pair that stays equal when the last word is another one does not belong to the words
            equal &= ~pairs(torch.cat([words[:, :-1], 1 - words[:, -1:]], dim=1))
        return bool(equal.any())

    def counts_words(self) -> bool:
        """Whether vectors are fewer for fewer words: latents are not, nor columns, as many as the words are wide."""
        count, (length, width) = self.vectors(self.words).size(1), self.words.shape[1:]
        if count == length != width:
            return True
        try:
            return self.vectors(self.words[:, 1:]).size(1) < count
        except NoVectorsError:
            return count != length
        except Exception:  # a module of one length, such as a ViT
            return True

    def untrained_zeros(self) -> str | None:
        """Name a parameter that is all zeros, if equal words come out different once it is not; else None."""
        if not self.parts or not self.alike(self.words, 1, to=1e-6):  # they differ without it, but too little
            return None
        filled = self.copy()  # more and more, since two may be multiplied
        for name, parameter in self.module.named_parameters():
            if parameter.requires_grad and not parameter.any():
                nn.init.normal_(dict(filled.named_parameters())[name], std=0.02)
                if not self.alike(self.words, 1, module=filled):
                    return str(name)
        return None


def _vectors(out: Tensor, words: Tensor) -> Tensor | None:
    """An output as ``(batch or 1, length, width)``; None if it has fewer vectors than words."""
    rows = out.transpose(0, 1) if out.dim() == 3 and out.size(1) == 1 else out  # was (length, 1, d_model)
    rows = rows[None] if out.dim() == 2 and len(out) != len(words) else rows
    if rows.dim() != 3 or len(rows) not in (1, len(words)):
        return None
    length, width = words.shape[1:]
    transposed = rows.size(2) == length != width
    more = rows.size(1) > length and len(rows) == len(words) and not transposed
    return rows if rows.size(1) == length or more else None


def close(one: Tensor, other: Tensor, to: float = 1e-5) -> bool:
    return torch.allclose(one, other, rtol=to, atol=to, equal_nan=True)
