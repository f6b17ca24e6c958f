"""Exercises of lesson 10."""

import re

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import exercise, grader
from pe_lesson.exercises._read import read, read_bool
from pe_lesson.exercises._run import table_ends
from pe_lesson.exercises._turns import ALIKE, MIXED, not_turned, watched
from pe_lesson.exercises._verdicts import Mistake


def _cut(values: list[object]) -> None:
    longest = values[-1]
    if isinstance(longest, Tensor) and longest.dim() == 2 and len(longest) == longest.size(1) < 300:
        raise Mistake(f"this is cut out of a table of {len(longest)} positions, and ends there; build it from length")


exercise(
    "10.1",
    cases=[(2, 0.5), (4, 0.5), (3, 2.0), (5, 0.25), (300, 0.5)],  # 300: longer than a table to cut from
    if_unlisted=_cut,
    praise="no table, nothing to train, and it has an answer for every length",
)


def _input(batch: int, length: int, d_model: int) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(d_model)
    embedded = torch.randn(batch, length, d_model, generator=generator)
    return embedded, torch.rand(length, d_model, generator=generator)  # no sinusoids, so that only the argument will do


exercise(
    "10.2",
    cases=[_input(1, 1, 4), _input(2, 5, 16), _input(1, 3, 64)],
    praise="embeddings that start with 1/√d are no longer drowned by the table",
)

ORDER_RIGHT, ORDER_BACK = [0, 2, 4, 6, 1, 3, 5, 7], [1, 3, 5, 7, 0, 2, 4, 6]


def _eight_columns(answer: object) -> object:
    if callable(answer) and not isinstance(answer, Tensor):
        raise Mistake("a list of eight column numbers is asked for, this is a function")
    if isinstance(answer, set | frozenset):
        raise Mistake("a set has no order; eight numbers are asked for, in a list")
    if isinstance(answer, str | slice | range):
        raise Mistake(f"eight numbers are asked for, in a list; this is {shown(answer)}")
    order = read(answer, torch.zeros(1))
    assert isinstance(order, Tensor)
    if isinstance(answer, list) and any(isinstance(part, bool) for part in answer):
        raise Mistake("True and False choose columns; in which order? Eight column numbers are asked for")
    if order.tolist() in ([0, 2, 4, 6], [1, 3, 5, 7]):
        which = "even" if order[0] == 0 else "odd"
        raise Mistake(f"these are the {which} columns alone, one of each pair; all eight are asked for, partners too")
    if order.dim() == 2 and sorted(order.flatten().tolist()) == list(range(8)):
        raise Mistake(f"one list of eight numbers is asked for; this has {len(order)} lists in it")
    if order.shape != (8,):
        raise Mistake(f"eight numbers are asked for, in one list; this has shape {tuple(order.shape)}")
    if sorted(order.tolist()) == list(range(1, 9)):
        raise Mistake("columns are counted from 0, so the numbers are 0 to 7")
    if not torch.equal(order, order.round()):
        raise Mistake("these are entries of a vector; the numbers of columns are asked for, 0 to 7 in a new order")
    if order.max() > 7:
        raise Mistake(f"there is no column {order.max():.0f}: the width is 8, and the columns are 0 to 7")
    if torch.as_tensor(answer).is_floating_point():
        raise Mistake("right or not, these are floating numbers; columns are chosen with whole ones")
    order = torch.where(order < 0, order + 8, order)
    if sorted(order.tolist()) != list(range(8)):
        raise Mistake("each of the columns 0 to 7 should stand there once")
    pairs = {frozenset((int(order[i]), int(order[i + 4]))) for i in range(4)}
    if pairs == {frozenset((2 * i, 2 * i + 1)) for i in range(4)} and order.tolist() not in (ORDER_RIGHT, ORDER_BACK):
        raise Mistake(
            "partners meet, but not every pair keeps its order and its frequency; pair 0 is the fastest, 3 the slowest"
        )
    return order


exercise(
    "10.3",
    before_comparing=_eight_columns,
    otherwise="columns 0 and 1 were partners; in the new order partners should stand four places apart",
    praise="which is what conversion scripts do to the weights, once, instead of to every query and key",
)


ROUNDING = "it says False to some that keep the score: equal scores differ by rounding; torch.allclose, not =="
UNTURNED = (
    "it says False where both leave the vectors as they are: that score depends on nothing, so on the offset only"
)
NO_ABS = "without abs() a score that grows with the position passes, or one that falls"
WIDE = "the tolerance is too wide; take float64, where rounding is near 1e-15"


