"""Exercises of lesson 10."""

import re

import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Exercise, Mistake, exercise, grader
from pe_lesson.exercises._read import read, read_bool
from pe_lesson.exercises._turns import ALIKE, MIXED, not_turned, watched
from pe_lesson.positions.rotary import Rotary

NOTEBOOK = """from pe_lesson.positions import Alibi, Rotary
rotary = Rotary(8)
rows = torch.ones(3, 8)
def interleaved(x, position):
    return Rotary(x.size(-1))(x.unsqueeze(0), torch.tensor([position])).squeeze(0)"""

FACTOR = "the slope is added or subtracted once; it is a factor of every step"
GAPS = "k = torch.arange(length)\ngaps = k.unsqueeze(1) - k\nreturn "
REWARD = "to one side of the diagonal this is a reward; a distance has no sign"
exercise(
    "10.1",
    head="def linear_bias(length, slope):",
    names=NOTEBOOK,
    cases=[(2, 0.5), (4, 0.5), (3, 2.0), (5, 0.25)],
    right=lambda length, slope: -slope * (torch.arange(length).unsqueeze(1) - torch.arange(length)).abs().double(),
    mistakes={
        GAPS + "slope * gaps.abs()": "the sign is wrong: this rewards what is far away",
        GAPS + "-slope * gaps": REWARD,
        GAPS + "slope * gaps": REWARD,
        GAPS + "-gaps.abs()": "the slope is missing",
        GAPS + "gaps.abs()": "these are the distances; each of them should cost, and by the slope",
        GAPS
        + "-slope * gaps**2": "this grows with the square of the distance; it should grow by the same amount each step",
        GAPS
        + "(-slope * gaps.abs()).tril()": "what lies to the right of the diagonal is missing; without a mask it costs as well",
        GAPS + "(-slope * gaps.abs()).triu()": "what lies to the left of the diagonal is missing; it costs as well",
        GAPS
        + "(-slope * gaps.abs()).masked_fill(gaps < 0, -torch.inf)": "-inf to the right is a causal mask; no mask is asked for here",
        GAPS + "-gaps.abs() / slope": "multiply by the slope, do not divide",
        GAPS + "-(slope ** gaps.abs())": "the slope is a factor, not a base",
        GAPS + "slope ** gaps.abs()": "the slope is a factor, not a base",
        GAPS + "-gaps.abs() / 16": "this used a slope of 1/16; use the argument slope",
        GAPS + "-0.5 * gaps.abs()": "this used a slope of 0.5; use the argument slope",
        GAPS + "-slope * (k.unsqueeze(1) + k)": "the positions k and j were added; the distance is a difference",
        GAPS + "-slope * (k.unsqueeze(1) * k)": "the positions k and j were multiplied; the distance is a difference",
        GAPS + "-slope * (gaps.abs() + 1)": "one too many on each distance: the diagonal should be 0",
        GAPS + "-slope * gaps.abs() - 1": "the diagonal should be 0, and everything is 1 lower",
        GAPS + "-slope * (gaps.abs() - 1).clamp(min=0)": "neighbours are free here; the first step away costs as well",
        GAPS
        + "(-slope * gaps.abs()).long()": "whole numbers cut a slope such as 0.5 off: the bias needs a floating type",
        GAPS + "-int(slope) * gaps.abs()": "the slope lost its decimals",
        GAPS
        + "torch.exp(-slope * gaps.abs())": "no exp: the bias goes into the scores before the softmax, which takes it",
        "torch.zeros(length, length)": "all zero: nothing costs anything",
        GAPS + "-slope * slope * gaps.abs()": "the slope counts twice",
        GAPS + "-slope * (gaps.abs() // 2)": "every step costs, not every second one",
        GAPS + "-slope * gaps.abs() / 2": "half the slope: every step costs a whole one",
        "Alibi(2)(length)": "this is the notebook's Alibi, with slopes of its own, for both heads; one head and the argument slope are asked for",
        GAPS
        + "-slope * (k - k.unsqueeze(0)).abs()": "unsqueeze(0) makes a row, and a row minus a row is 0; unsqueeze(1) makes the column",
        GAPS + "slope - gaps.abs()": FACTOR,
        GAPS + "gaps.abs() - slope": FACTOR,
        GAPS + "-gaps.abs() - slope": FACTOR,
        GAPS + "1 - slope * gaps.abs()": "the diagonal should be 0, and everything is 1 higher",
        "-slope * torch.eye(length)": "this costs on the diagonal alone, where the distance is 0",
        "-slope * (1 - torch.eye(length))": "every other position costs the same; what is farther should cost more",
        "torch.full((length, length), -slope)": "every entry is the same; what is farther should cost more, and the diagonal nothing",
        "-slope * torch.arange(length)": "this is one row; each position has a row of its own",
        "-slope * torch.arange(length).flip(0)": "this is one row; each position has a row of its own",
        GAPS
        + "-slope * (k - k).abs()": "k - k is 0 everywhere: a column minus a row is asked for, and unsqueeze(1) makes the column",
        "k = torch.arange(length + 1)\nreturn -slope * (k.unsqueeze(1) - k).abs()": "there is one row and one column too many",
        "k = torch.arange(1, length)\nreturn -slope * (k.unsqueeze(1) - k).abs()": "there is one row and one column too few: positions start at 0",
        "k = torch.arange(4)\nreturn -slope * (k.unsqueeze(1) - k).abs()": "the length is always 4; use the argument length",
        "k = torch.arange(8)\nreturn -slope * (k.unsqueeze(1) - k).abs()": "the length is always 8; use the argument length",
    },
    praise="no table, nothing to train, and it has an answer for every length",
)


