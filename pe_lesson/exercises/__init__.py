"""Answers to the exercises, checked: ``check("05.1", answer)`` says what is right or what kind of mistake it is."""

from pe_lesson._arguments import short
from pe_lesson.exercises._engine import graders
from pe_lesson.exercises._verdicts import Mistake, NotAnswered
from pe_lesson.exercises.verdict import Verdict

__all__ = ["Verdict", "check"]

_MISSING = object()


def check(exercise: str, answer: object = _MISSING) -> Verdict:
    """Say whether ``answer`` solves ``exercise``, and if not, what kind of mistake it makes.

    Args:
        exercise: its number as the notebook gives it: lesson, point, exercise, such as ``"05.1"``.
        answer: the answer, of any type; ``...`` counts as not answered yet.

    Returns:
        A ``Verdict``, true if the answer is right; a notebook shows it as a coloured line.

    Raises:
        ValueError: there is no exercise of this number.
    """
    known = graders(exercise)
    if not isinstance(exercise, str) or exercise not in known:
        raise ValueError(_no_such(exercise, answer, sorted(known)))
    if answer is _MISSING:
        raise ValueError(f'the answer is missing; write check("{exercise}", …) with the name of your answer')
    try:
        if answer is ...:
            raise NotAnswered
        if answer is None:
            raise Mistake("this is None; the last call in your answer returns nothing, so give the thing itself")
        return Verdict(exercise, "right", known[exercise](answer))
    except NotAnswered:
        return Verdict(exercise, "open", "not answered yet")
    except Mistake as mistake:
        return Verdict(exercise, "wrong", str(mistake))
    except (Exception, SystemExit):  # an answer may be any object, and any of its methods may fail
        return Verdict(
            exercise, "wrong", f"this answer, a {type(answer).__name__}, cannot be read; look at what is asked for"
        )


def _no_such(exercise: object, answer: object, known: list[str]) -> str:
    if isinstance(answer, str) and answer in graders(answer):
        return f'there is no exercise of this kind; the number comes first: check("{answer}", …)'
    if not isinstance(exercise, str):
        return f'there is no exercise {short(exercise)}; the number is a string and comes first, as in check("05.1", …)'
    lesson, dot, last = exercise.strip().partition(".")
    meant = f"{lesson.zfill(2)}.{last.lstrip('0')}"
    if dot and meant in graders(meant):
        return f"there is no exercise {short(exercise)}; did you mean {meant!r}?"
    return f"there is no exercise {short(exercise)}; this lesson has {', '.join(known) or 'none'}"
