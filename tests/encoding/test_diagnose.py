"""A zoo for ``diagnose``: healthy modules of each kind pass, and each usual fault is named."""

import copy
import math

import pytest
import torch
from torch import nn

from helpers.claims import names_of
from pe_lesson import PositionalEncoding, diagnose, sinusoidal, sinusoidal_loop
from pe_lesson.exercises import patients
from pe_lesson.positions.rotary import Rotary

ROWS, D = 300, 8
WIDTH = {"a function": 4, "patient a": 4, "patient b": 4, "patient d": 4, "patient e": 4}


def x(batch=3, length=6):
    return torch.randn(batch, length, D, generator=torch.Generator().manual_seed(0))


def table(rows=ROWS, **options):
    return sinusoidal(rows, D, **options)


class Module(nn.Module):
    """A module from its two halves: what it keeps, and its forward pass."""

    def __init__(self, keep, forward):
        super().__init__()
        keep(self)
        self.answer = forward

    def forward(self, *arguments):
        return self.answer(self, *arguments)


def buffer(rows, **options):
    return lambda m: m.register_buffer("pe", rows, **options)


def attribute(rows):
    return lambda m: setattr(m, "pe", rows)


def parameter(rows, **options):
    return lambda m: setattr(m, "pe", nn.Parameter(rows.clone(), **options))


def nothing(module):
    pass


def batch_first(m, x):
    return x + m.pe[: x.size(1)]


def computed(m, x, exact=torch.float64, k=None):
    k = (torch.arange(x.size(1), device=x.device) if k is None else k).to(exact).unsqueeze(1)
    omega = torch.exp(torch.arange(0, D, 2, device=x.device) * (-math.log(10_000) / D))
    phases = (k * omega).to(exact)
    return x + torch.stack([phases.sin(), phases.cos()], dim=-1).flatten(1).to(x.dtype)


def grown(m, x):
    if x.size(1) > len(m.pe):
        m.pe = table(x.size(1)).to(m.pe)
    return x + m.pe[: x.size(1)]


def looked_up(m, x, at=None):
    return x + m.rows(torch.arange(x.size(1), device=x.device) if at is None else at)


def a_learned_table(m, rows=ROWS):
    torch.manual_seed(0)
    m.rows = nn.Embedding(rows, D)


def encoder(batch_first=True):
    torch.manual_seed(0)
    return nn.TransformerEncoderLayer(D, 2, 16, batch_first=batch_first)


class Causal(nn.Module):
    """One causal layer, whose positions come from rotation, from a table, or only from the mask."""

    def __init__(self, kind):
        super().__init__()
        torch.manual_seed(0)
        self.kind, self.qkv, self.turn = kind, nn.Linear(D, 3 * D), Rotary(D)
        self.rows = nn.Embedding(ROWS, D) if kind == "table" else None

    def forward(self, x, positions=None):
        positions = torch.arange(x.size(1), device=x.device) if positions is None else positions
        x = x + self.rows(positions) if self.rows else x
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        if self.kind == "rotary":
            q, k = (self.turn(each, positions) for each in (q, k))
        return x + nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True), None


sequence_first = table().unsqueeze(1)
HEALTHY = {
    "the package's": PositionalEncoding(D),
    "saved buffer": Module(buffer(table().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(1)]),
    "unsaved buffer": Module(buffer(table(), persistent=False), batch_first),
    "frozen parameter": Module(parameter(table(), requires_grad=False), batch_first),
    "learned, nn.Embedding": Module(a_learned_table, looked_up),
    "learned, nn.Parameter": Module(parameter(0.02 * x(1, ROWS)), lambda m, x: x + m.pe[:, : x.size(1)]),
    "sines frozen in an nn.Embedding": Module(
        lambda m: setattr(m, "rows", nn.Embedding.from_pretrained(table())), looked_up
    ),
    "computed in forward": Module(nothing, computed),
    "sines first": Module(buffer(torch.cat([table()[:, 0::2], table()[:, 1::2]], dim=1)), batch_first),
    "words times the root of the width": Module(buffer(table()), lambda m, x: x * D**0.5 + m.pe[: x.size(1)]),
    "a buffer of one length": Module(buffer(table(6)), lambda m, x: x + m.pe),
    "grown when needed": Module(buffer(table(20)), grown),
    "an attribute that is moved": Module(attribute(table()), lambda m, x: x + m.pe[: x.size(1)].to(x)),
    "returns the rows": Module(buffer(table()), lambda m, x: m.pe[: x.size(1)]),
    "returns (1, length, width)": Module(buffer(table().unsqueeze(0)), lambda m, x: m.pe[:, : x.size(1)]),
    "a whole encoder": nn.Sequential(PositionalEncoding(D), encoder(), encoder()),
    "rotary, causal": Causal("rotary"),
    "a table, causal": Causal("table"),
    "a function": patients.c,
}
NOT_ASKED = {"a buffer of one length": {"5"}, "a function": {"3"}}


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_module_passes(name):
    report = diagnose(HEALTHY[name], x()[..., : WIDTH.get(name)])
    assert report, report
    holds = [line[:7] for line in report if line[2:].startswith("holds")]
    assert {line[0] for line in holds} == set("123456") - NOT_ASKED.get(name, set()), report