def _input(batch: int, length: int, d_model: int) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(d_model)
    embedded = torch.randn(batch, length, d_model, generator=generator)
    return embedded, torch.rand(length, d_model, generator=generator)  # no sinusoids, so that only the argument will do


ROOT = "embedded.size(-1) ** 0.5"
LENGTH = "this multiplies by lengths of the embeddings themselves; d_model is the width of what comes in"
OWN = "this makes a table of its own; add the argument `table`"
exercise(
    "10.2",
    head="def paper_input(embedded, table):",
    names=NOTEBOOK,
    cases=[_input(1, 1, 4), _input(2, 5, 16), _input(1, 3, 64)],
    right=lambda embedded, table: embedded * embedded.size(-1) ** 0.5 + table,
    mistakes={
        "embedded + table": "nothing is scaled",
        f"(embedded + table) * {ROOT}": "the table is scaled as well; then the word gains nothing on the position",
        f"embedded + table * {ROOT}": "the table is scaled, the embeddings are not",
        "embedded * embedded.size(-1) + table": "this multiplies by d_model, not by its square root",
        f"embedded / {ROOT} + table": "this divides by the square root; the embeddings should become longer",
        "embedded * embedded.size(1) ** 0.5 + table": "this is the square root of the length of the sequence; d_model is the width",
        "embedded * embedded.size(0) ** 0.5 + table": "this is the square root of the batch size; d_model is the width",
        "embedded * embedded.numel() ** 0.5 + table": "this is the root of all entries together; d_model is the width",
        "embedded * (embedded.size(-1) / 2) ** 0.5 + table": "this is the length of a row of the table, √(d/2); the paper uses √d",
        f"embedded * {ROOT}": "the embeddings are scaled; the table is not added yet",
        "embedded * 512**0.5 + table": "this used √512; d_model is the width of what comes in",
        **{
            f"embedded * {number} + table": f"this multiplies always by {number}; take the root of the width of what comes in"
            for number in ("4", "8", "16", "22.6", "512**-0.5")
        },
        "embedded * d_model**0.5 + table": "d_model is the width of what comes in; embedded knows it, as a size",
        "embedded * embedded.shape**0.5 + table": "shape holds three sizes; d_model is one of them",
        "embedded * torch.sqrt(embedded.size(-1)) + table": "torch.sqrt takes a tensor; for a plain number, ** 0.5 is the square root",
        "embedded**0.5 + table": "this takes the root of the embeddings themselves, NaN where they are below 0; the root of d_model is asked for",
        "(embedded * embedded.size(-1)) ** 0.5 + table": "the root of the embeddings is taken, too, NaN where they are below 0; the root of d_model alone is asked for",
        f"embedded + {ROOT} + table": "the root is added; the embeddings should be multiplied by it",
        "embedded * embedded.norm() + table": LENGTH,
        "embedded * embedded.norm(dim=-1, keepdim=True) + table": LENGTH,
        f"embedded * ({ROOT} + table)": "the parentheses make a factor of the table; it is added to the product",
        f"embedded * {ROOT} + table[: embedded.size(0)]": "size(0) counts the sentences; the table has its length already",
        f"embedded * {ROOT} + table.unsqueeze(1)": "the table should broadcast over the batch, which stands in front: as it is, or with unsqueeze(0)",
        f"table += embedded * {ROOT}\nreturn table": "+= writes into the argument table, which has no batch; a plain sum makes a new tensor",
        "embedded * embedded.size(-1) ** 1 / 2 + table": "** 1 / 2 is (… ** 1) / 2; write ** 0.5",
        f"embedded * {ROOT} - table": "the table is subtracted; add it",
        f"embedded * {ROOT} + table / {ROOT}": "the table is scaled down, too; it stays as it is",
        "embedded / embedded.norm(dim=-1, keepdim=True) + table": "each vector became 1 long; multiply all by one number instead",
        f"embedded / embedded.norm(dim=-1, keepdim=True) * {ROOT} + table": "each vector was made equally long first; multiply all by one number, no more",
        f"embedded * {ROOT} + sinusoidal(embedded.size(1), embedded.size(2))": OWN,
        f"embedded * {ROOT} + sinusoidal(*table.shape)": OWN,
        f"PositionalEncoding(embedded.size(-1), 0.0)(embedded * {ROOT})": OWN,
        "sinusoidal(embedded.size(1), embedded.size(2)) + embedded": f"{OWN}; and nothing is scaled",
        f"torch.cat([embedded * {ROOT}, table.expand_as(embedded)], dim=-1)": "the table stands beside the embeddings; add it",
        f"embedded * {ROOT} * table": "the table is multiplied; add it",
        f"(embedded * {ROOT} + table).mean(0)": "the batch is lost: each sentence keeps its own sum",
        "embedded * embedded.size(-1) ** 2 + table": "this is the square of d_model; its square root is asked for",
    },
    praise="embeddings that start with 1/√d come in about as long as a row of the table",
)

