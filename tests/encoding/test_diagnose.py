"""A zoo for ``diagnose``, written after code that people run: right modules pass, and each usual fault is named."""

import copy
import math
import re

import pytest
import torch
from torch import nn
from torch.nn import functional

from helpers.bad_input import refusal
from helpers.claims import names_of
from pe_lesson import PositionalEncoding, diagnose, sinusoidal, sinusoidal_loop
from pe_lesson.encoding.diagnose import is_sinusoidal
from pe_lesson.encoding.one_device import OneDevice
from pe_lesson.exercises import patients

ROWS, D = 300, 8


def x(batch=3, length=6, width=D):
    return torch.randn(batch, length, width, generator=torch.Generator().manual_seed(0))


def table(rows=ROWS, width=D, **options):
    return sinusoidal(rows, width, **options)


class Module(nn.Module):
    """A module from its two halves: what it keeps, and its forward pass."""

    def __init__(self, keep, forward):
        super().__init__()
        torch.manual_seed(0)
        keep(self)
        self.answer = forward

    def forward(self, *arguments):
        return self.answer(self, *arguments)


def bare(forward):
    return Module(lambda module: None, forward)


def tabled(forward):
    return Module(buffer(table()), forward)


def with_rows(forward):
    return Module(learned(), forward)


def keeps(**parts):
    return lambda m: [setattr(m, name, part) for name, part in parts.items()]


def buffer(rows, **options):
    return lambda m: m.register_buffer("pe", rows, **options)


def parameter(rows, **options):
    return lambda m: setattr(m, "pe", nn.Parameter(rows.clone(), **options))


def batch_first(m, x):
    return x + m.pe[: x.size(1)]


def index(x):
    return torch.arange(x.size(1), device=x.device)


def looked_up(m, x, at=None):
    return x + m.rows(index(x) if at is None else at)


def learned(rows=ROWS, width=D, **options):
    return lambda m: setattr(m, "rows", nn.Embedding(rows, width, **options))


def computed(m, x, exact=torch.float64, omega=None, k=None):
    k = (index(x) if k is None else k).to(exact).unsqueeze(1)
    if omega is None:
        omega = torch.exp(torch.arange(0, D, 2, device=x.device) * (-math.log(10_000) / D))
    phases = (k * omega).to(exact)
    return x + torch.stack([phases.sin(), phases.cos()], dim=-1).flatten(1).to(x.dtype)


def grown(m, x):
    if x.size(1) > len(m.pe):
        m.pe = table(x.size(1)).to(m.pe)
    return x + m.pe[: x.size(1)]


def cached(m, x, key=lambda x: (x.size(1), x.device)):
    if key(x) not in m.cache:
        m.cache[key(x)] = table(x.size(1)).to(x.device)
    return x + m.cache[key(x)].to(x.dtype)


def inv_freq(width=D):
    return 10_000 ** (-torch.arange(0, width, 2) / width)


def rotated(x, k, omega):
    phases = (k.unsqueeze(-1) * omega).to(torch.promote_types(x.dtype, torch.float32))
    even, odd, cos, sin = x[..., 0::2], x[..., 1::2], phases.cos(), phases.sin()
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2).to(x.dtype)


def cos_sin(m, x):
    omega = inv_freq().to(x.device) if m.pe is None else m.pe
    phases = index(x)[:, None] * torch.cat([omega, omega]).float()
    return phases.cos()[None].to(x.dtype), phases.sin()[None].to(x.dtype)


def by_complex_numbers(m, x):
    pairs = torch.view_as_complex(x.float().unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * m.freqs_cis[: x.size(1)].to(x.device)).flatten(-2).to(x.dtype)


def encoder(batch_first=True, **options):
    torch.manual_seed(0)
    return nn.TransformerEncoderLayer(D, 2, 16, batch_first=batch_first, **options)


