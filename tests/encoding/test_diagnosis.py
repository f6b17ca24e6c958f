"""``diagnose``, asked about a zoo: right modules pass, and each usual fault is named."""

import copy
import re
import threading

import numpy as np
import pytest
import torch
from torch import nn

from pe_lesson import PositionalEncoding, diagnose, sinusoidal
from pe_lesson.encoding.seven_tests import is_sinusoidal
from tests.support.bad_input import refusal
from tests.support.zoo.faulty import ADAPTED, FAULTY, goes_on, with_start
from tests.support.zoo.healthy import HEALTHY, NOT_ASKED, TAKES_POSITIONS
from tests.support.zoo.parts import (
    ROWS,
    Attention,
    D,
    Module,
    bare,
    batch_first,
    buffer,
    in_place,
    index,
    keeps,
    looked_up,
    sines,
    some_words,
    tabled,
    with_rows,
    words_for,
)
from tests.support.zoo.read_otherwise import A_FUNCTION, READ_OTHERWISE, gated
from tools import lessons


class AddedTo(nn.Module):
    """What the lesson's tests ask for: embeddings come out, whatever the module returns."""

    def __init__(self, module, read):
        super().__init__()
        self.module, self.read = module, read

    def forward(self, x, *positions):
        return self.read(self.module(x, *positions), x)


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_module_passes(name):
    report = diagnose(HEALTHY[name][0], words_for(name))
    assert report, report
    holds = {line[0] for line in report if line[2:].startswith("holds")}
    assert holds == set("123456") - NOT_ASKED.get(name, set()), report
    assert "no positions were given" in report[6]


@pytest.mark.parametrize("name", TAKES_POSITIONS)
@pytest.mark.parametrize("positions", [torch.arange(6), torch.arange(6).expand(3, 6)], ids=["one", "per sentence"])
def test_a_module_that_reads_its_positions_passes_all_seven(name, positions):
    report = diagnose(HEALTHY[name][0], some_words(), positions)
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
    report = diagnose(module, some_words())
    assert report[0].startswith(f"1 {line}"), report
    why = "it needs test 1 to hold" if report[1].startswith("2 holds") else "test 1 found no vector per word"
    assert report[4:6] == tuple(f"{number} not asked, because {why}" for number in (5, 6))
    assert diagnose(other(module), some_words()), "what the line says to write"
    assert [line[:7] for line in diagnose(other(module), some_words())[::5]] == ["1 holds", "6 holds"]


@pytest.mark.parametrize("name", ["rotated", "attention, rotary", "attention, alibi", "attention, t5"])
def test_of_x_only_shape_and_type_are_used(name):
    words = some_words()
    padded = words.index_fill(1, torch.tensor([5]), 0.0)
    for x in (0 * words, padded, 22 * words, 0.02 * words):
        assert diagnose(HEALTHY[name][0], x) == diagnose(HEALTHY[name][0], words)