ORDER = Exercise(
    number="10.3",
    head="columns =",
    right=torch.tensor([0, 2, 4, 6, 1, 3, 5, 7]),
    mistakes={
        "list(range(8))": "nothing changes its place, so turning halves pairs 0 with 4, which were no partners",
        "[0, 4, 1, 5, 2, 6, 3, 7]": "this is the way back, from halves to neighbours",
        "[1, 3, 5, 7, 0, 2, 4, 6]": "partners meet, but each pair is the other way round, so it turns backwards",
        "[1, 0, 3, 2, 5, 4, 7, 6]": "this exchanges partners where they stand; they should stand four places apart",
        "[0, 2, 4, 6, 7, 5, 3, 1]": "the second half runs backwards, so column 0 stands four places before 7, no partner of it",
        "list(range(7, -1, -1))": "the order is turned round, and partners still stand side by side; four places apart is asked for",
    },
    otherwise="columns 0 and 1 were partners; in the new order partners should stand four places apart",
    praise="which is what conversion scripts do to the weights, once, instead of to every query and key",
)


@grader("10.3")
def columns(answer: object) -> str:
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
    order = torch.where(order < 0, order + 8, order)
    if sorted(order.tolist()) != list(range(8)):
        raise Mistake("each of the columns 0 to 7 should stand there once")
    pairs = {frozenset((int(order[i]), int(order[i + 4]))) for i in range(4)}
    if pairs == {frozenset((2 * i, 2 * i + 1)) for i in range(4)} and order.tolist() not in (ORDER_RIGHT, ORDER_BACK):
        raise Mistake(
            "partners meet, but not every pair keeps its order and its frequency; pair 0 is the fastest, 3 the slowest"
        )
    return ORDER(order)


ORDER_RIGHT, ORDER_BACK = [0, 2, 4, 6, 1, 3, 5, 7], [1, 3, 5, 7, 0, 2, 4, 6]


def _offset(result: str) -> str:
    return (
        "torch.manual_seed(0)\nq, k = torch.randn(2, 8, dtype=torch.float64)\n"
        "here = turn_query(q, 5) @ turn_key(k, 3)\nthere = turn_query(q, 25) @ turn_key(k, 23)\n"
        f"return {result}"
    )


