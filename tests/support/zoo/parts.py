"""What the zoo's modules are made of, written after code that people run."""

import math

import torch
from torch import nn
from torch.nn import functional

from pe_lesson import sinusoidal

ROWS, D = 300, 8


def some_words(batch=3, length=6, width=D):
    return torch.randn(batch, length, width, generator=torch.Generator().manual_seed(0))


def sines(rows=ROWS, width=D, **options):
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
    return Module(buffer(sines()), forward)


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


def cached(m, x, key=lambda x: (x.size(1), x.device)):
    if key(x) not in m.cache:
        m.cache[key(x)] = sines(x.size(1)).to(x.device)
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


def read_first(out, x):
    return out[0]


def read_second(out, x):
    return out[1]


def read_stacked(out, x):
    return torch.stack(out)


def cos_and_sin(out, x):
    return torch.cat([x + out[0], x + out[1]], dim=-1)


def first_words(out, x):
    return out[:, : x.size(1)]


def last_words(out, x):
    return out[:, -x.size(1) :]


def zeros(count):
    return torch.zeros(1, count, D)


def beside(tokens=None, rows=None):
    tokens, rows = some_words(1, 1) if tokens is None else tokens, sines() if rows is None else rows
    return lambda m: [setattr(m, "beside", nn.Parameter(tokens.clone())), m.register_buffer("pe", rows)]


def front(m, x):
    return torch.cat([m.beside.expand(len(x), -1, -1), x], 1)


def behind(m, x):
    return torch.cat([x, m.beside.expand(len(x), -1, -1)], 1)


def in_place(m, x):
    x += m.pe[: x.size(1)]
    return x


def words_for(name):
    if name == "a function" or name.startswith("patient"):
        return some_words(width=4)
    return some_words(2, 4) if "0.01" in name else some_words()
