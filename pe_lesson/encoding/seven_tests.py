"""The seven tests of lesson 08, under its names, for anybody's module: what ``diagnose`` runs."""

from typing import NamedTuple

import torch
from torch import Tensor

from pe_lesson._words import say
from pe_lesson.encoding._probe import NoVectorsError, Probe, close
from pe_lesson.encoding.one_device import OneDevice


class Line(NamedTuple):
    """What a test says, and whether it fails; if it does not, it holds or is not asked."""

    text: str
    fails: bool = False


def _fault(message: str, **places: object) -> Line:
    return Line(say(message, **places), fails=True)


def tells_words_apart(probe: Probe) -> Line:
    """Test 1: are equal words told apart? Fails if the last two come out alike, or no vector per word comes out."""
    try:
        out = probe.run(probe.words)
        if not probe.counts_words():
            raise NoVectorsError(out)
        probe.tells_words_apart = not (nan := out.isnan().any()) and not probe.alike(probe.words, 1)
    except Exception as error:
        return _fault(
            "fails: two sentences, {shape}, give no vector per word, but {gets}; mend that, or give diagnose a "
            "function of x if the module takes or returns something else: diagnose(lambda x: ..., x)",
            shape=tuple(probe.words.shape), gets=" ".join(repr(error).split()),
        )  # fmt: skip
    probe.runs = True
    if probe.tells_words_apart and not close(out, probe.run(probe.words)):
        return Line(say("not asked, because two calls differ"))
    if probe.tells_words_apart:
        return Line(say("holds: equal words come out different"))
    if nan:
        return _fault("fails: nan comes out; which step makes it?")
    if name := probe.untrained_zeros():
        return Line(
            say("not asked, because {name} is zeros until it is trained; first nn.init.normal_({name}, std=0.02)",
                name=name)
        )  # fmt: skip
    if probe.several_outputs:
        return _fault(
            "fails: equal words come out alike to 1e-5; if batch first, does each get another row? "
            "Or ask another output: diagnose(lambda x: module(x)[i], x)"
        )
    return _fault(
        "fails: equal words come out alike to 1e-5; "
        "if batch first, does each get another row, or does an average or a draw hide it?"
    )


def keeps_sentences_equal(probe: Probe) -> Line:
    """Test 2: do equal sentences stay equal? Fails if two calls differ, or if a sentence depends on its batch."""
    numbers = probe.x[0].numel()  # 200 copies, more of short sentences, fewer of very long ones
    sentences = 2 + max(10_000, min(200 * numbers, 4_000_000)) // numbers
    sentences += 2 * (0 <= probe.x.size(1) - sentences <= 1)  # as many as words, they could be taken for rows
    alone, many = probe.run(probe.x[:1])[0], probe.x[:1].expand(sentences, -1, -1)
    dimensions = probe.dimensions
    behind = probe.run(torch.cat([1 - many[:1], many]))[1:]
    if dimensions < probe.dimensions:
        return _fault("fails: one sentence comes out without its batch dimension; does .squeeze() drop it?")
    module = probe.copy()  # called again, as it may keep something; many numbers, as a small dropout changes few
    first, _, again = (probe.run(each, module) for each in (many, 1 - many, many))
    probe.repeats_itself = close(first, again)
    if not probe.repeats_itself and not probe.parts:
        return _fault("fails: two calls differ; does it draw, keep something, or use a module without .eval()?")
    if not probe.repeats_itself:
        return _fault("fails: two calls differ in eval mode; does forward draw (dropout), or keep something?")
    if not close(behind, alone):
        return _fault(
            "fails: in a batch a sentence comes out otherwise; "
            "does x.size(0), batch_first=False, a mean over the batch, or a draw change it?"
        )
    return Line(say("holds: equal sentences come out equal"))


def table_is_safe(probe: Probe) -> Line:
    """Test 3: does the table move and stay untrained? Fails if sines are trained, or a tensor does not move."""
    if not probe.parts:
        return Line(say("not asked, because only an nn.Module keeps a table that is moved and trained"))
    for name, parameter in probe.module.named_parameters():
        if parameter.requires_grad and is_sinusoidal(parameter):
            return _fault(
                "fails: an optimizer would change the sines of {name}; if it is the table, use register_buffer",
                name=name,
            )
    module = probe.copy()
    probe.run(probe.words, module)  # what it keeps of a call must move, too
    with OneDevice():  # type: ignore[no-untyped-call]
        probe.run(probe.words.to("meta"), module.to("meta"))
    return Line(say("holds: it runs on another device, and no trained table of sines was found"))


