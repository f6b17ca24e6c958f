"""Texts and hooks that do not fit are named when their lesson is read."""

import pytest

from pe_lesson import exercises
from pe_lesson.exercises import _by_number
from pe_lesson.exercises._text import parse

VALUE = parse("## value\nanswer = 2.3456\n")["value"]


def test_a_value_without_a_last_sentence_is_refused_when_the_lesson_is_read(monkeypatch):
    monkeypatch.setattr(_by_number, "texts", lambda lesson: {"99.1": VALUE})
    with pytest.raises(ValueError, match=r"^99\.1 asks for a value: write a line '@otherwise …'"):
        _by_number.from_text("99.1")
    assert _by_number.from_text("99.1", otherwise="think").otherwise == "think"


def test_hooks_without_an_exercise_are_named(tmp_path, monkeypatch):
    (tmp_path / "lesson_96.py").write_text('"""Hooks."""\n\nHOOKS = {\n    "96.7": {"tolerance": 1e-3},\n}\n')
    monkeypatch.setattr(exercises, "__path__", [*exercises.__path__, str(tmp_path)])
    with pytest.raises(ValueError, match=r"^lesson_96\.py has hooks of 96\.7, and there is no 96\.7 in"):
        _by_number.judges_of("96.7")
