"""Answers to the exercises, checked: ``check("05.1", answer)`` says what is right or what kind of mistake it is."""

from pe_lesson.exercises._engine import Mistake, NotAnswered, graders
from pe_lesson.exercises.verdict import Verdict

__all__ = ["Verdict", "check"]


def check(exercise: str, answer: object) -> Verdict:
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
    if exercise not in known:
        raise ValueError(f"there is no exercise {exercise!r}; this lesson has {', '.join(sorted(known)) or 'none'}")
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
