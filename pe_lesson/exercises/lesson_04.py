"""Exercises of lesson 04. Number 04.3 is not used again."""

from pe_lesson.exercises._engine import exercise
from pe_lesson.exercises._run import table_ends
from pe_lesson.exercises._verdicts import Mistake

exercise(
    "04.1",
    otherwise="fill in the parts one by one: the pair of column 3, its exponent, the angle, then sine or cosine",
    praise="column 3 is the cosine of pair 1",
)


BUILD = "build the row from k, whichever it is"
exercise(
    "04.2",
    cases=[(1, 2, 10), (5, 6, 50), (2, 8, 300), (6000, 2, 10)],
    if_stopped=lambda error: table_ends(error, BUILD),
    praise="one position, one row",
)


def _how_many(values: list[object]) -> None:
    for value in values:
        parts = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(parts, list | tuple) and parts and all(isinstance(part, bool) for part in parts):
            raise Mistake("this says of each pair whether it turns; sum counts the True ones")
        if isinstance(value, list | tuple):
            raise Mistake("this is a list; how many are in it?")


exercise(
    "04.4",
    cases=[
        (10, 4, 100),
        (7, 4, 100),
        (1000, 6, 20),
        (6, 8, 50),
        (100, 8, 50),
        (100, 64, 10_000),
        (5000, 64, 10_000),
        (900, 16, 1000),
        (30, 10, 16),
        (5, 8, 50),  # no pair, as int(-0.2) does not know
        (2, 8, 2),  # no pair, and a formula for the last one gives -7
        (5000, 4, 2),  # all pairs, and it gives 19
    ],
    if_unlisted=_how_many,
    praise="the others never come round in such a text: they tell its beginning from its end",
)