def _says(values: list[object]) -> None:
    """A Mistake for a test whose yes and no to the pairs show how it compares, whichever numbers it drew."""
    said = [read_bool(value) for value in values if value is not None]
    if len(said) == len(values) and not any(said[len(ALIKE) :]):
        raise Mistake(ROUNDING if said[ALIKE.index((not_turned, not_turned))] else UNTURNED)
    if not all(said) and all(said[len(ALIKE) :]):
        raise Mistake("it says True where two scores differ: the wrong way round; and == and != allow no rounding")
    if all(said[: len(ALIKE)]) and len(said) == len(values) and not all(said):
        mixed = said[len(ALIKE) :]
        if all(one != twin for one, twin in zip(mixed[::2], mixed[1::2], strict=True)):
            raise Mistake(NO_ABS)
        if all(mixed[-2:]):
            raise Mistake(WIDE)
    if all(said):
        raise Mistake("it says True to everything, mixed layouts too; which two numbers does it compare?")


def _not_called(error: str) -> None:
    """A Mistake in plain words for a call with something missing, or an assert."""
    if "missing" in error and "position" in error:
        raise Mistake(f"a turn takes a vector of width 8, then a position: turn_query(q, 5) ({error})")
    if error.startswith("AssertionError"):
        raise Mistake("an assert stops at the first fault; the answer to it should be False: return the comparison")


exercise(
    "10.4",
    cases=ALIKE + MIXED,
    run_case=watched,
    if_unlisted=_says,
    if_stopped=_not_called,
    praise="a short test that finds what no shape and no error message would",
)


def _rows(positions: list[int], d_head: int) -> tuple[Tensor, Tensor]:
    numbers = torch.arange(len(positions) * d_head, dtype=torch.float64) * 5 % 7 - 2.5
    return numbers.reshape(len(positions), d_head), torch.tensor(positions)


exercise(
    "10.5",
    cases=[_rows([1], 2), _rows([3, 0, 9], 4), _rows([2, 5], 8), _rows([4, 4, 1, 7], 8), _rows([20_000, 0], 2)],
    if_stopped=lambda error: table_ends(error, "compute the angles from the positions"),
    praise="the length of each row is as before, and position enters a score as an offset",
)

WHY_NOT = {
    "b": "where the ranges of two schemes, from lowest to highest seed, overlap, three seeds decide nothing: causal alone has from 0.70 to 0.90 at length 16, rotary from 0.58 to 0.91",
    "c": "one line does not fall: ALiBi has 0.77, 0.77, 0.76, which is no change that three seeds could show",
    "d": "no line of the table was trained for longer, so it says nothing of what would happen then",
}
HINTS = {
    "a": "look at the first line: what can one say of a model that has 0.50 with every seed and at every length?",
    "e": "look at length 8, at the lowest seed of one scheme and the highest of another",
    "f": "two lines differ in the mask alone; compare them",
}


@grader("10.6")
def supported_sentences(answer: object) -> str:
    if isinstance(answer, str):
        answer = list(re.sub(r"\band\b|[\s,;.]", "", answer.lower()))
    if isinstance(answer, dict):
        answer = [letter for letter, supported in answer.items() if supported is True]
    if not isinstance(answer, list | tuple | set | frozenset) or not all(isinstance(one, str) for one in answer):
        raise Mistake(f'the letters of sentences are asked for, such as "bd"; this is {shown(answer)}')
    letters = set("".join(answer).lower().replace(" ", ""))
    if not letters:
        raise Mistake('there is no letter in it; give those of the sentences that the table supports, such as "bd"')
    if not letters <= set("abcdef"):
        raise Mistake(f"the sentences have the letters a to f; this has {shown(''.join(sorted(letters)))}")
    for letter in sorted(letters & set(WHY_NOT), key="cbd".index):
        more = " (nor is this the only one)" * (len(letters & set(WHY_NOT)) > 1)
        raise Mistake(f"{letter} is not supported{more}: {WHY_NOT[letter]}")
    for letter in sorted(set(HINTS) - letters):
        raise Mistake(f"one that is supported is missing: {HINTS[letter]}")
    return "three the table supports; one needs more seeds, one is too broad, one asks an experiment that nobody made"
