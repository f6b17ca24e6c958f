"""The seven tests of lesson 08 for anybody's module: ``print(diagnose(module, x))``."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor, nn

from pe_lesson._words import marked, say
from pe_lesson.encoding._asked import Asked, NoVectorsError, check_asked
from pe_lesson.encoding.one_device import OneDevice


class _Fault(str):
    """The line of a test that fails."""


def _fault(message: str, **places: object) -> _Fault:
    return _Fault(say(message, **places))


class Report(tuple[str, ...]):
    """A line per test; true if none fails."""

    def __bool__(self) -> bool:
        return not any(isinstance(line, _Fault) for line in self)

    def __repr__(self) -> str:
        return "\n".join(self)


def diagnose(module: Callable[..., Any], x: Tensor, positions: Tensor | None = None) -> Report:
    """Test copies of a module in eval mode: each test holds, fails with what to do, or is not asked.

    No test knows the right table, so none finds another exponent or base, reversed rows, or rows off by one.

    Args:
        module: takes embeddings and returns them with positions, or rows to add; of more words the last are read.
        x: embeddings, float32 or float64 ``(batch, seq_length, d_model)``, of 4 words or more; random if all are alike.
        positions: the module's second argument, if it has one: ``(seq_length,)`` or ``(batch, seq_length)``;
            only their shape and type are used, the numbers put in are 0, 1, 2, ...

    Example:
        >>> from pe_lesson import PositionalEncoding
        >>> print(diagnose(PositionalEncoding(8), torch.zeros(2, 5, 8))[0])
        1 holds: equal words come out different
    """
    check_asked(module, x, positions)
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        tests = _Tests(module, x.detach(), positions)
        lines = [tests.test_words(), *(_line(tests, step) for step in _STEPS)]
    return Report(type(line)(f"{number} {line}") for number, line in enumerate(lines, 1))


class _Tests(Asked):
    """The seven tests; each returns its line, and keeps what later ones need."""

    def test_words(self) -> str:
        words = self.text(self.x.size(1))
        try:
            out = self.run(words)[0]
        except Exception as error:
            return _fault(
                "fails: x of shape {shape} gives no vector per word, but {gets}; mend that, or give diagnose a "
                "function of x if the module takes or returns something else: diagnose(lambda x: ..., x)",
                shape=tuple(words.shape), gets=" ".join(repr(error).split()),
            )  # fmt: skip
        self.runs, self.apart = True, not _close(out[-2], out[-1])
        if self.apart:
            return say("holds: equal words come out different")
        filled = self.copy()  # more and more, since two may be multiplied
        for name, each in self.module.named_parameters() if self.parts else ():
            if each.requires_grad and not each.any():
                nn.init.normal_(dict(filled.named_parameters())[name], std=0.02)
                if not _close(*self.run(words, deepcopy(filled))[0, -2:]):
                    return say(
                        "not asked, because {name} is zeros until it is trained; "
                        "first nn.init.normal_({name}, std=0.02)",
                        name=name,
                    )
        if self.several:
            return _fault("fails: equal words come out equal; for what is beside, diagnose(lambda x: module(x)[1], x)")
        return _fault("fails: equal words come out equal; if it is batch first, add a row per word, 0 to x.size(1) - 1")

    def test_sentences(self) -> str:
        sentences = 2 + 10_000 // self.x[0].numel()
        sentences += 2 * (0 <= self.x.size(1) - sentences <= 1)  # as many as words, they could be taken for rows
        alone, many = self.run(self.x)[0], self.x[:1].expand(sentences, -1, -1)
        behind = self.run(torch.cat([1 - many[:1], many]))[1:]
        self.steady = _close(self.run(many), self.run(many))  # many numbers, since a small dropout changes few
        if not self.steady:
            return _fault("fails: two calls differ in eval mode; is there dropout, or another draw, in forward?")
        if not _close(behind, alone):
            return _fault("fails: a sentence changes with its batch, likely by x.size(0) or batch_first=False")
        return say("holds: equal sentences come out equal")

    def test_table(self) -> str:
        if not self.parts:
            return say("not asked, because only an nn.Module keeps a table that is moved and trained")
        for name, each in self.module.named_parameters():
            if each.requires_grad and is_sinusoidal(each):
                return _fault(
                    "fails: an optimizer would change the sines of {name}; if it is the table, use register_buffer",
                    name=name,
                )
        module, words = self.copy(), self.text(self.x.size(1))  # as in test 1, where it runs
        self.run(words, module)  # what it keeps of a call must move, too
        with OneDevice():  # type: ignore[no-untyped-call]
            self.run(words.to("meta"), module.to("meta"))
        return say("holds: it runs on another device, and no trained table of sines was found")

    def test_dtype(self) -> str:
        for dtype in (self.x.dtype, torch.bfloat16) if self.parts else (self.x.dtype,):
            if (out := self.run(self.text(self.x.size(1)).to(dtype)).dtype) != dtype:
                return _fault(
                    "fails: {dtype} goes in, {out} comes out; is rows.to(x.dtype) missing?", dtype=dtype, out=out
                )
        if not self.parts:
            return say("holds: {dtype} stays {dtype} (only an nn.Module is asked in bfloat16)", dtype=self.x.dtype)
        return say("holds: the type is kept")

    def test_far_words(self) -> str:
        if _close(*self.run(self.text(258))[0, -2:]):
            return _fault("fails: rows 256 and 257 are one; are positions cut, shared, or rounded to bfloat16?")
        if not self.steady:
            return say("not asked, because test 2 does not hold")
        words = self.text(258) / 100  # so small that what bfloat16 rounds is mostly the rows
        try:
            error = (self.run(words.bfloat16()) - self.run(words))[0].abs().amax(dim=-1)
        except Exception:
            return say("not asked, because bfloat16 stops it")
        if not error[-8:].max() > 4 * error[:8].max():
            return say("holds: words 256 and 257 differ")
        return _fault("fails: bfloat16 harms far rows most; does it round positions or frequencies? Round only rows")

    def test_long_text(self) -> str:
        """Try a word more than each size of the module and each usual one, 8192 at most: attention squares it."""
        sizes = {self.x.size(1), 128, 256, 512, 1000, 1024} | {size for each in self.held for size in each.shape}
        sizes |= {size for part in self.parts for size in vars(part).values() if type(size) is int}
        for length in sorted(size + 1 for size in sizes if self.x.size(1) <= size <= 8192):
            try:
                out = self.run(self.text(length))[0]
            except NoVectorsError:
                return _fault(
                    "fails: {count} words go in, fewer come out in dimension 1; refuse a text longer than the table",
                    count=length,
                )
            except Exception:
                return say("holds: {count} words are refused", count=length)
            if _close(out[-2], out[-1]) or _close(out[0], out[-1]):
                return _fault(
                    "fails: the last of {count} words comes out like the first or the one before; "
                    "is a text longer than the table?",
                    count=length,
                )
        return say("holds: {count} words come out different at the end", count=length)

    def test_positions(self) -> str:
        if self.positions is None:
            return say("not asked, because no positions were given; write diagnose(module, x, torch.arange(x.size(1)))")
        if not _close(self.run(self.x), self.run(self.x, moved=1)):
            return say("holds: other positions give another output")
        return _fault("fails: other positions change nothing; does forward add their rows? A causal mask is no table")


class _Step(NamedTuple):
    """A test after the first: what of the first it needs, whether it fails if it stops, and what it then says."""

    test: Callable[[_Tests], str]
    needs: Literal["runs", "apart"]
    fails: bool
    stopped: str


_STEPS = (
    _Step(_Tests.test_sentences, "runs", True,
          marked("fails: more sentences stop it ({error}); is it batch first, and its length x.size(1)?")),
    _Step(_Tests.test_table, "runs", False,
          marked("not asked, because it does not run on 'meta', a device that stores shapes only")),
    _Step(_Tests.test_dtype, "runs", True,
          marked("fails: bfloat16 stops it ({error}); if two types meet, keep buffers, and add rows.to(x.dtype)")),
    _Step(_Tests.test_far_words, "apart", False, marked("not asked, because 258 words stop it")),
    _Step(_Tests.test_long_text, "apart", False,
          marked("not asked, because no longer text can be tried; give x of fewer words")),
    _Step(_Tests.test_positions, "apart", False, marked("not asked, because positions in another order stop it")),
)  # fmt: skip


def _line(tests: _Tests, step: _Step) -> str:
    if not getattr(tests, step.needs):
        return say("not asked, because test 1 does not hold")
    try:
        return step.test(tests)
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
    if "same device" in words or "to have meta Device" in words:  # two devices
        return _fault("fails: a tensor stays on its device; use register_buffer, or device=x.device in forward")
    return (_fault if step.fails else say)(step.stopped, error=words[:110])


def _close(one: Tensor, other: Tensor) -> bool:
    return torch.allclose(one, other, rtol=1e-5, atol=1e-5, equal_nan=True)


def is_sinusoidal(table: Tensor) -> bool:
    """In a column of sines both neighbours of an entry add up to the same multiple of it, 2 cos ω times."""
    rows = table.detach().double().flatten(0, -2) if table.dim() > 1 else table[None]
    if len(rows) < 6:
        return False
    both, here = rows[2:] + rows[:-2], rows[1:-1]
    turn = (both / here).nanmedian(dim=0).values
    fits = (both - turn * here).abs() <= 1e-3 * here.abs().amax(dim=0)  # not beside a row of zeros
    return bool((fits.double().mean(dim=0) > 0.5).all() and (turn < 1.9).any())
