"""Right modules: each passes what ``diagnose`` asks it."""

import torch
from torch import nn
from torch.nn import functional

from pe_lesson import PositionalEncoding
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
    learned,
    looked_up,
    parameter,
    read_first,
    read_second,
    read_stacked,
    rotated,
    sines,
    some_words,
    tabled,
    with_rows,
    zeros,
)


def grown(m, x):
    if x.size(1) > len(m.pe):
        m.pe = sines(x.size(1)).to(m.pe)
    return x + m.pe[: x.size(1)]


def by_complex_numbers(m, x):
    pairs = torch.view_as_complex(x.float().unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * m.freqs_cis[: x.size(1)].to(x.device)).flatten(-2).to(x.dtype)


def packed(m, x):
    words = nn.utils.rnn.pack_padded_sequence(x, torch.full((len(x),), x.size(1)), batch_first=True)
    return nn.utils.rnn.pad_packed_sequence(m.rnn(words)[0], batch_first=True)[0]


def read_rows(out, x):
    return x + out


def sequence_first(out, x):
    return x + out.transpose(0, 1)


def graph_kept(m, x):
    m.last = x + m.pe[: x.size(1)]
    return m.last


def a_call_with_grad(m):
    m.pe = nn.Parameter(0.02 * some_words(1, ROWS)[0])
    m.last = (m.pe * 2).sum(-1)


def fairseq(m, x):
    return x + m.rows(index(x) + 2)


def wav2vec2(m):
    m.conv = nn.Conv1d(D, D, 4, padding=2, groups=2)


def script():
    class Scripted(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("pe", sines())

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + self.pe[: x.size(1)]

    return torch.jit.script(Scripted())


def espnet(m, x):
    if m.pe is None or len(m.pe) < x.size(1) or m.pe.device != x.device:
        m.pe = sines(x.size(1)).to(x.device)
    return x * D**0.5 + m.alpha * m.pe[: x.size(1)].to(x.dtype)


class NoLength(Module):
    """Its len() is 0, so that it counts as false; torch.compile's modules refuse len()."""

    def __len__(self):
        return 0


class ReturnsNothing(Module):
    """Its train() and so its eval() return None, as in code that keeps a part frozen."""

    def train(self, mode=True):
        super().train(mode)


KINDS = ("rotary", "alibi", "t5", "table")  # of attention
frozen_sines = {"rows": nn.Embedding.from_pretrained(sines())}
half_parameter = nn.Parameter(torch.tensor(0.5))
without_dropout = PositionalEncoding(D).eval()
with_class = nn.Parameter(some_words(1, 1))
learned_rows = nn.Parameter(0.02 * some_words(1, ROWS))
HEALTHY = {  # name: module, and how its answer is read where it is no embeddings
    "the package's": (PositionalEncoding(D),),
    "saved buffer": (Module(buffer(sines().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(1)]),),
    "frozen parameter": (Module(parameter(sines(), requires_grad=False), batch_first),),
    "learned, GPT-2": (with_rows(looked_up),),
    "learned, tiny": (Module(parameter(1e-3 * some_words(1, ROWS)[0]), batch_first),),
    "learned from row 2, fairseq and OPT": (Module(learned(padding_idx=1), fairseq),),
    "learned, channels first": (
        Module(parameter(some_words(1, D, ROWS)), lambda m, x: x + m.pe[:, :, : x.size(1)].transpose(1, 2)),
    ),
    "sines frozen in an nn.Embedding": (Module(keeps(**frozen_sines), looked_up),),
    "computed in float64": (bare(computed),),
    "computed in float32": (bare(lambda m, x: computed(m, x, torch.float32)),),
    "a buffer of positions, BERT": (
        Module(
            lambda m: [learned()(m), m.register_buffer("ids", torch.arange(ROWS)[None])],
            lambda m, x: x + m.rows(m.ids[:, : x.size(1)]),
        ),
    ),
    "a buffer of one length": (Module(buffer(sines(6)), lambda m, x: x + m.pe),),
    "grown when needed": (Module(buffer(sines(20)), grown),),
    "kept for each length and device": (Module(keeps(cache={}), cached),),
    "extended, ESPnet": (Module(keeps(pe=None, alpha=half_parameter), espnet),),
    "an attribute that is moved": (Module(keeps(pe=sines()), lambda m, x: x + m.pe[: x.size(1)].to(x)),),
    "an index of the CPU, as GPUs allow": (tabled(lambda m, x: x + m.pe[torch.arange(x.size(1))]),),
    "TorchScript": (script(),),
    "eval() returns None": (ReturnsNothing(buffer(sines()), batch_first),),
    "false, since its len() is 0": (NoLength(buffer(sines()), batch_first),),
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
        Module(beside(10 * some_words(1, 1), 1e-3 * some_words(1, ROWS)[0]), lambda m, x: behind(m, batch_first(m, x))),
        first_words,
    ),
    "a class token in a whole encoder": (
        Module(
            lambda m: [keeps(encoder=encoder())(m), beside()(m)], lambda m, x: m.encoder(front(m, batch_first(m, x)))
        ),
        last_words,
    ),
    "returns the rows": (tabled(lambda m, x: m.pe[index(x)]), read_rows),
    "returns (1, length, width)": (Module(buffer(sines().unsqueeze(0)), lambda m, x: m.pe[:, index(x)]), read_rows),
    "returns (length, 1, width)": (Module(buffer(sines().unsqueeze(1)), lambda m, x: m.pe[index(x)]), sequence_first),
    "returns rows in bfloat16": (tabled(lambda m, x: m.pe[index(x)].bfloat16()), read_rows),
    "returns a row of each sentence": (with_rows(lambda m, x: m.rows(index(x)).expand_as(x)), read_rows),
    "returns a list": (tabled(lambda m, x: [batch_first(m, x)]), read_first),
    "returns a list of sentences": (tabled(lambda m, x: [batch_first(m, each[None])[0] for each in x]), read_stacked),
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
    "recurrent": (Module(keeps(rnn=nn.GRU(D, D, batch_first=True)), lambda m, x: m.rnn(x)), read_first),
    **{f"attention, {kind}": (Attention(kind, causal=False), read_first) for kind in KINDS},
    **{f"causal, {kind}": (Attention(kind), read_first) for kind in KINDS},
    "recurrent, packed": (Module(keeps(rnn=nn.LSTM(D, D, batch_first=True)), packed),),
    "a padding mask beside": (tabled(lambda m, x: (x.new_ones(x.shape[:2]), batch_first(m, x))), read_second),
    "a causal mask beside": (tabled(lambda m, x: (causal_mask(x), batch_first(m, x))), read_second),
    "a class token, ViT of one length": (
        Module(beside(rows=sines(7)), lambda m, x: front(m, x) + m.pe),
        last_words,
    ),
    "a function": (patients.c,),
    "a function of a module in eval mode": (lambda x: without_dropout(x),),
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
