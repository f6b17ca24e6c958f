"""What learners answer wrongly in lesson 08, and the words that the check should answer with."""

WIDTH = """def any_width(max_length, d_model, n):
    phases = torch.arange(max_length).unsqueeze(1) * frequencies(d_model, n)
    table = torch.zeros(max_length, d_model)
    table[:, 0::2] = phases.sin()
    {fill}
    return table"""
PAIRS = """def any_width(max_length, d_model, n):
    table = torch.zeros(max_length, d_model)
    for i in range(d_model // 2):
        angle = torch.arange(max_length) / n ** (2 * i / d_model)
        table[:, 2 * i], table[:, 2 * i + 1] = angle.sin(), angle.cos()
    return table"""
STACKED = """def any_width(max_length, d_model, n):
    phases = torch.arange(max_length).unsqueeze(1) * frequencies({width}, n)
    return torch.stack([phases.sin(), phases.cos()], dim=-1).flatten(1){cut}"""
COSINES = "table[:, 1::2] = phases[:, : d_model // 2].cos()"
NARROW = """def any_width(max_length, d_model, n):
    phases = torch.arange(max_length).unsqueeze(1) * frequencies(d_model - 1, n)
    even = torch.stack([phases.sin(), phases.cos()], dim=-1).flatten(1)
    last = torch.arange(max_length).unsqueeze(1) * frequencies(d_model, n)[-1]
    return torch.cat([even, last.sin()], dim=1)"""
MODULE = """class Mended(nn.Module):
    def __init__(self, d_model, max_length):
        super().__init__()
        {keep}

    def forward(self, x):
        {add}


mended = Mended"""
BUFFER = 'self.register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(0))'
FIRST = "return x + self.pe[: x.size(0)]"
ADD = "return x + self.pe[:, : x.size(1)]"


def _findings(a, b, c, d, e):
    return f"findings = {dict(zip('abcde', (a, b, c, d, e), strict=True))!r}"


def _module(keep=BUFFER, add=ADD):
    return MODULE.format(keep=keep, add=add)


MISTAKES = {
    "08.1": [
        (_findings("half", "one row", "healthy", "swapped", "promoted"), "alike with one sentence"),
        (_findings("healthy", "swapped", "half", "one row", "promoted"), "a sentence of 300"),
        (_findings("half", "swapped", "promoted", "one row", "healthy"), "what is their dtype"),
        (_findings("half", "swapped", "healthy", "one row", "healthy"), "what is their dtype"),
        (_findings("promoted", "swapped", "healthy", "one row", "half"), "not every finding is where it belongs"),
        (_findings("half", "healthy", "swapped", "one row", "promoted"), "patient c is not ill with 'swapped'"),
        (_findings("half", "one row", "healthy", "one row", "promoted"), "a finding is used twice"),
        ('findings = {"a": "half", "b": ..., "c": ..., "d": ..., "e": ...}', "patient b has no finding yet"),
        ('findings = {"a": "bf16", "b": "swapped"}', "patient a has no finding yet"),
        ('findings = ["half", "swapped", "healthy", "one row", "promoted"]', "a dict from patient to finding"),
        ('findings = {"a": ..., "b": ..., "c": ..., "d": ..., "e": None}', "not answered yet"),
    ],
    "08.2": [
        (WIDTH.format(fill="table[:, 1::2] = phases.cos()"), "your function stopped with RuntimeError"),
        (PAIRS, "the last column is zero throughout"),
        (STACKED.format(width="d_model", cut=""), "a column too many"),
        (STACKED.format(width="d_model", cut="[:, :4]"), "a column too few"),
        (STACKED.format(width="d_model + d_model % 2", cut="[:, :d_model]"), "the frequencies of d_model = 6"),
        (WIDTH.replace("(d_model, n)\n", "(d_model)\n").format(fill=COSINES), "n = 10,000"),
        (WIDTH.format(fill=COSINES + "; table[:, -1] = phases[:, -1].cos()"), "the last column is a cosine"),
        (NARROW, "the frequencies of d_model = 4"),
        (WIDTH.format(fill=COSINES + "; table[0, 0] = float('nan')"), "NaN or infinite"),
        (WIDTH.format(fill="table[:, 1::2] = phases[:, :-1].cos()"), "but for d_model = 4: it is not the table"),
        (WIDTH.format(fill="table[:, 1::2] = phases[:, :2].cos()"), "but for d_model = 7: your function stopped"),
        (WIDTH.format(fill="table[:, 1::2] = phases[:, 1:].cos()"), "not the table of the formula"),
        (WIDTH.format(fill="return table.unsqueeze(0)"), "has shape (1, 10, 5)"),
        ("def any_width(max_length, d_model, n):\n    ...", "not answered yet"),
        ("any_width = frequencies(5, 100)", "a function is asked for"),
    ],
    "08.3": [
        (_module("self.pe = sinusoidal(max_length, d_model).unsqueeze(1)", FIRST), "still gets row b"),
        (_module(BUFFER.replace("unsqueeze(0)", "unsqueeze(1)"), FIRST), "still gets row b"),
        (_module(add="return x + self.pe[:, : x.size(0)]"), "stopped with RuntimeError"),
        (_module(add="return (x + self.pe[:, : x.size(1)]).transpose(0, 1)"), "sequence first"),
        (_module(add="return x + self.pe"), "is not cut to the sentence"),
        (_module(add="return self.pe[:, : x.size(1)]"), "the rows of the table alone"),
        (_module(add="return self.pe[:, : x.size(1)].expand_as(x)"), "the rows of the table alone"),
        (_module(add="return x + self.pe[:, :1]"), "every token gets row 0"),
        (_module(add="return x"), "nothing was added"),
        (_module(add="return x - self.pe[:, : x.size(1)]"), "token t of each sentence should be given row t"),
        (_module(add="x += self.pe[:, : x.size(1)]; return x"), "in place"),
        (_module(add="return x + self.pe[:, : x.size(1)].double()"), "float64 comes out"),
        (_module(add="return list(x)"), "forward should return a tensor"),
        (_module(add="..."), "not answered yet"),
        (_module("self.pe = sinusoidal(max_length, d_model).unsqueeze(0)"), "a plain attribute"),
        (_module("self.pe = nn.Parameter(sinusoidal(max_length, d_model)[None])"), "an optimizer would train"),
        (
            _module("self.pe = nn.Parameter(sinusoidal(max_length, d_model)[None], requires_grad=False)"),
            "still counted as a parameter",
        ),
        (_module(BUFFER[:-1] + ", persistent=False)"), "it is not persistent"),
        (_module("self.width = d_model", "return x + sinusoidal(x.size(1), self.width)"), "keeps no table"),
        (_module("self.pe = sinusoidal(6, d_model).unsqueeze(0)"), "stopped with RuntimeError"),
        (_module(add="return x + self.pe[:, :6]"), "right for (3, 6, 4), but for (2, 10, 4)"),
        (_module(add="x = x.transpose(0, 1); return (x + self.pe[0, : x.size(0)].unsqueeze(1))"), "sequence first"),
        ("mended = PositionalEncoding", "dropout must be a probability"),
        ("mended = PositionalEncoding(4)", "a module already built"),
        ("mended = nn.Linear", "has shape (3, 6, 10)"),
        ("mended = dict", "stopped with TypeError"),
        ("mended = sinusoidal", "a class is asked for"),
        ("mended = ...", "not answered yet"),
    ],
}  # fmt: skip
