"""The exercises of each lesson, by number: its text, and its hooks where ``lesson_NN.py`` has some."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pe_lesson.exercises._engine import Exercise
from pe_lesson.exercises._text import texts

MOVED = {"10.2": "06.5"}  # the number that an exercise had, and the one it has now
GONE = ("00.3", "04.3", "05.2", "06.3", "07.2", "08.2")  # numbers of exercises that are no more; none is given again
Judge = Callable[[object], str]  # returns praise, or raises a Mistake


def from_text(number: str, **hooks: Any) -> Exercise:
    """The exercise as its text has it, and these hooks."""
    text = texts(number[:2])[number]
    fields = {**text.fields, **hooks}
    if not fields.keys() & {"cases", "otherwise", "if_unlisted"}:
        raise ValueError(f"{number} asks for a value: write a line '@otherwise …' for answers that no mistake names")
    return Exercise(text=text, **fields)


def judges_of(number: object) -> dict[str, Judge]:
    """The judges of the lesson that an exercise number belongs to; empty if there is no such lesson."""
    lesson = number[:2] if isinstance(number, str) else ""
    return _lesson(lesson) if lesson.isascii() and lesson.isdigit() else {}


@cache
def _lesson(lesson: str) -> dict[str, Judge]:
    name = f"pe_lesson.exercises.lesson_{lesson}"
    numbers, hooks = texts(lesson), import_module(name).HOOKS if find_spec(name) else {}
    for number in hooks.keys() - numbers:
        raise ValueError(f"lesson_{lesson}.py has hooks of {number}, and there is no {number} in lesson_{lesson}.txt")
    return {
        number: hook if callable(hook := hooks.get(number, {})) else from_text(number, **hook) for number in numbers
    }
