"""The seven tests of lesson 08 for anybody's module: ``print(diagnose(module, x))``."""

from collections.abc import Callable
from copy import deepcopy

import torch
from torch import Tensor, nn


class Report(tuple[str, ...]):
    """A line per test; true if none fails."""

    def __bool__(self) -> bool:
        return not any(line[1:].startswith(" fails") for line in self)

    def __repr__(self) -> str:
        return "\n".join(self)


def diagnose(module: Callable[..., Tensor], x: Tensor, positions: Tensor | None = None) -> Report:
    """Test copies of a module in eval mode: each test holds, fails with what to do, or is not asked.

    Args:
        module: takes embeddings and returns them with positions, or returns the rows to add.
        x: embeddings, float32 or float64 ``(batch, seq_length, d_model)``, of 4 words or more.
        positions: the module's second argument, if it has one: ``(seq_length,)`` or ``(batch, seq_length)``.

    Raises:
        TypeError, ValueError: ``x`` is not such a tensor.

    Example:
        >>> from pe_lesson import PositionalEncoding
        >>> print(diagnose(PositionalEncoding(8), torch.zeros(2, 5, 8))[0])
        1 holds: equal words come out different
    """
    if not isinstance(x, Tensor) or x.dtype not in (torch.float32, torch.float64):
        raise TypeError("x must be embeddings in float32 or float64; write diagnose(module.float(), x.float())")
    if x.dim() != 3 or len(x) == 0 or x.size(1) < 4:
        raise ValueError(f"x must be (batch, seq_length, d_model) with 4 words or more, got {tuple(x.shape)}")
    ask = _Ask(module, x.detach()[[0, 0]], positions)
    lines: list[str] = []
    for test in (ask.words, ask.sentences, ask.table, ask.type, ask.far, ask.long, ask.shift):
        try:
            with torch.no_grad(), torch.random.fork_rng(devices=[]):
                skip = test in (ask.far, ask.long) and "fails" in lines[0]
                line = "not asked, because test 1 fails" if skip else test()
        except Exception as error:
            line = f"{'not asked, because 258 words stop it:' if test == ask.far else 'fails:'} {_said(error)}"
        lines.append(f"{len(lines) + 1} {line}")
    return Report(lines)


class _Ask:
    def __init__(self, module: Callable[..., Tensor], x: Tensor, positions: Tensor | None) -> None:
        self.module, self.x, self.positions = module, x, positions
        self.parts = list(module.modules()) if isinstance(module, nn.Module) else []

    def words(self) -> str:
        out = self.run(self.text(self.x.size(1)))
        if out.shape != self.x.shape:
            return f"fails: {tuple(self.x.shape)} goes in, {tuple(out.shape)} comes out; return a vector per word"
        if _alike(out[:, -2], out[:, -1]):
            return "fails: equal words come out equal; add a row per word, rows 0 to x.size(1) - 1"
        return "holds: equal words come out different"

    def sentences(self) -> str:
        out = self.run(self.x)
        if not _alike(out, self.run(self.x)):
            return "fails: two calls differ in eval mode; use nn.Dropout, or F.dropout(..., training=self.training)"
        if not _alike(out[0], self.run(torch.stack([self.x[0].flip(0), self.x[0]]))[1]):
            return "fails: a sentence changes with its place in the batch; use x.size(1), batch_first=True"
        return "holds: equal sentences come out equal"

    def table(self) -> str:
        if not isinstance(self.module, nn.Module):
            return "not asked, because a function keeps no table"
        for name, each in self.module.named_parameters():
            if each.requires_grad and each.dim() > 1 and _starts_like_sines(each):
                return f"fails: an optimizer would change the sines of {name}; use register_buffer"
        try:
            self.run(self.x, "meta")
        except Exception as error:
            if "expected device" not in str(error):
                return f"not asked, because it does not run on 'meta', a device without memory: {_said(error)}"
            return "fails: a tensor stays on its device; use register_buffer, or device=x.device in forward"
        return "holds: the table follows .to(...), and no optimizer changes its sines"

    def type(self) -> str:
        for to in (None, torch.bfloat16) if self.parts else (None,):
            if (out := self.run(self.x, to).dtype) != (to or self.x.dtype):
                return f"fails: {to or self.x.dtype} goes in, {out} comes out; add rows.to(x.dtype)"
        return "holds: the type is kept"

    def far(self) -> str:
        out = self.run(self.text(258), torch.bfloat16)[0]
        if torch.equal(out[256], out[257]):
            return "fails: rows 256 and 257 are one in bfloat16; keep positions and phases wider, round the rows"
        return "holds: words 256 and 257 differ"

    def long(self) -> str:
        held = [
            each
            for part in self.parts
            for each in (*vars(part).values(), *part.parameters(False), *part.buffers(False))
        ]
        tables = [each for each in held if isinstance(each, Tensor) and each.shape[-1:] == self.x.shape[-1:]]
        longest = max([1000, *(size for table in tables for size in table.shape[:-1])])
        length = min(longest, 5000) + 1  # attention takes memory for the square of it
        try:
            out = self.run(self.text(length))[0]
        except Exception:
            return f"holds: {length} words are refused"
        if len(out) != length or _alike(out[-2], out[-1]) or _alike(out[0], out[-1]):
            return f"fails: not each of {length} words gets a row of its own; refuse a text longer than the table"
        return f"holds: {length} words come out different at the end"

    def shift(self) -> str:
        if self.positions is None:
            return "not asked, because no positions were given; write diagnose(module, x, torch.arange(x.size(1)))"
        at = self.positions[[0, 0]] if self.positions.dim() == 2 else self.positions
        if _alike(self.run(self.x, at=at), self.run(self.x, at=at.roll(1, -1))):
            return "fails: other positions change nothing; a causal mask is no table: add the rows of positions"
        return "holds: other positions give another output"

    def run(self, words: Tensor, to: torch.dtype | str | None = None, at: Tensor | None = None) -> Tensor:
        """The output for ``words`` of a new copy: a forward pass may change what a module keeps."""
        module, words = deepcopy(self.module), words.to(to or words.dtype, copy=True)
        if isinstance(module, nn.Module):
            module.eval().to(to or words.device)
        if at is None and self.positions is not None:
            at = torch.arange(words.size(1)).to(self.positions).expand(*(2,) * (self.positions.dim() - 1), -1)
        out = module(words.clone()) if at is None else module(words.clone(), at.to(words.device))
        out = out[0] if isinstance(out, tuple) else out
        return words + out if out.dim() == 2 or len(out) == 1 else out  # it may return the rows alone

    def text(self, length: int) -> Tensor:
        """The sentence again and again, ``length`` words; the first and the last two are equal."""
        order = torch.arange(length) % self.x.size(1)
        order[[0, -2]] = (length - 1) % self.x.size(1)
        return self.x[:, order]


def _alike(one: Tensor, other: Tensor) -> bool:
    return torch.allclose(one, other, rtol=1e-5, atol=1e-5)


def _starts_like_sines(table: Tensor) -> bool:
    """Row 0 of a sinusoidal table has zeros and ones only, and more than one of each."""
    row = table.reshape(-1, table.size(-1))[0]
    return bool(((row == 0) | (row == 1)).all()) and 1 < int(row.sum()) < len(row)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
