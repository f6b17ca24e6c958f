"""Every exercise, from the notebooks themselves: stub, solution, named mistakes, any object at all."""

import re
from collections.abc import Callable
from dataclasses import replace
from time import process_time

import numpy as np
import pytest
import torch

from pe_lesson.exercises import check
from pe_lesson.exercises._by_number import MOVED, judges_of
from pe_lesson.exercises._engine import Exercise
from pe_lesson.exercises._text import texts
from tests.support.bad_input import Hostile
from tests.support.exercises import ANY_EXERCISE, asked
from tools import lessons

pytestmark = pytest.mark.slow

ALL_NAMES = "from pe_lesson import *; from torch import nn; import math, torch, numpy as np, torch.nn.functional as F"


def has_own_sentence(said: str, sentence: str) -> bool:
    """Whether a verdict is a mistake's sentence and nothing else, but for where it stops and what it changes."""
    rest = re.sub(r"^the (first|second): ", "", said)
    return rest.startswith(sentence) and not re.match(r"(?! \(|; and it changes its argument).", rest[len(sentence) :])


@ANY_EXERCISE
def test_stub_is_not_answered_yet(number):
    exercise = asked()[number]
    assert repr(exercise.run(exercise.stub)) == f"○ {number} not answered yet"


@ANY_EXERCISE
def test_solution_is_right_and_its_verdict_adds_a_thought(number):
    exercise = asked()[number]
    verdict = exercise.run(exercise.solution)
    assert verdict, verdict.text
    assert verdict.state == "right"
    assert re.fullmatch(r"[^\n]{20,200}", verdict.text), f"{number}: praise is one line of 20 to 200 characters"
    if praise := exercise.text.fields.get("praise"):
        assert verdict.text.startswith(praise)


@ANY_EXERCISE
def test_answers_of_the_text_get_the_verdict_meant_for_them(number):
    """Typed into the notebook: right ones are accepted, wrong ones refused, each with its own sentence."""
    text, troubles = asked()[number].text, []
    for answer in text.answers:
        names = ALL_NAMES if answer.kind == "-" else "from pe_lesson import *"
        verdict = asked()[number].run(answer.code, f"{names}\n{text.names}")
        if answer.kind == "-":
            fits = verdict.state == "wrong" and has_own_sentence(verdict.text, answer.sentence)
        else:
            fits = verdict.state == {"+": "right", "?": "wrong"}[answer.kind] and answer.sentence in verdict.text
        if not fits or len(verdict.text) > 400:
            troubles.append(f"line {answer.line}: {verdict!r}\n    should be {answer.kind} {answer.sentence}")
        assert text.solution not in verdict.text
    assert not troubles, f"lesson_{number[:2]}.txt, " + "\n".join(troubles)


def seconds(do: Callable, *arguments: object) -> float:
    begun = process_time()
    do(*arguments)
    return process_time() - begun


def small_operations() -> None:
    """Ten thousand of them take about a tenth of a second, and longer on a machine that is busy, as all else does."""
    for _ in range(10_000):
        torch.zeros(3).add(1).sum()


@pytest.mark.parametrize("lesson", [path.name[:2] for path in lessons.PATHS])
def test_a_verdict_is_quick_and_so_is_the_first_one(lesson):
    """The first one runs the solution and every mistake as well."""
    for number, judge in judges_of(lesson).items():
        if isinstance(judge, Exercise):
            answer, fresh = judge.text.value_of(judge.text.solution), replace(judge)
            first = seconds(getattr, fresh, "mistakes") + seconds(fresh, answer)
            later, small = seconds(fresh, answer), seconds(small_operations)
            assert later < 10 * small, number
            assert first < 100 * small, number  # 9 times on a quiet machine, 50 when coverage counts lines


def _stops(*arguments, **options):
    raise KeyError(arguments)


def _leaves(*arguments, **options):
    raise SystemExit(1)


class _Exits:
    def __repr__(self):
        raise SystemExit(1)


