"""Check answers to the exercises: ``check("05.1", answer)`` says what is right or what kind of mistake it is."""

from dataclasses import dataclass
from html import escape
from typing import Literal

from pe_lesson._check_arguments import short_repr
from pe_lesson._words import say, value_error
from pe_lesson.exercises._by_number import GONE, MOVED, judges_of
from pe_lesson.exercises._mistake import Mistake, NotAnswered

__all__ = ["Verdict", "check"]

# colour-blind-safe, readable on a light and on a dark page; the mark says the same without colour
LOOK = {"right": ("✓", "#009E73"), "wrong": ("✗", "#D55E00"), "open": ("○", "#999999")}
_MISSING = object()


@dataclass(frozen=True)
class Verdict:
    """One line about one answer; true only if the answer is right."""

    exercise: str
    state: Literal["right", "wrong", "open"]
    text: str

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        mark, _ = LOOK[self.state]
        return f"{mark} {self.exercise} {self.text}"

    def _repr_html_(self) -> str:
        _, colour = LOOK[self.state]
        return f'<div style="border-left: 6px solid {colour}; padding: 4px 10px">{escape(repr(self))}</div>'


def check(exercise: str, answer: object = _MISSING) -> Verdict:
    """Say whether ``answer`` solves ``exercise``, and if not, what it does and the likely cause.

    Args:
        exercise: its number as the notebook gives it: lesson, point, exercise, such as ``"05.1"``.
        answer: the answer, of any type; ``...`` counts as not answered yet.

    Returns:
        A ``Verdict``, true if the answer is right; a notebook shows it as a coloured line.

    Raises:
        ValueError: there is no exercise of this number.
    """
    now = MOVED.get(exercise, exercise) if isinstance(exercise, str) else ""
    known = judges_of(now)
    if now not in known:
        raise ValueError(_no_such(exercise, answer, sorted(judges_of(exercise))))
    if answer is _MISSING:
        wanted = f'check("{exercise}", …)'
        raise value_error("the answer is missing; write {call} with the name of your answer", call=wanted)
    state: Literal["right", "wrong"] = "wrong"
    try:
        if answer is ...:
            raise NotAnswered
        if answer is None:
            raise Mistake("this is None: does the last call in your answer return nothing? Give the thing itself")
        state, text = "right", known[now](answer)
    except NotAnswered:
        return Verdict(exercise, "open", say("not answered yet"))
    except Mistake as mistake:
        text = str(mistake)
    except (Exception, SystemExit):  # an answer may be any object, and any of its methods may fail
        name = type(answer).__name__
        text = say("this answer, a {name}, cannot be read; look again at what the exercise asks for", name=name)
    if now != exercise:
        text = say("{text} (this exercise is {now} now, in lesson {lesson})", text=text, now=now, lesson=now[:2])
    return Verdict(exercise, state, text)


def _no_such(exercise: object, answer: object, known: list[str]) -> str:
    if isinstance(answer, str) and answer in judges_of(answer):
        call = f'check("{answer}", …)'
        return say("there is no exercise of this kind; the number comes first: {call}", call=call)
    given = short_repr(exercise)
    if not isinstance(exercise, str):
        return say(
            'there is no exercise {given}; the number is a string and comes first, as in check("05.1", …)', given=given
        )
    if exercise in GONE:
        return say("exercise {given} is no more; see {known}", given=exercise, known=", ".join(known))
    lesson, dot, last = exercise.strip().partition(".")
    meant = f"{lesson.zfill(2)}.{last.lstrip('0')}"
    if dot and meant in judges_of(meant):
        return say("there is no exercise {given}; did you mean {meant}?", given=given, meant=repr(meant))
    if not known:
        return say("there is no exercise {given}; this lesson has none", given=given)
    return say("there is no exercise {given}; this lesson has {known}", given=given, known=", ".join(known))