@pytest.mark.parametrize("name", ["the package's", "learned, nn.Embedding", "rotary, causal", "a table, causal"])
@pytest.mark.parametrize("positions", [torch.arange(6), torch.arange(6).expand(3, 6)], ids=["one", "per sentence"])
def test_a_module_that_reads_its_positions_passes_all_seven(name, positions):
    report = diagnose(HEALTHY[name], x(), positions)
    assert [line[2:7] for line in report] == ["holds"] * 7, report


def bfloat16_positions(m, x):
    return computed(m, x.new_zeros(x.shape), exact=x.dtype) + x


def from_positions(m, x):
    return x + computed(m, x.double() * 0, k=m.pe[: x.size(1)]).to(x.dtype)


FAULTY = {
    "sequence-first slice": (Module(buffer(sequence_first), lambda m, x: x + m.pe[: x.size(0)]), {1, 2}),
    "index by x.size(0)": (
        Module(buffer(table().unsqueeze(0)), lambda m, x: x + m.pe[:, : x.size(0)]),
        {1, 2, 4},  # 4: three rows on six words
    ),
    "a colon is missing": (Module(buffer(table()), lambda m, x: x + m.pe[x.size(1)]), {1}),
    "plain attribute": (Module(attribute(table()), batch_first), {3, 4}),
    "a tensor of the CPU in forward": (
        Module(nothing, lambda m, x: x + sinusoidal(x.size(1), D).to(x.dtype)),
        {3},
    ),
    "sines as a parameter": (Module(parameter(table()), batch_first), {3}),
    "sines in an nn.Embedding that is trained": (
        Module(lambda m: setattr(m, "rows", nn.Embedding.from_pretrained(table(), freeze=False)), looked_up),
        {3},
    ),
    "float64 table": (Module(buffer(torch.tensor(sinusoidal_loop(ROWS, D))), batch_first), {4}),
    "float32 rows for bfloat16": (Module(nothing, lambda m, x: x + computed(m, x.float() * 0)), {4}),
    "positions of the embeddings' type": (Module(nothing, bfloat16_positions), {5}),
    "positions that are cast with the module": (Module(buffer(torch.arange(1.0 * ROWS)), from_positions), {5}),
    "one row": (Module(buffer(table(1)), batch_first), {1}),
    "no position at all": (encoder(), {1}),
    "batch_first is forgotten": (nn.Sequential(PositionalEncoding(D), encoder(batch_first=False)), {2}),
    "dropout in eval mode": (Module(buffer(table()), lambda m, x: nn.functional.dropout(batch_first(m, x), 0.1)), {2}),
    "too long: cut": (Module(buffer(table()), lambda m, x: batch_first(m, x[:, :ROWS])), {6}),
    "too long: the last row": (
        Module(buffer(table()), lambda m, x: x + m.pe[torch.arange(x.size(1)).clamp(max=ROWS - 1)]),
        {6},
    ),
    "too long: from the start": (
        Module(buffer(table(1000)), lambda m, x: x + m.pe[torch.arange(x.size(1)) % 1000]),
        {6},
    ),
    "one vector too many": (
        Module(buffer(table()), lambda m, x: torch.cat([x[:, :1], batch_first(m, x)], dim=1)),
        {1},
    ),
    "patient a": (patients.a, {5, 6}),  # 6: positions merge in a long text, too
    "patient b": (patients.b, {1, 2}),
    "patient d": (patients.d, {1}),
    "patient e": (patients.e, {4}),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_found_by_its_test_and_by_no_other(name):
    module, failed = FAULTY[name]
    report = diagnose(module, x()[..., : WIDTH.get(name)])
    assert {int(line[0]) for line in report if line[2:].startswith("fails")} == failed, report
    assert not report


@pytest.mark.parametrize(
    ("name", "words"),
    {
        "sequence-first slice": "add a row per word, rows 0 to x.size(1) - 1",
        "plain attribute": "use register_buffer",
        "sines as a parameter": "an optimizer would change the sines of pe; use register_buffer",
        "float64 table": "torch.float32 goes in, torch.float64 comes out",
        "patient a": "rows 256 and 257 are one in bfloat16",
        "batch_first is forgotten": "batch_first=True",
        "dropout in eval mode": "training=self.training",
        "too long: cut": "not each of 1001 words gets a row of its own",
        "too long: from the start": "refuse a text longer than the table",
    }.items(),
)
def test_the_line_says_what_to_do(name, words):
    assert words in repr(diagnose(FAULTY[name][0], x()[..., : WIDTH.get(name)]))


def test_a_causal_model_without_a_table_is_found_by_its_positions():
    model = Causal("none")
    assert diagnose(model, x()), "without positions nothing shows it"
    report = diagnose(model, x(), torch.arange(6))
    assert [line[0] for line in report if "fails" in line] == ["7"]
    assert "a causal mask is no table" in report[6]


LESSON = "def alike", "def keeps_sentences", "def table_is_safe", "def keeps_type", "def tells_far"


@pytest.mark.parametrize("name", [*HEALTHY, *FAULTY])
def test_the_lessons_own_tests_say_the_same(name):
    """Five of the seven: the sixth is told the length, the seventh is given positions."""
    module = HEALTHY.get(name) or FAULTY[name][0]
    if not isinstance(module, Module) or "returns" in name or name == "one vector too many":
        pytest.skip("the lesson's tests take modules in eval mode that return embeddings")
    own = names_of("08_pitfalls", *LESSON)
    tests = "tells_words_apart", "keeps_sentences_equal", "table_is_safe", "keeps_type", "tells_far_words_apart"
    for line, test in zip(diagnose(module, x()), tests, strict=False):
        if "not asked" in line:
            continue
        try:
            holds = own[test](module, x())
        except RuntimeError:  # the lesson's tests let an error of the module through
            holds = False
        assert holds == ("holds" in line), f"{test} of lesson 08 says {holds}, diagnose {line}"


def test_what_makes_no_sense_is_not_asked_and_says_why():
    lines = diagnose(nn.Identity(), x())
    assert lines[4:6] == tuple(f"{number} not asked, because test 1 fails" for number in (5, 6))
    assert "no positions were given" in lines[6]
    small = diagnose(HEALTHY["a buffer of one length"], x())
    assert small[4].startswith("5 not asked, because 258 words stop it: RuntimeError")
    no_meta = Module(buffer(table()), lambda m, x: batch_first(m, x) if x.sum().item() else x)
    assert diagnose(no_meta, x())[2].startswith("3 not asked, because it does not run on 'meta'")


def test_a_module_that_stops_fails_in_one_line_each():
    def stop(m, x):
        raise RuntimeError("first line\nsecond line")

    report = diagnose(Module(nothing, stop), x())
    assert report[0] == "1 fails: RuntimeError: first line second line"
    assert "\n" not in "".join(report)


def test_nothing_is_changed():
    module = HEALTHY["a whole encoder"].train()
    growing = HEALTHY["grown when needed"]
    before, state, words = copy.deepcopy(module.state_dict()), torch.get_rng_state(), x()
    diagnose(module, words), diagnose(growing, words), diagnose(FAULTY["dropout in eval mode"][0], words)
    in_place = Module(buffer(table()), lambda m, x: x.add_(m.pe[: x.size(1)]))
    assert diagnose(in_place, words)
    assert torch.equal(words, x())
    assert torch.equal(torch.get_rng_state(), state)
    assert all(part.training for part in module.modules())
    assert len(growing.pe) == 20
    assert all(torch.equal(module.state_dict()[name], each) for name, each in before.items())
    assert all(each.dtype == torch.float32 and each.device.type == "cpu" for each in module.parameters())


def test_the_report_prints_a_line_per_test():
    report = diagnose(PositionalEncoding(D), x(), torch.arange(6))
    assert repr(report).count("\n") == 6
    assert repr(report).startswith("1 holds: equal words come out different\n2 ")


@pytest.mark.parametrize(
    ("bad", "kind", "words"),
    [
        (torch.zeros(3, 6, D, dtype=torch.bfloat16), TypeError, "write diagnose(module.float(), x.float())"),
        ([[1.0]], TypeError, "x must be embeddings"),
        (torch.zeros(6, D), ValueError, "got (6, 8)"),
        (torch.zeros(3, 3, D), ValueError, "4 words or more"),
    ],
)
def test_other_inputs_get_one_line(bad, kind, words):
    with pytest.raises(kind) as caught:
        diagnose(PositionalEncoding(D), bad)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
