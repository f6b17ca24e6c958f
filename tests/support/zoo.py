"""The zoo of ``test_diagnosis.py``, written after code that people run: right modules, and each usual fault."""

import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from pe_lesson import PositionalEncoding, sinusoidal, sinusoidal_loop
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


def causal_mask(x):
    return x.new_ones(x.size(1), x.size(1)).triu(1) > 0


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


def packed(m, x):
    words = nn.utils.rnn.pack_padded_sequence(x, torch.full((len(x),), x.size(1)), batch_first=True)
    return nn.utils.rnn.pad_packed_sequence(m.rnn(words)[0], batch_first=True)[0]


def first(out, x):
    return out[0]


def second(out, x):
    return out[1]


def rows(out, x):
    return x + out


def cos_and_sin(out, x):
    return torch.cat([x + out[0], x + out[1]], dim=-1)


def first_words(out, x):
    return out[:, : x.size(1)]


def last_words(out, x):
    return out[:, -x.size(1) :]


def middle_words(out, x):
    return out[:, 1:-1]


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


def zeros(count):
    return torch.zeros(1, count, D)


def beside(tokens=None, rows=None):
    tokens, rows = x(1, 1) if tokens is None else tokens, table() if rows is None else rows
    return lambda m: [setattr(m, "beside", nn.Parameter(tokens.clone())), m.register_buffer("pe", rows)]


def front(m, x):
    return torch.cat([m.beside.expand(len(x), -1, -1), x], 1)


def behind(m, x):
    return torch.cat([x, m.beside.expand(len(x), -1, -1)], 1)


