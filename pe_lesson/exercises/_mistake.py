"""An answer that is not right raises one of these: a mistake in words, or nothing answered yet."""

from pe_lesson._words import say


class Mistake(Exception):  # noqa: N818 - a learner's mistake, not an error of ours
    """An answer is wrong; the text says what kind of mistake it is, never the solution."""

    def __init__(self, message: str, **places: object) -> None:
        super().__init__(say(message, **places))


class NotAnswered(Exception):  # noqa: N818
    """The stub is still there."""


def refuse_assert(error: str) -> None:
    """Raise a Mistake for a test that asserts what it should return."""
    if error.startswith("AssertionError"):
        raise Mistake("an assert stops at the first fault; the answer to it should be False: return the comparison")
