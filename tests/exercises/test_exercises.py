"""Every exercise, from the notebooks themselves: stub, solution, named mistakes, any object at all."""

import re
from importlib import import_module

import numpy as np
import pytest
import torch

from helpers import lessons
from helpers.bad_input import Hostile
from helpers.exercises import asked
from pe_lesson.exercises import check
from pe_lesson.exercises._engine import Exercise, Mistake, graders
from pe_lesson.exercises._typed import source, typed

pytestmark = pytest.mark.slow

ANY_EXERCISE = pytest.mark.parametrize("number", sorted(asked()))


def as_data() -> list[Exercise]:
    """All exercises that are data, and parts of exercises."""
    modules = [import_module(f"pe_lesson.exercises.lesson_{path.name[:2]}") for path in lessons.PATHS]
    parts = [value for module in modules for value in vars(module).values() if isinstance(value, Exercise)]
    return parts + [
        one for path in lessons.PATHS for one in graders(path.name[:2]).values() if isinstance(one, Exercise)
    ]


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
    assert re.fullmatch(r"[^\n]{20,200}", verdict.text)
    data = graders(number)[number]
    if isinstance(data, Exercise):
        assert verdict.text == data.praise
        assert exercise.head == data.head


@pytest.mark.parametrize("data", as_data(), ids=lambda data: data.number)
def test_mistakes_named_in_the_data_get_the_sentence_meant_for_them(data):
    """The same sentence may serve several mistakes; no two that differ in sentence may look alike."""
    assert len(data.mistakes) >= 2
    for code, sentence in data.mistakes.items():
        with pytest.raises(Mistake) as found:
            data(typed(data.head, code, data.names))
        assert sentence in str(found.value), code
        assert len(str(found.value)) < 300


@ANY_EXERCISE
def test_mistakes_run_in_the_notebook_as_they_do_in_the_grader(number):
    data = graders(number)[number]
    for code, sentence in data.mistakes.items() if isinstance(data, Exercise) else ():
        verdict = asked()[number].run(source(data.head, code), f"from pe_lesson import *; {ALSO}\n{data.names}")
        assert sentence in verdict.text, code
        assert asked()[number].solution.strip() not in verdict.text


ALSO = "import math, torch; from torch import nn; import torch.nn.functional as F"


def _stops(*arguments, **options):
    raise KeyError(arguments)


def _leaves(*arguments, **options):
    raise SystemExit(1)


ITSELF: list = []
ITSELF.append(ITSELF)
OBJECTS = {
    "string": "text",
    "empty-string": "",
    "bytes": b"\x00",
    "nan": float("nan"),
    "inf": float("inf"),
    "huge": 10**400,
    "negative": -1,
    "true": True,
    "complex": 1j,
    "object": object(),
    "class": int,
    "module": torch.nn.Linear(2, 2),
    "hostile": Hostile(),
    "stops": _stops,
    "leaves": _leaves,
    "returns-text": lambda *a, **k: "text",
    "returns-itself": lambda *a, **k: a,
    "returns-nan": lambda *a, **k: torch.full((3, 2), float("nan")),
    "empty-list": [],
    "itself": ITSELF,
    "ragged": [[1], [2, 3]],
    "strings": ["a", "b"],
    "nones": [None, None],
    "dots": (..., ...),
    "dict": {"a": 1},
    "set": {1, 2},
    "generator": (i for i in range(3)),
    "range": range(3),
    "long": torch.zeros(1_000_000),
    "deep": torch.zeros([1] * 12),
    "scalar": torch.tensor(2.0),
    "integers": torch.tensor([1, 2, 3]),
    "bools": torch.tensor([True]),
    "complex-tensor": torch.zeros(3, dtype=torch.cfloat),
    "nan-tensor": torch.full((3,), float("nan")),
    "half": torch.zeros(3, dtype=torch.bfloat16),
    "meta": torch.zeros(3, device="meta"),
    "sparse": torch.eye(3).to_sparse(),
    "grad": torch.zeros(3, requires_grad=True),
    "array": np.zeros((3, 3)),
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
    assert check(number, None).text.startswith("this is None; the last call in your answer returns nothing")


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
