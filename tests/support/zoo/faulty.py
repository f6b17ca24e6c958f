"""Wrong modules: each of the usual faults, and the lines of ``diagnose`` that fail."""

import torch
from torch import nn
from torch.nn import functional

from pe_lesson import PositionalEncoding, sinusoidal, sinusoidal_loop
from pe_lesson.exercises import patients
from tests.support.zoo.parts import (
    ROWS,
    Attention,
    D,
    Module,
    bare,
    batch_first,
    behind,
    beside,
    buffer,
    cached,
    causal_mask,
    computed,
    cos_and_sin,
    cos_sin,
    encoder,
    first_words,
    front,
    index,
    inv_freq,
    keeps,
    last_words,
    looked_up,
    parameter,
    read_first,
    read_second,
    sines,
    some_words,
    tabled,
    zeros,
)


def middle_words(out, x):
    return out[:, 1:-1]


with_dropout = PositionalEncoding(D)


def bfloat16_positions(m, x):
    return computed(m, x.new_zeros(x.shape), exact=x.dtype) + x


def from_positions(m, x):
    return x + computed(m, x.double() * 0, k=m.pe[: x.size(1)]).to(x.dtype)


def kept(m, x):
    if m.pe is None or len(m.pe) < x.size(1):
        m.pe = sines(x.size(1)).to(x.device)
    return x + m.pe[: x.size(1)]


def goes_on(m, x):
    m.start += x.size(1)
    return x + m.pe[m.start - x.size(1) : m.start]


def beside_a_list(m):
    m.layers = [nn.Linear(D, D)]
    m.register_buffer("pe", sines())


def with_start(m):
    m.start = 0
    m.register_buffer("pe", sines(20_000))


def kept_words(m, x):
    m.words = x if m.words is None else torch.cat([m.words, x], 1)
    return functional.scaled_dot_product_attention(batch_first(m, x), m.words, m.words)


def turned(m, x):
    pairs = torch.view_as_complex(x.float().unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * m.pe[: x.size(1)]).flatten(-2).to(x.dtype)


def under_autocast(m, x):
    with torch.autocast("cpu", torch.bfloat16):
        return m.mix(batch_first(m, x))


def nearly_an_average(std=2e-4, **options):
    model = Attention("rotary", **options)
    nn.init.normal_(model.qkv.weight, std=std)
    return model