def test_a_causal_model_without_a_table_is_found_by_its_positions():
    model = Attention("none")
    assert diagnose(model, some_words()), "without positions nothing shows it"
    report = diagnose(model, some_words(), torch.arange(6))
    assert [line for line in report if "fails" in line] == [
        "7 fails: other positions change nothing, to 1e-5; does forward use them, or does an average hide them? "
        "A causal mask is no table"
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


@pytest.mark.parametrize("name", [*HEALTHY, *FAULTY])
def test_the_lessons_own_tests_say_the_same(name):
    module, *read = HEALTHY.get(name) or (FAULTY[name][0], *([ADAPTED[name]] if name in ADAPTED else []))
    if not isinstance(module, nn.Module):  # the lesson's tests want a module
        module = Module(keeps(function=module), lambda m, x: m.function(x))
    if name == "keeps its last answer":  # the lesson copies by deepcopy alone
        module.last = None
    own = lessons.defined("08_pitfalls", "alike", "text", *OWN.values())
    positions = torch.arange(6) if name in TAKES_POSITIONS else None
    for line in diagnose(module, words_for(name), positions):
        if "not asked" in line or "imaginary part" in line:  # the lesson has no complex numbers
            continue
        asked = copy.deepcopy(AddedTo(module, read[0]) if read else module)
        asked.eval()
        length = [int(re.search(r"\d+", line[2:])[0]) - 1] if line[0] == "6" else []
        try:
            with torch.no_grad():
                holds = own[OWN[line[0]]](asked, words_for(name), *length)
        except (RuntimeError, AttributeError, IndexError, ValueError):  # the lesson's tests let errors through
            holds = False
        assert holds == ("holds" in line), f"{OWN[line[0]]} of lesson 08 says {holds}, diagnose {line}"


def test_what_makes_no_sense_is_not_asked_and_says_why():
    small = diagnose(HEALTHY["a buffer of one length"][0], some_words())
    assert small[4] == "5 not asked, because 258 words do not all come out"
    no_meta = tabled(lambda m, x: batch_first(m, x) if x.sum().item() else x)
    line = diagnose(no_meta, some_words())[2]
    assert line.startswith("3 not asked, because it does not run on 'meta', a device that stores shapes only (")
    assert "eta tensors" in line, "torch's own words"
    rises = with_rows(lambda m, x, at: looked_up(m, x, at) if (at.diff() > 0).all() else 1 / 0)
    report = diagnose(rises, some_words(), torch.arange(6))
    assert report[6] == "7 not asked, because positions in another order stop it"
    long = diagnose(lambda x: x + sines(9_100)[: x.size(1)], some_words(1, 9_000))
    assert long[5] == "6 not asked, because no longer text can be tried; give x of fewer words"


def test_what_stops_test_5_is_named():
    layer_after = FAULTY["plain attribute, then a layer"][0]
    assert layer_after(some_words(1, 258)).shape == (1, 258, D)
    for module in (layer_after, lambda x: layer_after.mix(x) + sines()[: x.size(1)]):
        assert diagnose(module, some_words())[4] == "5 not asked, because bfloat16 stops it"


def test_of_two_zeros_that_are_multiplied_both_are_named_in_turn():
    module = Module(gated, lambda m, x: x + m.gate * m.rows[: x.size(1)])
    torch.manual_seed(0)  # a gate may come out small
    module.rows = nn.Parameter(torch.zeros(ROWS, D))
    for name in ("rows", "gate"):
        assert f"because {name} is zeros" in diagnose(module, some_words())[0]
        nn.init.normal_(module.get_parameter(name), std=0.02)
    assert diagnose(module, some_words())[0] == "1 holds: equal words come out different"


def test_rows_of_zeros_do_not_fail_for_positions():
    zeros = with_rows(looked_up)
    nn.init.zeros_(zeros.rows.weight)
    report = diagnose(zeros, some_words(), torch.arange(6))
    assert report, report
    assert report[6] == "7 not asked, because it needs test 1 to hold"


def test_nan_is_named():
    report = diagnose(tabled(lambda m, x: batch_first(m, x) * torch.nan), some_words())
    assert report[0] == "1 fails: nan comes out; which step makes it?"
    assert not report


def test_latents_are_not_taken_for_words():
    latents = nn.Parameter(some_words(1, 32))
    read = Module(keeps(latents=latents), lambda m, x: (m.latents @ x.transpose(1, 2)).softmax(-1) @ x)
    assert "give no vector per word, but (2, 32, 8)" in diagnose(read, some_words())[0]


def test_a_lazy_layer_is_called_first():
    lazy = nn.Sequential(PositionalEncoding(D), nn.LazyLinear(D))
    refusal(lambda: diagnose(lazy, some_words()), ValueError, "call the module once")
    lazy(some_words())
    assert diagnose(lazy, some_words())


def test_as_many_words_as_sentences_are_not_taken_for_rows():
    rows_alone = Module(buffer(sines(width=512)), lambda m, x: m.pe[index(x)].to(x.dtype))
    for length in (4, 5, 6):
        assert diagnose(rows_alone, some_words(2, length, 512))


def test_vectors_in_the_last_dimension_are_not_read_as_words():
    transposed = Module(buffer(sines()), lambda m, x: batch_first(m, x).transpose(1, 2))
    assert "give no vector per word, but (2, 8, 6)" in diagnose(transposed, some_words())[0]


def test_of_a_function_no_bfloat16_is_claimed():
    widens = diagnose(lambda x: x + sines()[: x.size(1)], some_words())
    assert widens[3] == "4 holds: torch.float32 stays torch.float32 (only an nn.Module is asked in bfloat16)"


def test_what_test_2_would_have_said_is_not_said_by_test_5():
    few = diagnose(tabled(lambda m, x: batch_first(m, x) if len(x) < 4 else 1 / 0), some_words())
    assert few[1].startswith("2 fails: one sentence, many, or a second call go wrong (division by zero)")
    assert few[4] == "5 not asked, because two calls differ, or test 2 stopped"


def test_a_table_kept_of_a_call_must_change_its_type():
    def kept(module, x):
        module.rows = getattr(module, "rows", sines().to(x))
        return x + module.rows[: x.size(1)]

    assert diagnose(bare(kept), some_words())[3].startswith("4 fails: torch.bfloat16 goes in, torch.f")


def test_columns_are_not_taken_for_as_many_words():
    report = diagnose(tabled(lambda m, x: x.transpose(1, 2)), some_words(2, D))
    assert "give no vector per word, but (2, 8, 8)" in report[0]


def test_a_squeeze_of_one_sentence_is_found():
    line = "2 fails: one sentence comes out without its batch dimension; does .squeeze() drop it?"
    assert diagnose(tabled(lambda m, x: batch_first(m, x).squeeze()), some_words())[1] == line
    mixed = tabled(lambda m, x: (h := batch_first(m, x).squeeze()) * h.mean(dim=1, keepdim=True))
    assert diagnose(mixed, some_words())[1] == line
    turned = tabled(lambda m, x: batch_first(m, x).transpose(0, 1).squeeze().transpose(0, 1))
    assert "2 fails: one sentence, many, or a second call go wrong ((8, 6))" in diagnose(turned, some_words())[1]


def test_a_second_call_that_stops_is_not_laid_to_the_sentences():
    report = diagnose(Module(lambda m: [with_start(m), buffer(sines())(m)], goes_on), some_words(2, 200))
    assert report[1].startswith("2 fails: one sentence, many, or a second call go wrong (The size of tensor a (200)")


def test_a_module_that_cannot_be_copied_is_asked_as_a_function():
    locked = tabled(batch_first)
    locked.lock = threading.Lock()
    refusal(lambda: diagnose(locked, some_words()), ValueError, "cannot be copied", "diagnose(lambda x: module(x), x)")
    assert diagnose(lambda x: locked(x), some_words())


def test_a_draw_per_sentence_is_not_laid_to_its_positions():
    path = tabled(lambda m, x: batch_first(m, x) * (torch.rand(len(x), 1, 1, device=x.device) > 0.5).to(x.dtype))
    for seed in range(8):
        torch.manual_seed(seed)
        assert not {line[0] for line in diagnose(path, some_words()) if "fails" in line} - set("12")


def test_a_module_that_stops_fails_in_one_line():
    def stop(m, x):
        raise RuntimeError("first line\nsecond line")

    report = diagnose(bare(stop), some_words())
    assert report[0].startswith("1 " + A_FUNCTION.format("RuntimeError('first line"))
    assert "\n" not in "".join(report)
    assert not report


def test_nothing_is_changed():
    module, growing = HEALTHY["a whole encoder"][0].train(), HEALTHY["grown when needed"][0]
    before, state, words = copy.deepcopy(module.state_dict()), torch.get_rng_state(), some_words()
    diagnose(module, words)
    diagnose(growing, words)
    diagnose(FAULTY["dropout 0.1 in eval mode"][0], words)
    assert diagnose(tabled(in_place), words)
    assert torch.equal(words, some_words())
    assert torch.equal(torch.get_rng_state(), state)
    assert all(part.training for part in module.modules())
    assert len(growing.pe) == 20
    assert all(torch.equal(module.state_dict()[name], each) for name, each in before.items())
    assert all(each.dtype == torch.float32 and each.device.type == "cpu" for each in module.parameters())


def test_two_heads_that_are_taken_for_two_sentences_do_not_stop():
    bias = with_rows(lambda m, x: m.rows(index(x)).matmul(m.rows(index(x)).T).expand(2, -1, -1))
    assert diagnose(bias, some_words())[1].startswith(
        "2 fails: one sentence, many, or a second call go wrong ((2, 6, 6))"
    )


def test_the_report_prints_a_line_per_test():
    report = diagnose(PositionalEncoding(D), some_words(), torch.arange(6))
    assert repr(report).count("\n") == 6
    assert repr(report).startswith("1 holds: equal words come out different\n2 ")


def test_tables_are_found_without_a_table_to_compare_with():
    for n in (1.5, 10.0, 1e8):
        assert is_sinusoidal(sinusoidal(50, 6, n, start=3))
    rows = sinusoidal(12, 6, 100.0)
    for changed in (0.02 * rows, rows[1:], rows[None], torch.cat([rows[:, 0::2], rows[:, 1::2]], dim=1)):
        assert is_sinusoidal(changed)
    assert is_sinusoidal(sinusoidal(300, 2))
    assert is_sinusoidal(sinusoidal(300, 3))
    for row in (0, 3):
        assert is_sinusoidal(sinusoidal(12, 6).index_fill(0, torch.tensor([row]), 0.0)), "one row of zeros"
    for other in (torch.randn(50, 6), torch.ones(50, 6), torch.arange(50.0)[:, None].expand(50, 6), torch.zeros(50, 6)):
        assert not is_sinusoidal(other)
    assert not is_sinusoidal(torch.eye(50))
    assert not is_sinusoidal(sinusoidal(5, 6)), "three equations are no evidence"


@pytest.mark.parametrize(
    ("bad", "kind", "words"),
    [
        ((torch.zeros(3, 6, D, dtype=torch.bfloat16),), TypeError, ["give module.float()"]),
        ((torch.arange(6).expand(3, 6),), TypeError, ["if it takes ids, a function of x"]),
        ((some_words().numpy(),), TypeError, ["x must be a tensor of embeddings"]),
        ((torch.zeros(6, D),), ValueError, ["got (6, 8)"]),
        ((torch.zeros(3, 3, D),), ValueError, ["4 words or more"]),
        ((torch.zeros(3, 6, 0),), ValueError, ["got (3, 6, 0)"]),
        ((some_words(), [0, 1, 2, 3, 4, 5]), ValueError, ["positions", "each of the 6 words"]),
        ((some_words(), torch.arange(5)), ValueError, ["positions", "each of the 6 words"]),
        ((some_words(), torch.arange(6).expand(3, 3, 6)), ValueError, ["positions", "each of the 6 words"]),
    ],
)
def test_other_inputs_get_one_line(bad, kind, words):
    refusal(lambda: diagnose(PositionalEncoding(D), *bad), kind, *words)


def test_what_is_no_module_yet_is_refused():
    class Unfinished(nn.Module):
        def __init__(self):
            self.pe = sines()

    refusal(lambda: diagnose(PositionalEncoding, some_words()), TypeError, "PositionalEncoding(...)")
    refusal(lambda: diagnose(Unfinished(), some_words()), ValueError, "super().__init__()")


def test_a_module_made_for_two_sentences_is_asked_with_two():
    for_two = Module(buffer(sines().expand(2, -1, -1)), lambda m, x: x + m.pe[:, : x.size(1)])
    report = diagnose(for_two, some_words(2, 5))
    assert report[1].startswith("2 fails: one sentence, many, or a second call go wrong")
    assert report[2].startswith("3 holds")
    assert report[3].startswith("4 holds")
    by_positions = Module(buffer(sines().expand(2, -1, -1)), lambda m, x, at: x + m.pe[:, at])
    report = diagnose(by_positions, some_words(2, 5), torch.arange(5))
    assert report[6] == "7 holds: other positions give another output"


def test_a_draw_is_not_taken_for_positions():
    drawn = with_rows(lambda m, x, at: x + torch.randn_like(x))
    report = diagnose(drawn, some_words(), torch.arange(6))
    assert report[::6] == ("1 not asked, because two calls differ", "7 not asked, because two calls differ")


def test_numpy_in_forward_is_named():
    with_numpy = tabled(lambda m, x: x + torch.as_tensor(np.sin(batch_first(m, x).numpy())))
    assert diagnose(with_numpy, some_words())[2].startswith("3 fails: NumPy reads a tensor in forward")