ROUNDING = "it says False to some that keep the score: equal scores differ by rounding; torch.allclose, not =="
UNTURNED = (
    "it says False where both leave the vectors as they are: that score depends on nothing, so on the offset only"
)
NO_SCORES = (
    "it says False to some that are turned alike: a score is one number, the dot product of a turned query and a "
    "turned key; here one is not turned, or vectors are compared"
)
NO_ABS = "without abs() a score that grows with the position passes, or one that falls"
WIDE = "the tolerance is too wide; rounding is near 1e-15 in float64"


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
    head="def only_offset(turn_query, turn_key):",
    names=NOTEBOOK,
    cases=ALIKE + MIXED,
    right=lambda query, key: (query, key) in ALIKE,
    play=watched,
    look=_says,
    stop=_not_called,
    mistakes={
        _offset(result="not torch.allclose(here, there)"): "it says True and False the wrong way round",
        **{_offset(result=result): NO_ABS for result in ("bool(here - there < 1e-6)", "bool(there - here < 1e-6)")},
        **{_offset(result=f"torch.allclose(here, there, atol={wide})"): WIDE for wide in (50, 0.5)},
        _offset(
            result="torch.allclose(turn_query(q, 5), turn_key(q, 5))"
        ): "no score is computed: ask dot products at two places, not whether the two functions or vectors are the same",
        _offset(
            result="torch.allclose(turn_query(q, 5).norm(), q.norm()) and torch.allclose(turn_key(k, 3).norm(), k.norm())"
        ): "this compares lengths, which every turn keeps; compare scores at two places",
        _offset(result="torch.allclose(turn_query(q, 5) @ turn_key(k, 3), q @ k)"): NO_SCORES,
        _offset(
            result="turn_query(q, 5) is None"
        ): "it says False to everything, also where both are turned alike: two scores were not of the same draw, or objects compared",
        _offset(
            result="here - there"
        ): "True or False is asked for; torch.allclose(here, there) says whether they agree",
    },
    praise="a test of four lines that finds what no shape and no error message would",
)


def _turn(angles: str = "positions.unsqueeze(1) * omega", ab: str = "x[:, 0::2], x[:, 1::2]",
          pair: str = "[a * cos - b * sin, a * sin + b * cos]", end: str = "torch.stack({}, dim=-1).flatten(1)",
          omega: str = "10_000.0 ** (-torch.arange(0, x.size(1), 2) / x.size(1))") -> str:  # fmt: skip
    return f"omega = {omega}\nangles = {angles}\na, b = {ab}\ncos, sin = angles.cos(), angles.sin()\nreturn {end.format(pair)}"


def _rows(positions: list[int], d_head: int) -> tuple[Tensor, Tensor]:
    numbers = torch.arange(len(positions) * d_head, dtype=torch.float64) * 5 % 7 - 2.5
    return numbers.reshape(len(positions), d_head), torch.tensor(positions)


