"""What a grader says by raising: a mistake with its sentence, or that nothing is answered yet."""


class Mistake(Exception):  # noqa: N818 - a learner's mistake, not an error of ours
    """An answer is wrong; the text says what kind of mistake it is, never the solution."""


class NotAnswered(Exception):  # noqa: N818
    """The stub is still there."""