def keeps_type(probe: Probe) -> Line:
    """Test 4: does the type of x come out? Fails if x, or x in bfloat16, does not, or it holds complex numbers."""
    own = probe.words.dtype
    for name, each in [*probe.module.named_parameters(), *probe.module.named_buffers()] if probe.parts else ():
        if each.is_complex():  # .bfloat16() leaves it as it is
            return _fault(
                "fails: .to({dtype}) drops the imaginary part of {name}; hold its two parts as real numbers",
                dtype=torch.bfloat16, name=name,
            )  # fmt: skip
    only_rows = close(probe.run(probe.words), probe.run(1 - probe.words))  # to be added to x by another module
    module = probe.copy() if probe.repeats_itself else None  # what it keeps of a call must change its type, too
    for dtype in (own, torch.bfloat16) if probe.parts else (own,):
        out = (probe.run if only_rows else probe.vectors)(probe.words.to(dtype), module).dtype
        if out != dtype:
            return _fault("fails: {dtype} goes in, {out} comes out; is .to(x.dtype) missing?", dtype=dtype, out=out)
    if not probe.parts:
        return Line(say("holds: {dtype} stays {dtype} (only an nn.Module is asked in bfloat16)", dtype=own))
    return Line(say("holds: the type is kept"))


def tells_far_words_apart(probe: Probe) -> Line:
    """Test 5: are far words told apart? Fails if words 256 and 257 come out equal, or bfloat16 harms far rows most."""
    if not probe.repeats_itself:
        return Line(say("not asked, because two calls differ, or test 2 stopped"))
    words = probe.text(258)
    if probe.alike(words, 1):
        return _fault("fails: words 256 and 257 come out alike; are positions cut, shared, rounded, or averaged away?")
    words = words / 100  # so small that what bfloat16 rounds is mostly the rows
    try:
        error = (probe.run(words.bfloat16()) - probe.run(words))[0].abs().amax(dim=-1)
    except Exception:
        return Line(say("not asked, because bfloat16 stops it"))
    near, far = error[len(error) - 258 :][:8], error[:258][-8:]  # the words', if more vectors come out
    if far.max() > 4 * near.max():
        return _fault("fails: bfloat16 harms far rows most; does it round positions, frequencies, or large sums?")
    return Line(say("holds: words 256 and 257 differ in {dtype}", dtype=words.dtype))


def long_text_is_safe(probe: Probe) -> Line:
    """Test 6: is too long a text refused? Fails if its last word comes out like another, or does not come out.

    Each size found in the module, and each usual one, may be that of its table: one word more is tried. None is
    above 8192, since the cost of attention grows with the square.
    """
    if not probe.repeats_itself:
        return Line(say("not asked, because two calls differ, or test 2 stopped"))
    sizes = {probe.x.size(1), 128, 256, 512, 1000, 1024} | {size for each in probe.held for size in each.shape}
    sizes |= {size for part in probe.parts for size in vars(part).values() if type(size) is int}
    for length in sorted(size + 1 for size in sizes if probe.x.size(1) <= size <= 8192):
        try:
            wrong = probe.alike(probe.text(length), 1, length - 1)
        except NoVectorsError as error:
            return _fault(
                "fails: {count} words go in, {gets} comes out; does the table end? Then refuse a longer text",
                count=length, gets=error,
            )  # fmt: skip
        except Exception:
            return Line(say("holds: {count} words are refused", count=length))
        if wrong:
            return _fault(
                "fails: the last of {count} words comes out like the first or the one before, to 1e-5; "
                "is a text longer than the table, or is its position rounded or averaged away?",
                count=length,
            )
    return Line(say("holds: {count} words come out different at the end", count=length))


def positions_matter(probe: Probe) -> Line:
    """Test 7: are given positions used? Fails if other positions give the same output."""
    if probe.positions is None:
        return Line(say(
            "not asked, because no positions were given; "
            "if the module takes them, write diagnose(module, x, torch.arange(x.size(1)))"
        ))  # fmt: skip
    out = probe.run(probe.x[:2])
    if not close(out, probe.run(probe.x[:2])):
        return Line(say("not asked, because two calls differ"))
    if close(out, probe.run(probe.x[:2], moved=1)):
        return _fault(
            "fails: other positions change nothing, to 1e-5; does forward use them, or does an average hide them? "
            "A causal mask is no table"
        )
    return Line(say("holds: other positions give another output"))


def is_sinusoidal(table: Tensor) -> bool:
    """Whether every column is a sine of the position: both neighbours of an entry add up to 2 cos ω times the entry."""
    rows = table.detach().double().flatten(0, -2) if table.dim() > 1 else table[None]
    if len(rows) < 6:
        return False
    both, here = rows[2:] + rows[:-2], rows[1:-1]
    turn = (both / here).nanmedian(dim=0).values
    fits = (both - turn * here).abs() <= 1e-3 * here.abs().amax(dim=0)  # not beside a row of zeros
    return bool((fits.double().mean(dim=0) > 0.5).all() and (turn < 1.9).any())
