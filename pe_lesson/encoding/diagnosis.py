"""The seven tests of lesson 08 for anybody's module: ``print(diagnose(module, x))``."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor

from pe_lesson._words import marked, say
from pe_lesson.encoding import seven_tests
from pe_lesson.encoding._probe import Probe, check_input
from pe_lesson.encoding.seven_tests import Line


class Report(tuple[str, ...]):
    """A line per test; true if none fails."""

    fails = False

    def __bool__(self) -> bool:
        return not self.fails

    def __repr__(self) -> str:
        return "\n".join(self)


def diagnose(module: Callable[..., Any], x: Tensor, positions: Tensor | None = None) -> Report:
    """Run seven tests on copies of a module in eval mode: each holds, fails and says what to do, or is not asked.

    No test knows the right table: another exponent or base, reversed rows, or rows off by one pass if they tell words
    apart, and x may be changed. None sees less than 1e-5, so a new model whose attention nearly averages may fail 1,
    5, 6 or 7. Test 5 does not see positions that bfloat16 rounds inside an attention layer or before a trained one.

    Args:
        module: takes embeddings and returns them with positions, or rows to add, ``(seq_length, 1, d_model)``, too, as
            sequence-first code has them; a function of x is run as it is.
        x: embeddings, float32 or float64 ``(batch, seq_length, d_model)``, of 4 words or more, none beyond the table's
            end; only ``seq_length``, ``d_model`` and type are used: batches of other sizes are drawn from N(0, 1).
        positions: if they are the module's second argument: ``(seq_length,)`` or ``(batch, seq_length)``;
            only their shape and type are used, the numbers put in are 0, 1, 2, ...

    Example:
        >>> from pe_lesson import PositionalEncoding
        >>> print(diagnose(PositionalEncoding(8), torch.zeros(2, 5, 8))[0])
        1 holds: equal words come out different
    """
    check_input(module, x, positions)
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        probe = Probe(module, x, positions)
        lines = [seven_tests.tells_words_apart(probe), *(_line(probe, step) for step in _STEPS)]
    report = Report(f"{number} {line.text}" for number, line in enumerate(lines, start=1))
    report.fails = any(line.fails for line in lines)
    return report


class _Step(NamedTuple):
    """A test after the first, and whether it needs test 1; if the module raises: does it fail, what does it say?"""

    test: Callable[[Probe], Line]
    needs_test_1: bool  # to hold; a vector per word is needed in any case
    fails: bool
    stopped: str


_STEPS = (
    _Step(seven_tests.keeps_sentences_equal, needs_test_1=False, fails=True, stopped=marked(
        "fails: one sentence, many, or a second call go wrong ({error}); is it batch first, its length x.size(1)?")),
    _Step(seven_tests.table_is_safe, needs_test_1=False, fails=False, stopped=marked(
        "not asked, because it does not run on 'meta', a device that stores shapes only ({error})")),
    _Step(seven_tests.keeps_type, needs_test_1=False, fails=True, stopped=marked(
        "fails: bfloat16 stops it ({error}); do two types meet? Register tables and layers; "
        "cast rows, angles or a bias with .to(x.dtype)")),
    _Step(seven_tests.tells_far_words_apart, needs_test_1=True, fails=False, stopped=marked(
        "not asked, because 258 words do not all come out")),
    _Step(seven_tests.long_text_is_safe, needs_test_1=True, fails=False, stopped=marked(
        "not asked, because no longer text can be tried; give x of fewer words")),
    _Step(seven_tests.positions_matter, needs_test_1=True, fails=False, stopped=marked(
        "not asked, because positions in another order stop it")),
)  # fmt: skip


def _line(probe: Probe, step: _Step) -> Line:
    if not probe.runs:
        return Line(say("not asked, because test 1 found no vector per word"))
    if step.needs_test_1 and not probe.tells_words_apart:
        return Line(say("not asked, because it needs test 1 to hold"))
    try:
        return step.test(probe)
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
    if "to numpy" in words:
        fault = say(
            "fails: NumPy reads a tensor in forward, which it cannot on a GPU; use torch's function of that name"
        )
        return Line(fault, fails=True)
    named = re.findall(r"\b(?:meta|cpu)\b", words)  # two devices, in torch's words, ours or the module's
    if "same device" in words or "to have meta Device" in words or {*named} == {"meta", "cpu"}:
        fault = say(
            "fails: a tensor stays on its device; "
            "does it need register_buffer, nn.ModuleList, or device=x.device in forward?"
        )
        return Line(fault, fails=True)
    return Line(say(step.stopped, error=words[:110]), step.fails)