with_dropout, without_dropout = PositionalEncoding(D), PositionalEncoding(D).eval()
with_class = nn.Parameter(x(1, 1))
learned_rows = nn.Parameter(0.02 * x(1, ROWS))
HEALTHY = {  # name: module, and how its answer is read where it is no embeddings
    "the package's": (PositionalEncoding(D),),
    "saved buffer": (Module(buffer(table().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(1)]),),
    "frozen parameter": (Module(parameter(table(), requires_grad=False), batch_first),),
    "learned, GPT-2": (with_rows(looked_up),),
    "learned, tiny": (Module(parameter(1e-3 * x(1, ROWS)[0]), batch_first),),
    "learned from row 2, fairseq and OPT": (Module(learned(padding_idx=1), fairseq),),
    "learned, channels first": (
        Module(parameter(x(1, D, ROWS)), lambda m, x: x + m.pe[:, :, : x.size(1)].transpose(1, 2)),
    ),
    "sines frozen in an nn.Embedding": (Module(keeps(**sines), looked_up),),
    "computed in float64": (bare(computed),),
    "computed in float32": (bare(lambda m, x: computed(m, x, torch.float32)),),
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
    "TorchScript": (script(),),
    "keeps its last answer": (Module(a_call_with_grad, graph_kept),),
    "concatenated": (tabled(lambda m, x: torch.cat([x, m.pe[: x.size(1)].expand_as(x).to(x.dtype)], -1)),),
    "a class token, ViT": (
        Module(
            keeps(first=with_class, pe=learned_rows),
            lambda m, x: torch.cat([m.first.expand(len(x), -1, -1), x], 1) + m.pe[:, : x.size(1) + 1],
        ),
        last_words,
    ),
    "4 registers of zeros behind": (Module(beside(zeros(4)), lambda m, x: behind(m, batch_first(m, x))), first_words),
    "a large token behind small rows": (
        Module(beside(10 * x(1, 1), 1e-3 * x(1, ROWS)[0]), lambda m, x: behind(m, batch_first(m, x))),
        first_words,
    ),
    "a class token in a whole encoder": (
        Module(
            lambda m: [keeps(encoder=encoder())(m), beside()(m)], lambda m, x: m.encoder(front(m, batch_first(m, x)))
        ),
        last_words,
    ),
    "returns the rows": (tabled(lambda m, x: m.pe[index(x)]), rows),
    "returns (1, length, width)": (Module(buffer(table().unsqueeze(0)), lambda m, x: m.pe[:, index(x)]), rows),
    "returns (length, 1, width)": (Module(buffer(table().unsqueeze(1)), lambda m, x: m.pe[index(x)]), sequence_first),
    "returns rows in bfloat16": (tabled(lambda m, x: m.pe[index(x)].bfloat16()), rows),
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
    "recurrent": (Module(keeps(rnn=nn.GRU(D, D, batch_first=True)), lambda m, x: m.rnn(x)), first),
    **{f"attention, {kind}": (Attention(kind, causal=False), first) for kind in ("rotary", "alibi", "t5", "table")},
    **{f"causal, {kind}": (Attention(kind), first) for kind in ("rotary", "alibi", "t5", "table")},
    "recurrent, packed": (Module(keeps(rnn=nn.LSTM(D, D, batch_first=True)), packed),),
    "a padding mask beside": (tabled(lambda m, x: (x.new_ones(x.shape[:2]), batch_first(m, x))), second),
    "a causal mask beside": (tabled(lambda m, x: (causal_mask(x), batch_first(m, x))), second),
    "a class token, ViT of one length": (
        Module(beside(rows=table(7)), lambda m, x: front(m, x) + m.pe),
        last_words,
    ),
    "a function": (patients.c,),
    "a function of a module in eval mode": (lambda x: without_dropout(x),),
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


def goes_on(m, x):
    m.start += x.size(1)
    return x + m.pe[m.start - x.size(1) : m.start]


def beside_a_list(m):
    m.layers = [nn.Linear(D, D)]
    m.register_buffer("pe", table())


def with_start(m):
    m.start = 0
    m.register_buffer("pe", table(20_000))


def under_autocast(m, x):
    with torch.autocast("cpu", torch.bfloat16):
        return m.mix(batch_first(m, x))


def nearly_an_average():
    model = Attention("rotary")
    nn.init.normal_(model.qkv.weight, std=2e-4)
    return model


def wraps(size, make=torch.remainder):
    return Module(buffer(table(size)), lambda m, x: x + m.pe[make(index(x), size)])


def clamps(size):
    return wraps(size, lambda k, size: k.clamp(max=size - 1))


def trained(rows, **options):
    return Module(keeps(rows=nn.Embedding.from_pretrained(rows.clone(), freeze=False, **options)), looked_up)


streaming = Module(with_start, goes_on)
TRAINED = "3", "an optimizer would change the sines of"
STAYS = "3", "a tensor stays on its device; does it need register_buffer, nn.ModuleList, or device=x.device"
MERGED = "5", "words 256 and 257 come out alike; are positions cut, shared, rounded"
DISTORTED = "5", "bfloat16 harms far rows most; does it round positions, frequencies, or large sums?"
EQUAL = "1", "equal words come out alike to 1e-5; if batch first, does each get another row"
BATCH = "2", "in a batch a sentence comes out otherwise; does x.size(0), batch_first=False, a mean"
RANDOM = "2", "two calls differ in eval mode"
LONG = "6", "comes out like the first or the one before, to 1e-5; is a text longer than the table"
WIDE = "4", "torch.float32 goes in, torch.float64 comes out"
FAULTY = {  # name: module, and the lines that fail
    "sequence-first slice": (Module(buffer(table().unsqueeze(1)), lambda m, x: x + m.pe[: x.size(0)]), EQUAL, BATCH),
    "index by x.size(0)": (
        Module(buffer(table().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(0)]),
        ("1", "no vector per word, but RuntimeError("),
    ),
    "a colon is missing": (tabled(lambda m, x: x + m.pe[x.size(1)]), EQUAL),
    "plain attribute": (Module(keeps(pe=table()), batch_first), STAYS, ("4", "torch.bfloat16 goes in, torch.float32")),
    "an index of the CPU for take_along_dim": (
        tabled(lambda m, x: x + m.pe.take_along_dim(torch.arange(ROWS)[: x.size(1), None], 0)),
        STAYS,
    ),
    "kept from the first call": (Module(keeps(pe=None), kept), STAYS, ("4", "is .to(x.dtype)")),
    "kept for each length": (Module(keeps(cache={}), lambda m, x: cached(m, x, lambda x: x.size(1))), STAYS),
    "a tensor of the CPU in forward": (bare(lambda m, x: x + sinusoidal(x.size(1), D).to(x.dtype)), STAYS),
    "sines as a parameter": (
        Module(parameter(table()), batch_first),
        ("3", "the sines of pe; if it is the table, use register_buffer"),
    ),
    "sines in an nn.Embedding": (trained(table()), TRAINED),
    "trained sines, (1, length, width)": (
        Module(parameter(table()[None]), lambda m, x: x + m.pe[:, : x.size(1)]),
        TRAINED,
    ),
    "float64 table": (Module(buffer(torch.tensor(sinusoidal_loop(ROWS, D))), batch_first), WIDE),
    "float32 rows for bfloat16": (
        bare(lambda m, x: x + computed(m, x.float() * 0)),
        ("4", "torch.bfloat16 goes in, torch.float32 comes out; is .to(x.dtype) missing?"),
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
    "layers in a plain list": (
        Module(beside_a_list, lambda m, x: m.layers[0](batch_first(m, x))),
        STAYS,
        ("4", "bfloat16 stops it"),
    ),
    "a sum that grows": (tabled(lambda m, x: batch_first(m, x).cumsum(1)), DISTORTED),
    "no position, a causal mask beside": (bare(lambda m, x: (causal_mask(x), x)), EQUAL),
    "one row": (Module(buffer(table(1)), batch_first), EQUAL),
    "no position at all": (encoder(), EQUAL),
    "attention without positions": (Attention("none", causal=False), EQUAL),
    "batch_first is forgotten": (nn.Sequential(PositionalEncoding(D), encoder(batch_first=False)), BATCH),
    "sequence first, recurrent": (Module(keeps(rnn=nn.GRU(D, D)), lambda m, x: m.rnn(x)[0]), EQUAL, BATCH),
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
    "zeros that are no rows: ReZero": (
        Module(keeps(gain=nn.Parameter(torch.zeros(1)), mix=nn.Linear(D, D)), lambda m, x: x + m.gain * m.mix(x)),
        EQUAL,
    ),
    **{
        f"dropout {p} in eval mode": (tabled(lambda m, x, p=p: functional.dropout(batch_first(m, x), p)), RANDOM)
        for p in (0.1, 0.01)
    },
    "noise in eval mode": (tabled(lambda m, x: batch_first(m, x) + 0.01 * torch.randn_like(x)), RANDOM),
    "an offset that goes on from call to call": (
        Module(with_start, goes_on),
        ("2", "or keep something?"),
    ),
    "a function whose offset goes on": (
        lambda x: streaming(x),
        ("2", "two calls differ; does it draw, keep something"),
    ),
    "a sum in bfloat16": (
        tabled(lambda m, x: batch_first(m, x).bfloat16()),
        ("4", "torch.float32 goes in, torch.bfloat16 comes out"),
    ),
    "a sum in float16": (
        tabled(lambda m, x: batch_first(m, x).half()),
        ("4", "torch.float32 goes in, torch.float16 comes out; is .to(x.dtype) missing?"),
    ),
    "a function, a sum in float16": (
        lambda x: (x + table()[: x.size(1)]).half(),
        ("4", "torch.float32 goes in, torch.float16 comes out"),
    ),
    "a layer under autocast": (
        Module(lambda m: [keeps(mix=nn.Linear(D, D))(m), buffer(table())(m)], under_autocast),
        ("4", "torch.float32 goes in, torch.bfloat16 comes out"),
    ),
    "right, but nearly an average": (
        nearly_an_average(),
        ("5", "or averaged away?"),
        ("6", "to 1e-5; is a text longer than the table, or does an average hide its position?"),
    ),
    "rows too small to be seen": (Module(buffer(1e-6 * table()), batch_first), EQUAL),
    "rows that begin alike": (Module(parameter(torch.ones(ROWS, D)), batch_first), EQUAL),
    "the position itself": (
        bare(lambda m, x: x + index(x)[:, None].to(x.dtype)),
        DISTORTED,
    ),
    "a function of a module with dropout": (
        lambda x: with_dropout(x),
        ("2", "two calls differ; does it draw, keep something, or use a module without .eval()?"),
    ),
    "a function with dropout": (
        lambda x: functional.dropout(x + table()[: x.size(1)]),
        ("2", "two calls differ; does it draw, keep something"),
    ),
    "no position, a summary behind": (
        Module(lambda m: [keeps(encoder=encoder())(m), beside()(m)], lambda m, x: m.encoder(behind(m, x))),
        EQUAL,
    ),
    "no position, 4 registers of zeros behind": (Module(beside(zeros(4)), behind), EQUAL),
    "no position, a token at both ends": (Module(beside(), lambda m, x: behind(m, front(m, x))), EQUAL),
    "too long: the last row, a token at both ends": (
        Module(beside(rows=table(128)), lambda m, x: behind(m, front(m, x + m.pe[index(x).clamp(max=127)]))),
        MERGED,
        LONG,
    ),
    "too long: from the start, a token behind": (
        Module(beside(), lambda m, x: behind(m, x + m.pe[index(x) % ROWS])),
        LONG,
    ),
    "large tokens before positions of the embeddings' type": (
        Module(beside(50 * x(1, 4)), lambda m, x: front(m, bfloat16_positions(m, x))),
        DISTORTED,
    ),
    "too long: cut": (
        tabled(lambda m, x: batch_first(m, x[:, :ROWS])),
        ("6", "301 words go in, (2, 300, 8) comes out; does the table end? Then refuse a longer text"),
    ),
    "too long: fewer rows come out": (
        tabled(lambda m, x: m.pe[: x.size(1)]),
        ("6", "301 words go in, (300, 8) comes out"),
    ),
    "too long: fewer rows come out, (1, length, width)": (
        Module(buffer(table()[None]), lambda m, x: m.pe[:, : x.size(1)]),
        ("6", "301 words go in, (1, 300, 8) comes out"),
    ),
    "too long: fewer rows come out, (length, 1, width)": (
        Module(buffer(table()[:, None]), lambda m, x: m.pe[: x.size(1)]),
        ("6", "301 words go in, (300, 1, 8) comes out"),
    ),
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
    "nothing comes out": (bare(lambda m, x: None), ("1", "but NoneType; mend that")),
    "patient a": (patients.a, MERGED, LONG),  # positions merge in a long text, too
    "patient b": (patients.b, EQUAL, BATCH),
    "patient d": (patients.d, EQUAL),
    "patient e": (patients.e, WIDE),
}


def zeros_at_first(m):
    m.pos_embed = nn.Parameter(torch.zeros(1, ROWS, D))


def gated(m):
    m.register_buffer("pe", table())
    m.gate = nn.Parameter(torch.zeros(1))


def wav2vec2_wide(m):
    m.conv = nn.Conv1d(D, 16, 3, padding=1)


class BertEmbeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.rows = nn.Embedding(50, D), nn.Embedding(ROWS, D)

    def forward(self, input_ids):
        return self.words(input_ids) + self.rows(torch.arange(input_ids.shape[1]))


@dataclass
class Answer:
    words: torch.Tensor


A_FUNCTION = "fails: x of shape (2, 6, 8) gives no vector per word, but {}"
BESIDE = (
    "fails: equal words come out alike to 1e-5; if batch first, does each get another row? "
    "Or ask another output: diagnose(lambda x: module(x)[i], x)"
)
READ_OTHERWISE = {  # name: module, its first line, and a function of x that it can be asked as
    "takes ids": (
        BertEmbeddings(),
        A_FUNCTION.format("RuntimeError("),
        lambda m: lambda x: x + m.rows(torch.arange(x.size(1))),
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
    "returns a dataclass": (
        tabled(lambda m, x: Answer(batch_first(m, x))),
        A_FUNCTION.format("Answer; mend that"),
        lambda m: lambda x: m(x).words,
    ),
    "pads to a multiple of 4": (
        tabled(lambda m, x: functional.pad(batch_first(m, x), (0, 0, 0, -x.size(1) % 4))),
        A_FUNCTION.format("(2, 8, 8)"),
        lambda m: lambda x: m(x)[:, : x.size(1)],
    ),
    "returns the whole table": (
        tabled(lambda m, x: m.pe),
        A_FUNCTION.format("(300, 8)"),
        lambda m: lambda x: m.pe[index(x)],
    ),
    "returns 16 channels before the length": (
        Module(wav2vec2_wide, lambda m, x: m.conv(x.transpose(1, 2))),
        A_FUNCTION.format("(2, 16, 6)"),
        lambda m: lambda x: m(x).transpose(1, 2),
    ),
    "returns (x, rows), Conformer": (
        tabled(lambda m, x: (3 * x, m.pe[None, index(x)])),
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
}
# name: the tests that ``diagnose`` does not ask
NOT_ASKED = {
    "a buffer of one length": {"5"},
    "a class token, ViT of one length": {"5"},
    "a function": {"3"},
    "a function of a module in eval mode": {"3"},
}
TAKES_POSITIONS = [  # of the healthy ones
    "the package's",
    "learned, GPT-2",
    *(name for name in HEALTHY if "rotary" in name or "table" in name),
]
ADAPTED = {  # name of a faulty one: how the tests of lesson 08 read its answer
    "zeros that are no rows: a class token": last_words,
    "no position, a summary behind": first_words,
    "no position, a causal mask beside": second,
    "no position, 4 registers of zeros behind": first_words,
    "no position, a token at both ends": middle_words,
    "too long: the last row, a token at both ends": middle_words,
    "too long: from the start, a token behind": first_words,
    "large tokens before positions of the embeddings' type": last_words,
    "too long: fewer rows come out": lambda out, x: out[None],
    "too long: fewer rows come out, (length, 1, width)": lambda out, x: out.transpose(0, 1),
    "attention without positions": first,
    "right, but nearly an average": first,
    "(cos, sin) of frequencies that are cast, Llama": cos_and_sin,
}


def words_for(name):
    if name == "a function" or name.startswith("patient"):
        return x(width=4)
    return x(2, 4) if "0.01" in name else x()