class Attention(nn.Module):
    """One layer of two heads whose positions come from rotation, a bias, a table, or only from the mask."""

    def __init__(self, kind, causal=True):
        super().__init__()
        torch.manual_seed(0)
        self.kind, self.causal, self.qkv = kind, causal, nn.Linear(D, 3 * D)
        self.rows = nn.Embedding(ROWS, D) if kind == "table" else None
        self.bias = nn.Embedding(32, 2) if kind == "t5" else None

    def forward(self, x, positions=None):
        k = index(x) if positions is None else positions
        x = x + self.rows(k) if self.rows else x
        query, key, value = (part.unflatten(-1, (2, -1)).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1))
        if self.kind == "rotary":
            at = k if k.dim() == 1 else k[:, None]
            query, key = (rotated(each, at, inv_freq(D // 2).to(x.device)) for each in (query, key))
        steps = index(x)[None] - index(x)[:, None]
        mask = torch.zeros_like(steps, dtype=x.dtype)
        if self.kind == "t5":
            mask = self.bias(steps.clamp(-16, 15) + 16).permute(2, 0, 1)
        if self.kind == "alibi":
            mask = -steps.abs() * torch.tensor([0.06, 0.004], device=x.device, dtype=x.dtype).view(2, 1, 1)
        if self.causal:
            mask = mask + torch.full_like(mask, -1e9).triu(1)
        out = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return x + out.transpose(1, 2).flatten(2), None


class AddedTo(nn.Module):
    """What the lesson's tests ask for: embeddings come out, whatever the module returns."""

    def __init__(self, module, read):
        super().__init__()
        self.module, self.read = module, read

    def forward(self, x, *positions):
        return self.read(self.module(x, *positions), x)


def first(out, x):
    return out[0]


def rows(out, x):
    return x + out


def cos_and_sin(out, x):
    return torch.cat([x + out[0], x + out[1]], dim=-1)


def last_words(out, x):
    return out[:, -x.size(1) :]


def sequence_first(out, x):
    return x + out.transpose(0, 1)


sines = {"rows": nn.Embedding.from_pretrained(table())}
half = nn.Parameter(torch.tensor(0.5))


def graph_kept(m, x):
    m.last = x + m.pe[: x.size(1)]
    return m.last


def a_call_with_grad(m):
    m.pe = nn.Parameter(0.02 * x(1, ROWS)[0])
    m.last = (m.pe * 2).sum(-1)


def fairseq(m, x):
    return x + m.rows(index(x) + 2)


def wav2vec2(m):
    m.conv = nn.Conv1d(D, D, 4, padding=2, groups=2)


def script():
    class Scripted(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("pe", table())

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + self.pe[: x.size(1)]

    return torch.jit.script(Scripted())


def espnet(m, x):
    if m.pe is None or len(m.pe) < x.size(1) or m.pe.device != x.device:
        m.pe = table(x.size(1)).to(x.device)
    return x * D**0.5 + m.alpha * m.pe[: x.size(1)].to(x.dtype)


with_class = nn.Parameter(x(1, 1))
learned_rows = nn.Parameter(0.02 * x(1, ROWS))
HEALTHY = {  # name: module, and how its answer is read where it is no embeddings
    "the package's": (PositionalEncoding(D),),
    "saved buffer": (Module(buffer(table().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(1)]),),
    "unsaved buffer": (Module(buffer(table(), persistent=False), batch_first),),
    "frozen parameter": (Module(parameter(table(), requires_grad=False), batch_first),),
    "learned, GPT-2": (with_rows(looked_up),),
    "learned, nn.Parameter": (Module(keeps(pe=learned_rows), lambda m, x: x + m.pe[:, : x.size(1)]),),
    "learned, tiny": (Module(parameter(1e-3 * x(1, ROWS)[0]), batch_first),),
    "learned from row 2, fairseq and OPT": (Module(learned(padding_idx=1), fairseq),),
    "learned, channels first": (
        Module(parameter(x(1, D, ROWS)), lambda m, x: x + m.pe[:, :, : x.size(1)].transpose(1, 2)),
    ),
    "sines frozen in an nn.Embedding": (Module(keeps(**sines), looked_up),),
    "computed in float64": (bare(computed),),
    "computed in float32": (bare(lambda m, x: computed(m, x, torch.float32)),),
    "sines first": (Module(buffer(torch.cat([table()[:, 0::2], table()[:, 1::2]], dim=1)), batch_first),),
    "words times the root of the width": (tabled(lambda m, x: x * D**0.5 + m.pe[: x.size(1)]),),
    "a trained scale": (
        Module(lambda m: [buffer(table())(m), keeps(a=half)(m)], lambda m, x: x + m.a * m.pe[: x.size(1)]),
    ),
    "normalised after, BERT": (
        Module(lambda m: [learned()(m), keeps(norm=nn.LayerNorm(D))(m)], lambda m, x: m.norm(looked_up(m, x))),
    ),
    "a buffer of positions, BERT": (
        Module(
            lambda m: [learned()(m), m.register_buffer("ids", torch.arange(ROWS)[None])],
            lambda m, x: x + m.rows(m.ids[:, : x.size(1)]),
        ),
    ),
    "a buffer of one length": (Module(buffer(table(6)), lambda m, x: x + m.pe),),
    "grown when needed": (Module(buffer(table(20)), grown),),
    "kept for each length and device": (Module(keeps(cache={}), cached),),
    "extended, ESPnet": (Module(keeps(pe=None, alpha=half), espnet),),
    "an attribute that is moved": (Module(keeps(pe=table()), lambda m, x: x + m.pe[: x.size(1)].to(x)),),
    "an index of the CPU, as GPUs allow": (tabled(lambda m, x: x + m.pe[torch.arange(x.size(1))]),),
    "transposed twice": (
        Module(
            buffer(table().unsqueeze(1)),
            lambda m, x: (lambda y: (y + m.pe[: len(y)]).transpose(0, 1))(x.transpose(0, 1)),
        ),
    ),
    "TorchScript": (script(),),
    "keeps its last answer": (Module(a_call_with_grad, graph_kept),),
    "dropout after": (nn.Sequential(PositionalEncoding(D), nn.Dropout(0.5)),),
    "concatenated": (tabled(lambda m, x: torch.cat([x, m.pe[: x.size(1)].expand_as(x).to(x.dtype)], -1)),),
    "concatenated and projected": (
        Module(
            lambda m: [buffer(table())(m), keeps(mix=nn.Linear(2 * D, D))(m)],
            lambda m, x: m.mix(torch.cat([x, m.pe[: x.size(1)].expand_as(x)], -1)),
        ),
    ),
    "a class token, ViT": (
        Module(
            keeps(first=with_class, pe=learned_rows),
            lambda m, x: torch.cat([m.first.expand(len(x), -1, -1), x], 1) + m.pe[:, : x.size(1) + 1],
        ),
        last_words,
    ),
    "a class token behind": (tabled(lambda m, x: torch.cat([x[:, :1], batch_first(m, x)], 1)), last_words),
    "returns the rows": (tabled(lambda m, x: m.pe[: x.size(1)]), rows),
    "returns (1, length, width)": (Module(buffer(table().unsqueeze(0)), lambda m, x: m.pe[:, : x.size(1)]), rows),
    "returns (length, 1, width)": (
        Module(buffer(table().unsqueeze(1)), lambda m, x: m.pe[: x.size(1)]),
        sequence_first,
    ),
    "returns a row of each sentence": (with_rows(lambda m, x: m.rows(index(x)).expand_as(x)), rows),
    "returns a list": (tabled(lambda m, x: [batch_first(m, x)]), first),
    "returns a dictionary": (tabled(lambda m, x: {"x": batch_first(m, x)}), lambda out, x: out["x"]),
    "returns (cos, sin), Llama": (Module(keeps(pe=None), cos_sin), cos_and_sin),
    "rotated": (bare(lambda m, x: rotated(x, index(x), inv_freq().to(x.device))),),
    "rotated by complex numbers, Meta": (
        Module(
            keeps(freqs_cis=torch.polar(torch.ones(ROWS, 4), torch.arange(ROWS)[:, None] * inv_freq())),
            by_complex_numbers,
        ),
    ),
    "a convolution, wav2vec2": (
        Module(wav2vec2, lambda m, x: x + functional.gelu(m.conv(x.transpose(1, 2))[..., :-1]).transpose(1, 2)),
    ),
    "a whole encoder": (nn.Sequential(PositionalEncoding(D), encoder(), encoder()),),
    "an encoder, pre-norm": (nn.Sequential(PositionalEncoding(D), encoder(norm_first=True)),),
    "recurrent": (Module(keeps(lstm=nn.LSTM(D, D, batch_first=True)), lambda m, x: m.lstm(x)), first),
    **{f"attention, {kind}": (Attention(kind, causal=False), first) for kind in ("rotary", "alibi", "t5", "table")},
    **{f"causal, {kind}": (Attention(kind), first) for kind in ("rotary", "alibi", "t5", "table")},
    "a function": (patients.c,),
}


def bfloat16_positions(m, x):
    return computed(m, x.new_zeros(x.shape), exact=x.dtype) + x


def from_positions(m, x):
    return x + computed(m, x.double() * 0, k=m.pe[: x.size(1)]).to(x.dtype)


def in_place(m, x):
    x += m.pe[: x.size(1)]
    return x


def kept(m, x):
    if m.pe is None or len(m.pe) < x.size(1):
        m.pe = table(x.size(1)).to(x.device)
    return x + m.pe[: x.size(1)]


def wraps(size, make=torch.remainder):
    return Module(buffer(table(size)), lambda m, x: x + m.pe[make(index(x), size)])


def clamps(size):
    return wraps(size, lambda k, size: k.clamp(max=size - 1))


def trained(rows, **options):
    return Module(keeps(rows=nn.Embedding.from_pretrained(rows.clone(), freeze=False, **options)), looked_up)


first_zero = table().index_fill(0, torch.tensor([0]), 0.0)
TRAINED = "3", "an optimizer would change the sines of"
STAYS = "3", "a tensor stays on its device; use register_buffer, or device=x.device"
MERGED = "5", "rows 256 and 257 are one; are positions cut, shared, or rounded"
DISTORTED = "5", "bfloat16 harms far rows most; does it round positions or frequencies"
EQUAL = "1", "equal words come out equal; if it is batch first, add a row per word"
BATCH = "2", "a sentence changes with its batch, likely by x.size(0)"
RANDOM = "2", "two calls differ in eval mode"
LONG = "6", "comes out like the first or the one before; is a text longer than the table"
WIDE = "4", "torch.float32 goes in, torch.float64 comes out"
FAULTY = {  # name: module, and the lines that fail
    "sequence-first slice": (Module(buffer(table().unsqueeze(1)), lambda m, x: x + m.pe[: x.size(0)]), EQUAL, BATCH),
    "index by x.size(0)": (
        Module(buffer(table().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(0)]),
        ("1", "no vector per word, but RuntimeError("),
    ),
    "a colon is missing": (tabled(lambda m, x: x + m.pe[x.size(1)]), EQUAL),
    "plain attribute": (Module(keeps(pe=table()), batch_first), STAYS, ("4", "torch.bfloat16 goes in, torch.float32")),
    "plain attribute, in place": (Module(keeps(pe=table()), in_place), STAYS),
    "an index of the CPU for nn.Embedding": (with_rows(lambda m, x: x + m.rows(torch.arange(x.size(1)))), STAYS),
    "an index of the CPU for index_select": (
        tabled(lambda m, x: x + m.pe.index_select(0, torch.arange(x.size(1)))),
        STAYS,
    ),
    "an index of the CPU for take_along_dim": (
        tabled(lambda m, x: x + m.pe.take_along_dim(torch.arange(ROWS)[: x.size(1), None], 0)),
        STAYS,
    ),
    "a matrix of the CPU": (
        Module(keeps(pe=table(8), w=torch.eye(D)), lambda m, x: x @ m.w + kept(m, x)),
        STAYS,
        ("4", "bfloat16 stops it"),
    ),
    "kept from the first call": (Module(keeps(pe=None), kept), STAYS, ("4", "is rows.to(x.dtype)")),
    "kept for each length": (Module(keeps(cache={}), lambda m, x: cached(m, x, lambda x: x.size(1))), STAYS),
    "a tensor of the CPU in forward": (bare(lambda m, x: x + sinusoidal(x.size(1), D).to(x.dtype)), STAYS),
    "sines as a parameter": (
        Module(parameter(table()), batch_first),
        ("3", "the sines of pe; if it is the table, use register_buffer"),
    ),
    "sines in an nn.Embedding": (trained(table()), TRAINED),
    "trained sines, scaled": (trained(0.02 * table()), TRAINED),
    "trained sines, from row 1": (Module(parameter(table()[1:]), batch_first), TRAINED),
    "trained sines, row 0 is zeros": (trained(first_zero, padding_idx=0), TRAINED),
    "trained sines, sines first": (trained(torch.cat([table()[:, 0::2], table()[:, 1::2]], dim=1)), TRAINED),
    "trained sines, (1, length, width)": (
        Module(parameter(table()[None]), lambda m, x: x + m.pe[:, : x.size(1)]),
        TRAINED,
    ),
    "trained sines, width 2": (trained(table(width=2)), TRAINED),
    "trained sines, width 3": (trained(table(width=3)), TRAINED),
    "trained sines, base 100, few rows": (trained(sinusoidal(12, D, 100.0)), TRAINED),
    "float64 table": (Module(buffer(torch.tensor(sinusoidal_loop(ROWS, D))), batch_first), WIDE),
    "float32 rows for bfloat16": (
        bare(lambda m, x: x + computed(m, x.float() * 0)),
        ("4", "torch.bfloat16 goes in, torch.float32 comes out; is rows.to(x.dtype) missing?"),
    ),
    "positions of the embeddings' type": (bare(bfloat16_positions), DISTORTED),
    "positions that are cast with the module": (Module(buffer(torch.arange(1.0 * ROWS)), from_positions), DISTORTED),
    "frequencies that are cast with the module": (
        Module(buffer(inv_freq()), lambda m, x: computed(m, x, torch.float32, m.pe.float())),
        DISTORTED,
    ),
    "frequencies of the embeddings' type": (
        bare(lambda m, x: computed(m, x, torch.float32, inv_freq().to(x))),
        DISTORTED,
    ),
    "(cos, sin) of frequencies that are cast, Llama": (Module(buffer(inv_freq()), cos_sin), DISTORTED),
    "one row": (Module(buffer(table(1)), batch_first), EQUAL),
    "no position at all": (encoder(), EQUAL),
    "a class token, and no position": (
        Module(keeps(first=with_class), lambda m, x: torch.cat([m.first.expand(len(x), -1, -1), x], 1)),
        EQUAL,
    ),
    "attention without positions": (Attention("none", causal=False), EQUAL),
    "batch_first is forgotten": (nn.Sequential(PositionalEncoding(D), encoder(batch_first=False)), BATCH),
    "sequence first, recurrent": (Module(keeps(lstm=nn.LSTM(D, D)), lambda m, x: m.lstm(x)[0]), EQUAL, BATCH),
    "minus the mean of the batch": (tabled(lambda m, x: (lambda y: y - y.mean((0, 1)))(batch_first(m, x))), BATCH),
    "plain attribute, then a layer": (
        Module(keeps(pe=table(), mix=nn.Linear(D, D)), lambda m, x: m.mix(batch_first(m, x))),
        STAYS,
        ("4", "bfloat16 stops it"),
    ),
    "zeros that are no rows: a class token": (
        Module(
            keeps(first=nn.Parameter(torch.zeros(1, 1, D)), encoder=encoder()),
            lambda m, x: m.encoder(torch.cat([m.first.expand(len(x), -1, -1), x], 1)),
        ),
        EQUAL,
    ),
    "zeros that are no rows: LoRA": (
        Module(
            keeps(down=nn.Linear(D, 2), up=nn.Parameter(torch.zeros(2, D))),
            lambda m, x: x + m.down(x) @ m.up,
        ),
        EQUAL,
    ),
    "zeros that are no rows: ReZero": (
        Module(keeps(gain=nn.Parameter(torch.zeros(1)), mix=nn.Linear(D, D)), lambda m, x: x + m.gain * m.mix(x)),
        EQUAL,
    ),
    "BatchNorm that still counts": (
        Module(
            lambda m: [learned()(m), keeps(n=nn.BatchNorm1d(D, track_running_stats=False))(m)],
            lambda m, x: m.n(looked_up(m, x).transpose(1, 2)).transpose(1, 2),
        ),
        BATCH,
    ),
    **{
        f"dropout {p} in eval mode": (tabled(lambda m, x, p=p: functional.dropout(batch_first(m, x), p)), RANDOM)
        for p in (0.1, 0.01)
    },
    "noise in eval mode": (tabled(lambda m, x: batch_first(m, x) + 0.01 * torch.randn_like(x)), RANDOM),
    "too long: cut": (tabled(lambda m, x: batch_first(m, x[:, :ROWS])), ("6", "301 words go in, fewer come out")),
    **{f"too long: the last row, {size}": (clamps(size), LONG) for size in (300, 512, 5001, 8192)},
    **{f"too long: from the start, {size}": (wraps(size), LONG) for size in (128, 256, 300, 512, 768, 1000, 8192)},
    "too long: the last row, 128": (clamps(128), MERGED, LONG),
    "too long: computed from the start": (
        Module(keeps(longest=700), lambda m, x: computed(m, x, k=index(x) % m.longest)),
        ("6", "the last of 701 words"),
    ),
    "too long: a function from the start": (
        lambda x: computed(None, x, k=index(x) % 512),
        ("6", "the last of 513 words"),
    ),
    "a vector per sentence": (tabled(lambda m, x: batch_first(m, x).mean(1)), ("1", "but (2, 8); mend that")),
    "words and batch change places": (
        tabled(lambda m, x: batch_first(m, x).transpose(0, 1)),
        ("1", "but (6, 2, 8); mend that"),
    ),
    "nothing comes out": (bare(lambda m, x: None), ("1", "but no tensor; mend that")),
    "patient a": (patients.a, MERGED, LONG),  # positions merge in a long text, too
    "patient b": (patients.b, EQUAL, BATCH),
    "patient d": (patients.d, EQUAL),
    "patient e": (patients.e, WIDE),
}


def zeros_at_first(m):
    m.pos_embed = nn.Parameter(torch.zeros(1, ROWS, D))


class ZeroRows(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Parameter(torch.zeros(ROWS, D))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.rows[: x.size(1)]


def gated(m):
    m.register_buffer("pe", table())
    m.gate = nn.Parameter(torch.zeros(1))


class BertEmbeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.rows = nn.Embedding(50, D), nn.Embedding(ROWS, D)

    def forward(self, input_ids):
        return self.words(input_ids) + self.rows(torch.arange(input_ids.shape[1]))


A_FUNCTION = "fails: x of shape (2, 6, 8) gives no vector per word, but {}"
BESIDE = "fails: equal words come out equal; for what is beside, diagnose(lambda x: module(x)[1], x)"
READ_OTHERWISE = {  # name: module, its first line, and a function of x that it can be asked as
    "takes ids": (
        BertEmbeddings(),
        A_FUNCTION.format("RuntimeError("),
        lambda m: lambda x: x + m.rows(torch.arange(x.size(1))),
    ),
    "takes positions": (
        with_rows(lambda m, positions: m.rows(positions)),
        A_FUNCTION.format("RuntimeError("),
        lambda m: lambda x: m(torch.arange(x.size(1))),
    ),
    "takes a mask, DETR": (
        tabled(lambda m, hidden: m.pe[(~hidden).cumsum(1) - 1]),
        A_FUNCTION.format("TypeError("),
        lambda m: lambda x: m(torch.zeros(x.shape[:2], dtype=torch.bool)),
    ),
    "takes positions first": (
        with_rows(lambda m, positions, x: looked_up(m, x, positions)),
        A_FUNCTION.format("TypeError("),
        lambda m: lambda x: m(torch.arange(x.size(1)), x),
    ),
    "returns heads": (
        bare(lambda m, x: rotated(x.unflatten(-1, (2, -1)).transpose(1, 2), index(x), inv_freq(4))),
        A_FUNCTION.format("(2, 2, 6, 4)"),
        lambda m: lambda x: m(x).transpose(1, 2).flatten(2),
    ),
    "returns (x, rows), Conformer": (
        tabled(lambda m, x: (3 * x, m.pe[None, : x.size(1)])),
        BESIDE,
        lambda m: lambda x: m(x)[1],
    ),
    "returns (x, rows of distances)": (
        tabled(lambda m, x: (x, m.pe[None, : 2 * x.size(1) - 1])),
        BESIDE,
        lambda m: lambda x: m(x)[1],
    ),
    "starts at zeros, minGPT": (
        Module(zeros_at_first, lambda m, x: x + m.pos_embed[:, : x.size(1)]),
        "not asked, because pos_embed is zeros until it is trained; first nn.init.normal_(pos_embed, std=0.02)",
        lambda m: nn.init.normal_(m.pos_embed, std=0.02) is not None and m,
    ),
    "rows times a number that starts at zero": (
        Module(gated, lambda m, x: x + m.gate * m.pe[: x.size(1)]),
        "not asked, because gate is zeros until it is trained",
        lambda m: nn.init.normal_(m.gate, std=0.02) is not None and m,
    ),
    "rows and a class token start at zeros, ViT": (
        Module(
            lambda m: [keeps(first=nn.Parameter(torch.zeros(1, 1, D)))(m), zeros_at_first(m)],
            lambda m, x: torch.cat([m.first.expand(len(x), -1, -1), x], 1) + m.pos_embed[:, : x.size(1) + 1],
        ),
        "not asked, because pos_embed is zeros until it is trained",
        lambda m: nn.init.normal_(m.pos_embed, std=0.02) is not None and m,
    ),
    "zeros in TorchScript": (
        torch.jit.script(ZeroRows()),
        "not asked, because rows is zeros until it is trained",
        lambda m: nn.init.normal_(m.rows, std=0.02) is not None and m,
    ),
}
NOT_ASKED = {"a buffer of one length": {"5"}, "a function": {"3"}, "too long: a function from the start": {"3"}}


def words_for(name):
    if name == "a function" or name.startswith("patient"):
        return x(width=4)
    if "width" in name and name[-1] in "23":
        return x(width=int(name[-1]))
    return x(2, 4) if "0.01" in name else x()


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_module_passes(name):
    report = diagnose(HEALTHY[name][0], words_for(name))
    assert report, report
    holds = {line[0] for line in report if line[2:].startswith("holds")}
    assert holds == set("123456") - NOT_ASKED.get(name, set()), report
    assert "no positions were given" in report[6]


TAKES_POSITIONS = [
    "the package's",
    "learned, GPT-2",
    *(name for name in HEALTHY if "rotary" in name or "table" in name),
]


@pytest.mark.parametrize("name", TAKES_POSITIONS)
@pytest.mark.parametrize("positions", [torch.arange(6), torch.arange(6).expand(3, 6)], ids=["one", "per sentence"])
def test_a_module_that_reads_its_positions_passes_all_seven(name, positions):
    report = diagnose(HEALTHY[name][0], x(), positions)
    assert [line[2:7] for line in report] == ["holds"] * 7, report


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_found_by_its_test_and_by_no_other(name):
    module, *faults = FAULTY[name]
    report = diagnose(module, words_for(name))
    assert {line[0] for line in report if "fails" in line} == {number for number, _ in faults}, report
    for number, words in faults:
        assert words in report[int(number) - 1]
    assert not report


@pytest.mark.parametrize("name", READ_OTHERWISE)
def test_what_it_cannot_read_it_says_and_how_it_can_be_asked(name):
    module, line, other = READ_OTHERWISE[name]
    report = diagnose(module, x())
    assert report[0].startswith(f"1 {line}"), report
    assert report[4:6] == tuple(f"{number} not asked, because test 1 does not hold" for number in (5, 6))
    assert diagnose(other(module), x()), "what the line says to write"
    assert [line[:7] for line in diagnose(other(module), x())[::5]] == ["1 holds", "6 holds"]


@pytest.mark.parametrize("name", ["attention, rotary", "attention, alibi", "attention, t5", "a whole encoder"])
def test_words_that_are_all_alike_are_replaced(name):
    assert diagnose(HEALTHY[name][0], torch.zeros(2, 6, D)), "zeros in, zeros out: nothing would be seen"


def test_a_causal_model_without_a_table_is_found_by_its_positions():
    model = Attention("none")
    assert diagnose(model, x()), "without positions nothing shows it"
    report = diagnose(model, x(), torch.arange(6))
    assert [line for line in report if "fails" in line] == [
        "7 fails: other positions change nothing; does forward add their rows? A causal mask is no table"
    ]


OWN = {
    "1": "tells_words_apart",
    "2": "keeps_sentences_equal",
    "3": "table_is_safe",
    "4": "keeps_type",
    "5": "tells_far_words_apart",
    "6": "long_text_is_safe",
    "7": "positions_matter",
}
ADAPTED = {
    "a class token, and no position": last_words,
    "zeros that are no rows: a class token": last_words,
    "attention without positions": first,
    "(cos, sin) of frequencies that are cast, Llama": cos_and_sin,
}


@pytest.mark.parametrize("name", [*HEALTHY, *FAULTY])
def test_the_lessons_own_tests_say_the_same(name):
    module, *read = HEALTHY.get(name) or (FAULTY[name][0], *([ADAPTED[name]] if name in ADAPTED else []))
    if not isinstance(module, nn.Module):  # the lesson's tests want a module
        module = Module(keeps(function=module), lambda m, x: m.function(x))
    if name == "keeps its last answer":  # the lesson copies by deepcopy alone
        module.last = None
    own = names_of("08_pitfalls", "def alike", *(f"def {test}" for test in OWN.values()))
    positions = torch.arange(6) if name in TAKES_POSITIONS else None
    for line in diagnose(module, words_for(name), positions):
        if "not asked" in line:
            continue
        asked = copy.deepcopy(AddedTo(module, read[0]) if read else module).eval()
        length = [int(re.search(r"\d+", line[2:])[0]) - 1] if line[0] == "6" else []
        try:
            with torch.no_grad():
                holds = own[OWN[line[0]]](asked, words_for(name), *length)
        except (RuntimeError, AttributeError, IndexError):  # the lesson's tests let an error of the module through
            holds = False
        assert holds == ("holds" in line), f"{OWN[line[0]]} of lesson 08 says {holds}, diagnose {line}"


def test_what_makes_no_sense_is_not_asked_and_says_why():
    small = diagnose(HEALTHY["a buffer of one length"][0], x())
    assert small[4] == "5 not asked, because 258 words stop it"
    no_meta = tabled(lambda m, x: batch_first(m, x) if x.sum().item() else x)
    assert diagnose(no_meta, x())[2].startswith("3 not asked, because it does not run on 'meta'")
    rises = with_rows(lambda m, x, at: looked_up(m, x, at) if (at.diff() > 0).all() else 1 / 0)
    assert diagnose(rises, x(), torch.arange(6))[6] == "7 not asked, because positions in another order stop it"
    long = diagnose(lambda x: x + table(9_100)[: x.size(1)], x(1, 9_000))
    assert long[5] == "6 not asked, because no longer text can be tried; give x of fewer words"


def test_what_stops_test_5_is_named():
    layer_after = FAULTY["plain attribute, then a layer"][0]
    assert layer_after(x(1, 258)).shape == (1, 258, D)
    for module in (layer_after, lambda x: layer_after.mix(x) + table()[: x.size(1)]):
        assert diagnose(module, x())[4] == "5 not asked, because bfloat16 stops it"


def test_of_two_zeros_that_are_multiplied_both_are_named_in_turn():
    module = Module(gated, lambda m, x: x + m.gate * m.rows[: x.size(1)])
    torch.manual_seed(0)  # a gate may come out small
    module.rows = nn.Parameter(torch.zeros(ROWS, D))
    for name in ("rows", "gate"):
        assert f"because {name} is zeros" in diagnose(module, x())[0]
        nn.init.normal_(module.get_parameter(name), std=0.02)
    assert diagnose(module, x())[0] == "1 holds: equal words come out different"


def test_a_bias_of_zeros_can_hold_the_positions():
    def attend(m, x):
        steps = index(x)[None] - index(x)[:, None]
        return functional.scaled_dot_product_attention(x, x, x, attn_mask=m.bias[steps.clamp(-9, 9) + 9])

    model = Module(keeps(bias=nn.Parameter(torch.zeros(19))), attend)
    assert diagnose(model, x())[0].startswith("1 not asked, because bias is zeros until it is trained")
    nn.init.normal_(model.bias, std=0.02)
    assert diagnose(model, x())[0] == "1 holds: equal words come out different"


def test_rows_of_zeros_do_not_fail_for_positions():
    zeros = with_rows(looked_up)
    nn.init.zeros_(zeros.rows.weight)
    report = diagnose(zeros, x(), torch.arange(6))
    assert report, report
    assert report[6] == "7 not asked, because test 1 does not hold"


def test_numbers_that_are_nan_are_not_called_different():
    assert EQUAL[1] in diagnose(tabled(lambda m, x: batch_first(m, x) * torch.nan), x())[0]


def test_a_lazy_layer_is_called_first():
    lazy = nn.Sequential(PositionalEncoding(D), nn.LazyLinear(D))
    refusal(lambda: diagnose(lazy, x()), ValueError, "call the module once")
    lazy(x())
    assert diagnose(lazy, x())


def test_as_many_words_as_sentences_are_not_taken_for_rows():
    rows_alone = Module(buffer(table(width=512)), lambda m, x: m.pe[: x.size(1)].to(x.dtype))
    for length in (4, 5, 6):
        assert diagnose(rows_alone, x(2, length, 512))


def test_vectors_in_the_last_dimension_are_not_read_as_words():
    turned = Module(buffer(table()), lambda m, x: batch_first(m, x).transpose(1, 2))
    assert "gives no vector per word, but (2, 8, 6)" in diagnose(turned, x())[0]


def test_of_a_function_no_bfloat16_is_claimed():
    widens = diagnose(lambda x: x + table()[: x.size(1)], x())
    assert widens[3] == "4 holds: torch.float32 stays torch.float32 (only an nn.Module is asked in bfloat16)"


def test_what_test_2_would_have_said_is_not_said_by_test_5():
    few = diagnose(tabled(lambda m, x: batch_first(m, x) if len(x) < 4 else 1 / 0), x())
    assert few[1].startswith("2 fails: more sentences stop it (division by zero); is it batch first")
    assert few[4] == "5 not asked, because test 2 does not hold"


def test_a_module_that_stops_fails_in_one_line():
    def stop(m, x):
        raise RuntimeError("first line\nsecond line")

    report = diagnose(bare(stop), x())
    assert report[0].startswith("1 " + A_FUNCTION.format("RuntimeError('first line"))
    assert "\n" not in "".join(report)
    assert not report


def test_nothing_is_changed():
    module, growing = HEALTHY["a whole encoder"][0].train(), HEALTHY["grown when needed"][0]
    before, state, words = copy.deepcopy(module.state_dict()), torch.get_rng_state(), x()
    diagnose(module, words), diagnose(growing, words), diagnose(FAULTY["dropout 0.1 in eval mode"][0], words)
    assert diagnose(tabled(in_place), words)
    assert torch.equal(words, x())
    assert torch.equal(torch.get_rng_state(), state)
    assert all(part.training for part in module.modules())
    assert len(growing.pe) == 20
    assert all(torch.equal(module.state_dict()[name], each) for name, each in before.items())
    assert all(each.dtype == torch.float32 and each.device.type == "cpu" for each in module.parameters())


@pytest.mark.parametrize("name", [name for name in HEALTHY if name.startswith("returns") and "length" in name])
def test_rows_alone_that_are_too_few_do_not_fit_the_words(name):
    assert diagnose(HEALTHY[name][0], x())[5] == "6 holds: 301 words are refused"


def test_the_report_prints_a_line_per_test():
    report = diagnose(PositionalEncoding(D), x(), torch.arange(6))
    assert repr(report).count("\n") == 6
    assert repr(report).startswith("1 holds: equal words come out different\n2 ")


def test_tables_are_found_without_a_table_to_compare_with():
    for n in (1.5, 10.0, 1e8):
        assert is_sinusoidal(sinusoidal(50, 6, n, start=3))
    assert is_sinusoidal(sinusoidal(12, 6).index_fill(0, torch.tensor([3]), 0.0)), "one row of zeros"
    for other in (torch.randn(50, 6), torch.ones(50, 6), torch.arange(50.0)[:, None].expand(50, 6), torch.zeros(50, 6)):
        assert not is_sinusoidal(other)
    assert not is_sinusoidal(torch.eye(50))
    assert not is_sinusoidal(sinusoidal(5, 6)), "three equations are no evidence"


@pytest.mark.parametrize(
    ("run", "refused"),
    [
        (lambda here, there: here + there, True),
        (lambda here, there: here[there[:, 0].long()], False),
        (lambda here, there: there[here[:, 0].long()], True),
        (lambda here, there: torch.cat([here, there]), True),
        (lambda here, there: here + there[0, 0], False),
        (lambda here, there: here + there.to(here), False),
        (lambda here, there: here.clone().copy_(there), False),
        (lambda here, there: here.clone().index_put_((there[:, 0].long(),), here), False),
        (lambda here, there: here.clone().index_put_((here[:, 0].long(),), there), True),
        (lambda here, there: here.index_put((there[:, 0].long(),), there), True),
        (lambda here, there: functional.embedding(there[:, 0].long(), here), True),
    ],
)
def test_one_device_refuses_what_a_gpu_refuses(run, refused):
    here, there = torch.ones(4, 4, device="meta"), torch.ones(4, 4)
    with OneDevice():
        if refused:
            with pytest.raises(RuntimeError, match="same device"):
                run(here, there)
        else:
            assert run(here, there).is_meta


@pytest.mark.parametrize(
    ("bad", "kind", "words"),
    [
        ((torch.zeros(3, 6, D, dtype=torch.bfloat16),), TypeError, ["write diagnose(module.float(), x.float())"]),
        (([[1.0]],), TypeError, ["x must be embeddings"]),
        ((torch.zeros(6, D),), ValueError, ["got (6, 8)"]),
        ((torch.zeros(3, 3, D),), ValueError, ["4 words or more"]),
        ((torch.full((3, 6, D), torch.nan),), ValueError, ["finite"]),
        ((x(), [0, 1, 2, 3, 4, 5]), ValueError, ["positions", "each of the 6 words"]),
        ((x(), torch.arange(5)), ValueError, ["positions", "each of the 6 words"]),
    ],
)
def test_other_inputs_get_one_line(bad, kind, words):
    refusal(lambda: diagnose(PositionalEncoding(D), *bad), kind, *words)
