"""Every exercise, from the notebooks themselves: stub, folded solution, anticipated mistakes, any object at all."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import numpy as np
import pytest
import torch
from mistakes.lesson_07 import search

from helpers import lessons
from pe_lesson.exercises import check
from pe_lesson.exercises._engine import graders


@dataclass(frozen=True)
class Exercise:
    number: str
    imports: str
    stub: str
    verdict: str
    folded: str

    @property
    def solution(self) -> str:
        return re.search(r"<summary>Solution</summary>\s+```python\n(.*?)```", self.folded, re.DOTALL)[1]

    def run(self, answer: str):
        """The verdict on ``answer`` in the place of the stub, with nothing run before but the imports."""
        names: dict = {}
        exec(self.imports, names)
        exec(answer, names)
        return eval(self.verdict, names)


def imports_of(notebook) -> str:
    """All imports of a lesson: a name that is used once is imported where it is used."""
    nodes = [node for cell in lessons.code_cells(notebook) for node in ast.parse(cell.source).body]
    return "\n".join(ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


@cache
def exercises() -> dict[str, Exercise]:
    found = {}
    for path in lessons.PATHS:
        notebook = lessons.read(path)
        imports = imports_of(notebook)
        for cell, following in zip(notebook.cells, [*notebook.cells[1:], None], strict=True):
            number = re.search(r'^check\("(.+?)",', cell.source, re.MULTILINE)
            if cell.cell_type == "code" and number:
                last = ast.parse(cell.source).body[-1]
                lines = cell.source.splitlines()
                stub, verdict = lines[: last.lineno - 1], lines[last.lineno - 1 :]
                found[number[1]] = Exercise(number[1], imports, "\n".join(stub), "\n".join(verdict), following.source)
    return found


def mistakes() -> dict[str, list[tuple[str, str]]]:
    everything: dict = {}
    for path in lessons.PATHS:
        everything |= import_module(f"mistakes.lesson_{path.name[:2]}").MISTAKES
    return everything


ANY_EXERCISE = pytest.mark.parametrize("number", sorted(exercises()))


@pytest.mark.parametrize("path", lessons.PATHS, ids=lambda path: path.stem)
def test_lesson_has_two_exercises_or_more_and_a_grader_for_each(path):
    lesson = path.name[:2]
    asked = sorted(number for number in exercises() if number.startswith(lesson))
    assert len(asked) >= 2
    assert asked == sorted(graders(f"{lesson}.1")) == [f"{lesson}.{i + 1}" for i in range(len(asked))]


@ANY_EXERCISE
def test_heading_gives_difficulty_and_minutes_and_difficulty_rises(number):
    text = lessons.read(next(p for p in lessons.PATHS if p.name.startswith(number[:2])))
    headings = re.findall(r"### Exercise (\S+) · ([●○]{3}) · (\d+) minutes", "\n".join(c.source for c in text.cells))
    assert number in [heading[0] for heading in headings]
    dots = [heading[1].count("●") for heading in headings]
    assert dots == sorted(dots)
    assert dots[0] >= 1


@ANY_EXERCISE
def test_hint_and_solution_are_folded_below_the_stub(number):
    folded = exercises()[number].folded
    assert re.findall(r"<details><summary>(.*?)</summary>", folded)[:2] == ["Hint", "Solution"]


@ANY_EXERCISE
def test_stub_is_not_answered_yet(number):
    exercise = exercises()[number]
    assert repr(exercise.run(exercise.stub)) == f"○ {number} not answered yet"


@ANY_EXERCISE
def test_solution_is_right(number):
    exercise = exercises()[number]
    verdict = exercise.run(exercise.solution)
    assert verdict, verdict.text
    assert verdict.state == "right"


OTHER_WAYS = [
    (
        "00.1",
        "def repeats(seq_length):\n    angle = raw_index(seq_length) * 2 * torch.pi / 8\n"
        "    return torch.cat([angle.sin(), angle.cos()], dim=1)",
    ),
    ("04.3", "def wavelength(i, d_model, n):\n    return torch.tensor(2 * math.pi * n ** (2 * i / d_model))"),
    ("04.3", "def wavelength(i, d_model, n):\n    return round(2 * math.pi * n ** (2 * i / d_model), 2)"),
    ("07.3", search(position="(errors.amax(dim=1) > 1e-3).nonzero()[0]")),  # a tensor of one number
    (
        "10.4",  # in float32, which rounds more
        "def only_offset(turn_query, turn_key):\n    q, k = torch.randn(2, 8)\n"
        "    here, there = (turn_query(q, m + 2) @ turn_key(k, m) for m in (3, 23))\n"
        "    return bool((here - there).abs() < 1e-3)",
    ),
]


@pytest.mark.parametrize(("number", "answer"), OTHER_WAYS, ids=[number for number, _ in OTHER_WAYS])
def test_another_way_to_write_it_is_right_too(number, answer):
    verdict = exercises()[number].run(answer)
    assert verdict, verdict.text


@pytest.mark.parametrize(
    ("number", "answer", "words"),
    [(number, *mistake) for number, listed in mistakes().items() for mistake in listed],
    ids=[f"{number}-{i}" for number, listed in mistakes().items() for i in range(len(listed))],
)
def test_mistake_gets_the_words_meant_for_it(number, answer, words):
    verdict = exercises()[number].run(answer)
    assert not verdict
    assert words in verdict.text


@ANY_EXERCISE
def test_two_mistakes_or_more_are_anticipated_and_no_verdict_gives_the_solution(number):
    listed = mistakes()[number]
    assert len(listed) >= 2
    solution = exercises()[number].solution
    for answer, _ in listed:
        verdict = exercises()[number].run(answer)
        assert solution.strip() not in verdict.text


class Hostile:
    """An object whose every method fails."""

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no eq")

    __hash__ = None
    __len__ = __bool__ = __iter__ = __array__ = __float__ = __index__ = __call__ = __eq__


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
    assert "this is None" in check(number, None).text


@pytest.mark.parametrize("number", ["99.1", "05.9", "5.1", "", "x", "../05.1", None, 5.1])
def test_unknown_exercise_is_refused_in_one_line(number):
    with pytest.raises(ValueError, match=r"^there is no exercise .*; this lesson has .*$"):
        check(number, 1)


def test_an_answer_shows_as_text_not_as_markup():
    assert "<script>" not in check("01.1", "<script>")._repr_html_()