def wraps(size, make=torch.remainder):
    return Module(buffer(sines(size)), lambda m, x: x + m.pe[make(index(x), size)])


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
    "sequence-first slice": (Module(buffer(sines().unsqueeze(1)), lambda m, x: x + m.pe[: x.size(0)]), EQUAL, BATCH),
    "index by x.size(0)": (
        Module(buffer(sines().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(0)]),
        ("1", "no vector per word, but RuntimeError("),
    ),
    "a colon is missing": (tabled(lambda m, x: x + m.pe[x.size(1)]), EQUAL),
    "plain attribute": (Module(keeps(pe=sines()), batch_first), STAYS, ("4", "torch.bfloat16 goes in, torch.float32")),
    "an index of the CPU for take_along_dim": (
        tabled(lambda m, x: x + m.pe.take_along_dim(torch.arange(ROWS)[: x.size(1), None], 0)),
        STAYS,
    ),
    "our module in a list": (Module(keeps(parts=[PositionalEncoding(D, 0.0)]), lambda m, x: m.parts[0](x)), STAYS),
    "kept from the first call": (Module(keeps(pe=None), kept), STAYS, ("4", "is .to(x.dtype)")),
    "kept for each length": (Module(keeps(cache={}), lambda m, x: cached(m, x, lambda x: x.size(1))), STAYS),
    "a first state on the CPU, recurrent": (
        Module(keeps(rnn=nn.GRU(D, D, batch_first=True)), lambda m, x: m.rnn(x, zeros(len(x)).to(x.dtype))[0]),
        STAYS,
    ),
    "a tensor of the CPU in forward": (bare(lambda m, x: x + sinusoidal(x.size(1), D).to(x.dtype)), STAYS),
    "sines as a parameter": (
        Module(parameter(sines()), batch_first),
        ("3", "the sines of pe; if it is the table, use register_buffer"),
    ),
    "sines in an nn.Embedding": (trained(sines()), TRAINED),
    "trained sines, (1, length, width)": (
        Module(parameter(sines()[None]), lambda m, x: x + m.pe[:, : x.size(1)]),
        TRAINED,
    ),
    "complex rows as a buffer": (
        Module(buffer(torch.polar(torch.ones(ROWS, 4), torch.arange(ROWS)[:, None] * inv_freq())), turned),
        ("4", ".to(torch.bfloat16) drops the imaginary part of pe; hold its two parts as real numbers"),
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
    "one row": (Module(buffer(sines(1)), batch_first), EQUAL),
    "no position at all": (encoder(), EQUAL),
    "attention without positions": (Attention("none", causal=False), EQUAL),
    "batch_first is forgotten": (nn.Sequential(PositionalEncoding(D), encoder(batch_first=False)), BATCH),
    "sequence first, recurrent": (Module(keeps(rnn=nn.GRU(D, D)), lambda m, x: m.rnn(x)[0]), EQUAL, BATCH),
    "minus the mean of the batch": (tabled(lambda m, x: (lambda y: y - y.mean((0, 1)))(batch_first(m, x))), BATCH),
    "plain attribute, then a layer": (
        Module(keeps(pe=sines(), mix=nn.Linear(D, D)), lambda m, x: m.mix(batch_first(m, x))),
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
    "keys that are kept from call to call": (
        Module(lambda m: [keeps(words=None)(m), buffer(sines())(m)], kept_words),
        ("2", "or keep something?"),
        STAYS,
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
        lambda x: (x + sines()[: x.size(1)]).half(),
        ("4", "torch.float32 goes in, torch.float16 comes out"),
    ),
    "a layer under autocast": (
        Module(lambda m: [keeps(mix=nn.Linear(D, D))(m), buffer(sines())(m)], under_autocast),
        ("4", "torch.float32 goes in, torch.bfloat16 comes out"),
    ),
    "right, but nearly an average": (
        nearly_an_average(),
        ("5", "or averaged away?"),
        ("6", "to 1e-5; is a text longer than the table, or is its position rounded or averaged away?"),
    ),
    "zeros that make a small difference a little larger": (
        Module(
            keeps(mix=nearly_an_average(std=1e-4, causal=False), gain=nn.Parameter(torch.zeros(1))),
            lambda m, x: x + (1 + 400 * m.gain) * (m.mix(x)[0] - x),
        ),
        EQUAL,
    ),
    "rows too small to be seen": (Module(buffer(1e-6 * sines()), batch_first), EQUAL),
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
        lambda x: functional.dropout(x + sines()[: x.size(1)]),
        ("2", "two calls differ; does it draw, keep something"),
    ),
    "no position, a summary behind": (
        Module(lambda m: [keeps(encoder=encoder())(m), beside()(m)], lambda m, x: m.encoder(behind(m, x))),
        EQUAL,
    ),
    "no position, 4 registers of zeros behind": (Module(beside(zeros(4)), behind), EQUAL),
    "no position, a token at both ends": (Module(beside(), lambda m, x: behind(m, front(m, x))), EQUAL),
    "too long: the last row, a token at both ends": (
        Module(beside(rows=sines(128)), lambda m, x: behind(m, front(m, x + m.pe[index(x).clamp(max=127)]))),
        MERGED,
        LONG,
    ),
    "too long: from the start, a token behind": (
        Module(beside(), lambda m, x: behind(m, x + m.pe[index(x) % ROWS])),
        LONG,
    ),
    "large tokens before positions of the embeddings' type": (
        Module(beside(50 * some_words(1, 4)), lambda m, x: front(m, bfloat16_positions(m, x))),
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
        Module(buffer(sines()[None]), lambda m, x: m.pe[:, : x.size(1)]),
        ("6", "301 words go in, (1, 300, 8) comes out"),
    ),
    "too long: fewer rows come out, (length, 1, width)": (
        Module(buffer(sines()[:, None]), lambda m, x: m.pe[: x.size(1)]),
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
ADAPTED = {  # name of a faulty one: how the tests of lesson 08 read its answer
    "zeros that are no rows: a class token": last_words,
    "no position, a summary behind": first_words,
    "no position, a causal mask beside": read_second,
    "no position, 4 registers of zeros behind": first_words,
    "no position, a token at both ends": middle_words,
    "too long: the last row, a token at both ends": middle_words,
    "too long: from the start, a token behind": first_words,
    "large tokens before positions of the embeddings' type": last_words,
    "too long: fewer rows come out": lambda out, x: out[None],
    "too long: fewer rows come out, (length, 1, width)": lambda out, x: out.transpose(0, 1),
    "attention without positions": read_first,
    "right, but nearly an average": read_first,
    "(cos, sin) of frequencies that are cast, Llama": cos_and_sin,
}