HALVES = "these are the pairs of halves; here neighbours are partners, columns 2i and 2i + 1"
EIGHT = "the width is always 8 here; take it from x"
COLUMN = "positions need unsqueeze(1): a column of them times the row of frequencies"
exercise(
    "10.5",
    head="def turned(x, positions):",
    names=NOTEBOOK,
    cases=[_rows([1], 2), _rows([3, 0, 9], 4), _rows([2, 5], 8), _rows([4, 4, 1, 7], 8)],
    right=lambda x, positions: Rotary(x.size(1))(x, positions),
    mistakes={
        _turn(
            pair="[a * cos + b * sin, b * cos - a * sin]"
        ): "this turns backwards: the minus sign belongs to the first of the pair",
        _turn(pair="[a * cos + b * sin, a * sin + b * cos]"): "both products are added; in a turn one is subtracted",
        _turn(pair="[a * cos - b * sin, b * cos - a * sin]"): "both products are subtracted; in a turn one is added",
        _turn(pair="[a * cos, b * sin]"): "each column is scaled alone; a turn mixes the two of a pair",
        _turn(
            pair="[a * cos - b * sin, a * cos + b * sin]"
        ): "the second of a pair is a sin + b cos: sine and cosine are swapped there",
        _turn(
            pair="[a * sin - b * cos, a * cos + b * sin]"
        ): "sine and cosine are swapped: at position 0 nothing should turn",
        _turn(
            "torch.arange(len(x)).unsqueeze(1) * omega"
        ): "this counts 0, 1, 2, …, whatever the positions are; use the numbers that come in",
        "Rotary(x.size(1))(x)": "this counts 0, 1, 2, …, whatever the positions are; use the numbers that come in",
        _turn(ab="x.chunk(2, dim=1)", end="torch.cat({}, dim=1)"): HALVES,
        _turn(end="torch.cat({}, dim=1)"): "the pairs were split as neighbours and put together as halves; weave them",
        _turn(
            ab="x.chunk(2, dim=1)"
        ): "the pairs were split as halves and put together as neighbours; split columns 0::2 and 1::2",
        _turn(
            end="torch.stack({}, dim=-1)"
        ): "each pair stands in a dimension of its own; the last two dimensions have to become one",
        _turn("positions * omega"): COLUMN,
        _turn("positions.unsqueeze(0) * omega"): COLUMN,
        _turn("positions.unsqueeze(1)"): "every pair turns with the same frequency; the later ones are slower",
        _turn("omega.expand(len(x), -1)"): "every row turns by the angles of position 1; the positions are missing",
        _turn(
            omega="10_000.0 ** (-torch.arange(x.size(1) // 2) / x.size(1))"
        ): "the exponent is halved, or n is 100: it is 2i / d_head, with n = 10,000",
        _turn(
            omega="10_000.0 ** (-2 * torch.arange(0, x.size(1), 2) / x.size(1))"
        ): "the exponent is doubled; arange with step 2 gives 2i already",
        _turn(
            omega="10_000.0 ** (torch.arange(0, x.size(1), 2) / x.size(1))"
        ): "these are the denominators; the exponent needs a minus sign",
        "x + sinusoidal(100, x.size(1))[positions]": "the rows are added; RoPE turns the query or key itself",
        "x * sinusoidal(100, x.size(1))[positions]": "each column is scaled alone; a turn mixes the two of a pair",
        "rotary(x, positions)": "rotary is the notebook's, for a width of 8; take the width from x",
        "x": "nothing is turned",
        _turn("positions.unsqueeze(1) + omega"): "positions and frequencies are added; an angle is their product",
        _turn(
            pair="[a * sin + b * cos, a * cos - b * sin]"
        ): "the two of each pair have changed places: the first is a cos - b sin",
        _turn(
            end="torch.stack({}, dim=0).flatten(1)"
        ): "the pairs were stacked in front; the new dimension belongs behind, dim=-1, to be flattened away",
        _turn(ab="x[0::2], x[1::2]"): "x[0::2] takes rows; columns come after the comma, x[:, 0::2]",
        _turn(omega="10_000.0 ** (-torch.arange(0, x.size(1), 2) / 8)"): EIGHT,
        _turn(omega="10_000.0 ** (-torch.arange(0, 8, 2) / 8)"): EIGHT,
        _turn(
            omega="10_000.0 ** (-torch.arange(x.size(1)) / x.size(1))"
        ): "there is a frequency for each column; a pair shares one, so arange goes in steps of 2",
        _turn(
            omega="10_000.0 ** (-torch.arange(0, x.size(1), 2) / x.size(0))"
        ): "x.size(0) counts rows; the exponent is 2i / d_head, the width",
        _turn(pair="[sin, cos]"): "these are rows of the table; x has no part in them",
        f"{_turn().split('a, b =')[0]}return x * angles.cos() + x * angles.sin()": "each column is scaled alone; a turn mixes the two of a pair",
        f"{_turn().split('a, b =')[0]}out = x.clone()\nout[:, 0::2] = out[:, 0::2] * angles.cos() - out[:, 1::2] * angles.sin()\n"
        "out[:, 1::2] = out[:, 0::2] * angles.sin() + out[:, 1::2] * angles.cos()\nreturn out": "the second line reads columns that the first one has changed; take both halves out, with clone, before you write",
        f"import math\n{_turn().replace('angles.cos(), angles.sin()', 'math.cos(angles), math.sin(angles)')}": "math takes one number at a time; angles.cos() takes all",
        "x[positions]": "this picks rows of x; a position says how far a row turns",
        "interleaved(x, positions)": "interleaved turns one vector at one position; here is a row for each of them",
    },
    praise="the length of each row is as before, and a score knows the offset only",
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
