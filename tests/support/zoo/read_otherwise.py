"""Modules that ``diagnose`` cannot ask as they are, what it says, and how they can be asked."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from tests.support.zoo.parts import (
    ROWS,
    D,
    Module,
    bare,
    batch_first,
    index,
    inv_freq,
    keeps,
    looked_up,
    rotated,
    sines,
    tabled,
    with_rows,
)


def zeros_at_first(m):
    m.pos_embed = nn.Parameter(torch.zeros(1, ROWS, D))


def gated(m):
    m.register_buffer("pe", sines())
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


A_FUNCTION = "fails: two sentences, (2, 6, 8), give no vector per word, but {}"
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
