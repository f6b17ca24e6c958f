"""Graders of lesson 10."""

from collections.abc import Callable

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.attention.alternatives import Rotary
from pe_lesson.encoding.table import sinusoidal
from pe_lesson.exercises._engine import Mistake, diagnose
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call


@exercise("10.1")
def bias_by_hand(answer: object) -> str:
    bias = tensor(call(answer, 4, 0.5), (4, 4), "the bias for length 4 and slope 0.5")
    k = torch.arange(4.0)
    gaps = k.unsqueeze(1) - k
    right = -0.5 * gaps.abs()
    mistakes = [
        (-right, "the sign is wrong: this rewards what is far away"),
        (-0.5 * gaps, "to one side of the diagonal this is a reward; a distance has no sign"),
        (0.5 * gaps, "to one side of the diagonal this is a reward; a distance has no sign"),
        (-gaps.abs(), "the slope is missing"),
        (gaps.abs(), "these are the distances; each of them should cost, and by the slope"),
        (-0.5 * gaps**2, "this grows with the square of the distance; it should grow by the same amount each step"),
        (right.tril(), "what lies to the right of the diagonal is missing; without a mask it costs as well"),
    ]
    diagnose(
        bias, right, mistakes, "entry (m, n) should be 0 for m = n and less by the slope for every step between m and n"
    )
    other = tensor(call(answer, 3, 2.0), (3, 3), "the bias for length 3 and slope 2")
    diagnose(other, -2 * gaps[:3, :3].abs(), [], "it is right for length 4 and slope 0.5 only; use both arguments")
    return "no table, nothing to train, and it has an answer for every length"


@exercise("10.2")
def scaled_input(answer: object) -> str:
    generator = torch.Generator().manual_seed(0)
    embedded, table = torch.randn(2, 5, 16, generator=generator), sinusoidal(5, 16)
    total = tensor(call(answer, embedded, table), (2, 5, 16), "the sum for (2, 5, 16) embeddings")
    mistakes = [
        (embedded + table, "nothing is scaled"),
        (4 * (embedded + table), "the table is scaled as well; then the word gains nothing on the position"),
        (embedded + 4 * table, "the table is scaled, the embeddings are not"),
        (16 * embedded + table, "this multiplies by d_model, not by its square root"),
        (embedded / 4 + table, "this divides by the square root; the embeddings should become longer"),
        (embedded * 5**0.5 + table, "this is the square root of the length of the sequence; d_model is the width"),
        (embedded * 8**0.5 + table, "this is the length of a row of the table, √(d/2); the paper uses √d"),
        (4 * embedded, "the embeddings are scaled; the table is not added yet"),
    ]
    diagnose(
        total,
        4 * embedded + table,
        mistakes,
        "it should be the embeddings times √16, plus the table, for this width of 16",
    )
    wider, other = torch.ones(1, 3, 64), sinusoidal(3, 64)
    result = tensor(call(answer, wider, other), (1, 3, 64), "the sum for (1, 3, 64) embeddings")
    diagnose(
        result,
        8 * wider + other,
        [],
        "it is right for a width of 16 and wrong for 64; take d_model from the embeddings",
    )
    return "embeddings that start with 1/√d come in about as long as a row of the table"


@exercise("10.3")
def columns(answer: object) -> str:
    order = tensor(answer, (8,), "the order of columns")
    if sorted(order.tolist()) != list(range(8)):
        raise Mistake("each of the columns 0 to 7 should stand there once")
    mistakes = [
        (torch.arange(8), "nothing changes its place, so turning halves pairs 0 with 4, which were no partners"),
        (torch.tensor([0, 4, 1, 5, 2, 6, 3, 7]), "this is the way back, from halves to neighbours"),
        (
            torch.tensor([1, 3, 5, 7, 0, 2, 4, 6]),
            "partners meet, but each pair is the other way round, so it turns backwards",
        ),
    ]
    right = torch.tensor([0, 2, 4, 6, 1, 3, 5, 7])
    pairs = {frozenset((int(order[i]), int(order[i + 4]))) for i in range(4)}
    otherwise = "columns 0 and 1 were partners; in the new order partners should stand four places apart"
    if pairs == {frozenset((2 * i, 2 * i + 1)) for i in range(4)}:
        otherwise = (
            "partners meet, but not every pair keeps its order and its frequency; pair 0 is the fastest, 3 the slowest"
        )
    diagnose(order, right, mistakes, otherwise)
    return "which is what conversion scripts do to the weights, once, instead of to every query and key"


@exercise("10.4")
def finds_mixed_layouts(answer: object) -> str:
    cases: list[tuple[Callable, Callable, bool, str]] = [
        (_interleaved, _interleaved, True, "both are turned in neighbouring pairs"),
        (_half_split, _half_split, True, "both are turned in halves"),
        (_interleaved, _half_split, False, "the query is turned in neighbouring pairs and the key in halves"),
        (_half_split, _interleaved, False, "the query is turned in halves and the key in neighbouring pairs"),
        (_interleaved, _not_turned, False, "the query is turned and the key is not"),
        (_not_turned, _interleaved, False, "the key is turned and the query is not"),
        (_squared, _squared, False, "both are turned by the square of the position; is your offset other than 0?"),
        (
            _interleaved,
            lambda x, k: _interleaved(x, k),
            True,
            "both are turned in neighbouring pairs, by two functions",
        ),
    ]
    used: set[str] = set()
    said = [
        _yes_or_no(call(answer, _noted(query, used, "query"), _noted(key, used, "key"))) for query, key, _, _ in cases
    ]
    for name in ("query", "key"):
        if name not in used:
            raise Mistake(f"it never calls the function for the {name}")
    if said == [not right for _, _, right, _ in cases]:
        raise Mistake("it says True and False the wrong way round")
    if all(said):
        raise Mistake("it says True to everything, mixed layouts too; are the two scores at different positions?")
    if not (said[0] or said[1]):
        raise Mistake(
            "it says False where both are turned alike; move both by the same number of positions, and allow for rounding"
        )
    for (_, _, right, words), found in zip(cases, said, strict=True):
        if found != right:
            raise Mistake(f"it says {found} where {words}")
    return "a test of four lines that finds what no shape and no error message would"


def _noted(turn: Callable, used: set[str], name: str) -> Callable:
    """The same function, which also notes that it was called."""

    def noted(x: Tensor, position: int) -> Tensor:
        used.add(name)
        return turn(x, position)

    return noted


def _yes_or_no(value: object) -> bool:
    if isinstance(value, Tensor) and value.dtype == torch.bool and value.numel() == 1:
        value = bool(value)
    if not isinstance(value, bool):
        raise Mistake(f"True or False is asked for, this is {shown(value)}")
    return value


def _interleaved(x: Tensor, position: int) -> Tensor:
    return Rotary(x.size(-1))(x.unsqueeze(0), torch.tensor([position])).squeeze(0)


def _half_split(x: Tensor, position: int) -> Tensor:
    angles = position * Rotary(x.size(-1)).frequencies
    cos, sin = angles.cos().to(x), angles.sin().to(x)
    a, b = x.chunk(2)
    return torch.cat([a * cos - b * sin, a * sin + b * cos])


def _squared(x: Tensor, position: int) -> Tensor:
    return _interleaved(x, position**2)


def _not_turned(x: Tensor, position: int) -> Tensor:  # noqa: ARG001 - the same call as the others
    return x