ITSELF: list = []
ITSELF.append(ITSELF)
OBJECTS = {
    "string": "text",
    "nan": float("nan"),
    "huge": 10**400,
    "true": True,
    "complex": 1j,
    "object": object(),
    "class": int,
    "module": torch.nn.Linear(2, 2),
    "hostile": Hostile(),
    "stops": _stops,
    "leaves": _leaves,
    "exits": _Exits(),
    "returns-text": lambda *a, **k: "text",
    "returns-itself": lambda *a, **k: a,
    "returns-nan": lambda *a, **k: torch.full((3, 2), float("nan")),
    "empty-list": [],
    "itself": ITSELF,
    "ragged": [[1], [2, 3]],
    "dots": (..., ...),
    "dict": {"a": 1},
    "generator": (i for i in range(3)),
    "long": torch.zeros(1_000_000),
    "deep": torch.zeros([1] * 12),
    "scalar": torch.tensor(2.0),
    "complex-tensor": torch.zeros(3, dtype=torch.cfloat),
    "nan-tensor": torch.full((3,), float("nan")),
    "meta": torch.zeros(3, device="meta"),
    "sparse": torch.eye(3).to_sparse(),
    "grad": torch.zeros(3, requires_grad=True),
    "object-array": np.array([None, "a"], dtype=object),
    "text-array": np.array(["a"]),
}


@ANY_EXERCISE
@pytest.mark.parametrize("name", OBJECTS)
def test_any_object_gets_one_sentence_and_is_not_right(number, name):
    verdict = check(number, OBJECTS[name])
    assert not verdict
    assert len(verdict.text.splitlines()) == 1
    assert len(verdict.text) < 300
    assert verdict.text.isprintable()
    assert repr(verdict).startswith(("✗", "○"))
    assert "<div" in verdict._repr_html_()


@ANY_EXERCISE
def test_dots_are_not_answered_yet_and_none_is_a_mistake(number):
    assert check(number, ...).text == "not answered yet"
    assert check(number, None).text.startswith("this is None: does the last call in your answer return nothing?")


def test_an_exercise_that_moved_is_judged_under_its_old_number_and_says_where_it_is():
    old, new = next(iter(MOVED.items()))
    text = texts(new[:2])[new]
    said = check(old, text.value_of(text.solution))
    assert repr(said) == f"✓ {old} {text.fields['praise']} (this exercise is {new} now, in lesson {new[:2]})"
    assert f"(this exercise is {new} now" in check(old, lambda embedded, table: table).text
    assert repr(check(old, ...)) == f"○ {old} not answered yet"
    assert not check(new, None)


def test_a_number_that_is_no_more_gets_those_that_there_are():
    with pytest.raises(ValueError, match=r"exercise 00\.3 is no more; see 00\.1, 00\.2, 00\.4"):
        check("00.3", 1)


def test_a_number_that_is_nearly_one_gets_the_one_that_was_meant():
    for typed_number, meant in (("5.1", "05.1"), ("05.01", "05.1"), (" 5.1 ", "05.1")):
        with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
            check(typed_number, 1)


def test_arguments_in_the_wrong_order_or_missing_get_one_line():
    for arguments, words in (
        ((torch.zeros(100, 100), "05.1"), "the number comes first"),
        (([1], torch.ones(2)), "the number is a string"),
        ((lambda: 1,), "the number is a string"),
        (("x" * 1_000_000, 1), "there is no exercise"),
        (("05.1",), "the answer is missing"),
    ):
        with pytest.raises(ValueError, match=words) as found:
            check(*arguments)
        assert len(str(found.value)) < 200


@pytest.mark.parametrize("number", ["99.1", "05.9", "", "x", "../05.1", "²5.1", None, 5.1])
def test_unknown_exercise_is_refused_in_one_line(number):
    with pytest.raises(ValueError, match=r"^there is no exercise .*; th.*$"):
        check(number, 1)


def test_an_answer_shows_as_text_not_as_markup():
    assert "<script>" not in check("01.1", "<script>")._repr_html_()
