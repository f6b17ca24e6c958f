"""Exercises of lesson 05. Number 05.2 is not used again."""

import torch
from torch import Tensor

from pe_lesson import frequencies, sinusoidal
from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Exercise, Mistake, NotAnswered, exercise, grader
from pe_lesson.exercises._run import table_ends

NOTEBOOK = """
n, d_model, max_length = 100, 4, 10
k = torch.arange(max_length).unsqueeze(1)
div_term = n ** (-torch.arange(0, d_model, 2) / d_model)
phases = k * div_term
pe = sinusoidal(max_length, d_model, n)
"""
NATURAL = "the base of the log is wrong; exp undoes the natural log, math.log"
DENOMINATORS = (
    "these are the denominators; the frequency is one over each, so the exponent needs a minus sign (or divide by them)"
)
CUT = "// cuts the exponent to a whole number; divide with /"

ONE_ROW = Exercise(
    number="05.1",
    head="row =",
    names=NOTEBOOK,
    right=frequencies(6, 1000),
    mistakes={
        "1000 ** (torch.arange(0, 6, 2) / 6)": DENOMINATORS,
        "1000 ** (-2 * torch.arange(0, 6, 2) / 6)": "the exponent is doubled: arange with step 2 gives 2i already, not i",
        "1000 ** (-torch.arange(3) / 6)": "the exponent is halved: it is 2i / d_model, and arange with step 2 gives 2i",
        "1000 ** (-torch.arange(1, 6, 2) / 6)": "the exponents are those of odd columns, 1, 3, 5; 2i is 0, 2, 4",
        "1000 ** (-torch.arange(6) / 6)": "six entries: there is one for each pair of columns, not for each column",
        "1000.0 ** (-torch.arange(0, 6, 2))": "it falls to 0 at once: the exponent is not divided by d_model, or the log of n is missing",
        "1000.0 ** (-torch.arange(0, 6, 2) // 6)": CUT,
        "1000.0 ** -(torch.arange(0, 6, 2) // 6)": f"every entry is 1, so every exponent 0: {CUT}",
        "1000.0 ** -torch.arange(0, 6, 2) / 6": "the division stands outside the power; the exponent needs parentheses",
        "1000 ** -torch.arange(0, 6, 2) / 6": "the division stands outside the power; the exponent needs parentheses",
        "(-torch.arange(0, 6, 2) / 6) ** 1000": "base and exponent have changed places",
        "100 ** (-torch.arange(0, 6, 2) / 6)": "this used n = 100, the n of this lesson's first cell; the exercise asks for n = 1000",
        "10_000 ** (-torch.arange(0, 6, 2) / 6)": "this used n = 10,000; the exercise asks for n = 1000",
        "1000 ** (-torch.arange(0, 6, 2) / 4)": "this divided by 4; d_model is 6 here",
        "1000 ** (-torch.arange(0, 4, 2) / 4)": "two entries: this is for d_model = 4; here it is 6",
        "div_term": "this is the notebook's div_term; n = 1000 and d_model = 6 are asked for",
        "torch.exp(torch.arange(0, 6, 2) * (-math.log10(1000) / 6))": NATURAL,
        "torch.exp(torch.arange(0, 6, 2) * (-math.log2(1000) / 6))": NATURAL,
        "torch.exp(1000 ** (-torch.arange(0, 6, 2) / 6))": "exp was taken of the power itself; take it of the exponent times log n",
        "-torch.arange(0, 6, 2) / 6": "these are the exponents; raise n to them",
        "-torch.arange(0, 6, 2) / 6 * math.log(1000)": "exp is missing: this is what it should be taken of",
    },
    otherwise="not the row of frequencies; it begins with 1, and each entry is smaller than the last by the same factor",
    praise="right",
)

WHOLE = (
    "it falls to 0 at once, since its exponents are whole numbers: divide them by d_model, "
    "with / (// cuts to a whole number)"
)


@grader("05.1")
def both_ways(answer: object) -> str:
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise Mistake(f"two tensors are asked for, this is {shown(answer)}")
    if any(part is ... or part is None for part in answer):
        raise NotAnswered
    for name, part in zip(("the first", "the second"), answer, strict=True):
        if isinstance(part, Tensor) and part.tolist() == [1, 0, 0] and not part.is_floating_point():
            raise Mistake(f"{name}: {WHOLE}")
        try:
            ONE_ROW(part)
        except Mistake as mistake:
            raise Mistake(f"{name}: {mistake}") from None
    return "two rows that agree, and both are right"


def _phases(length: int, d_model: int, n: float) -> tuple[Tensor]:
    return (torch.arange(1.0, length + 1, dtype=torch.float64).unsqueeze(1) * frequencies(d_model, n),)


STACK = "torch.stack([phases.sin(), phases.cos()], dim=-1)"
exercise(
    "05.3",
    head="def interleave(phases):",
    names=NOTEBOOK,
    cases=[_phases(1, 4, 100), _phases(5, 6, 10_000), _phases(2, 2, 10)],
    right=lambda phases: torch.stack([phases.sin(), phases.cos()], dim=-1).flatten(1),
    mistakes={
        "torch.cat([phases.sin(), phases.cos()], dim=1)": "sines stand in the first half and cosines in the second; they should alternate",
        "torch.stack([phases.cos(), phases.sin()], dim=-1).flatten(1)": "sine and cosine are swapped: even columns hold sines",
        "torch.stack([phases, phases], dim=-1).flatten(1)": "these are the phases; take their sine and cosine",
        "torch.stack([phases.sin(), phases.cos()]).reshape(len(phases), -1)": "the reshape mixed positions: the new dimension stands first, and joining it with the last takes more than a reshape",
        "phases.sin().repeat_interleave(2, dim=1)": "every column is a sine; each odd column should be a cosine",
        "phases.cos().repeat_interleave(2, dim=1)": "every column is a cosine; each even column should be a sine",
        "phases = torch.deg2rad(phases)\nreturn "
        + STACK
        + ".flatten(1)": "no degrees here: the phases are in radians already",
        "torch.stack([phases.sin(), phases.tan()], dim=-1).flatten(1)": "a tangent stands where a cosine should",
        "phases = phases * torch.arange(phases.size(1))\nreturn "
        + STACK
        + ".flatten(1)": "the phases were changed before the sine was taken; they are finished as they come",
        STACK: "sine and cosine stand in a dimension of their own; the last two dimensions have to become one",
        STACK
        + ".flatten(0, 1)": "flatten joined positions and pairs; the two last dimensions should become one, start_dim=1",
        STACK
        + ".flatten(0, 1).reshape(-1, phases.size(1))": "flatten joined positions and pairs; the two last dimensions should become one, start_dim=1",
        STACK + ".flatten()": "flatten() joins all dimensions, the positions too; leave the first one",
        "torch.cat([phases.sin(), phases.cos()])": "the cosines stand below each other, under the sines; they belong beside them, column by column",
        "pe": "this is the notebook's table; use the phases that come in",
        "phases.sin()": "the cosines are missing: twice as many columns are asked for",
        "phases.sin(), phases.cos()": "these are two tables; weave them into one",
        "torch.stack([phases.sin(), phases.cos()])": "these are two tables; weave them into one",
        "torch.stack([phases.sin(), phases.cos()], dim=1)": "the new dimension stands in the middle; put it last, dim=-1, then join the last two",
        "torch.stack([math.sin(phases), math.cos(phases)], dim=-1).flatten(1)": "math.sin takes one number; torch.sin, or .sin(), takes a tensor",
        "math.sin(phases)": "math.sin takes one number; torch.sin, or .sin(), takes a tensor",
        "return [[math.sin(p), math.cos(p)] for p in phases]": "math.sin takes one number; torch.sin, or .sin(), takes a tensor",
        "phases[:, 0::2] = phases.sin()\nphases[:, 1::2] = phases.cos()\nreturn phases": "the table is twice as wide as the phases; they cannot be written into one another",
    },
    praise="every sine has its cosine beside it: a pair is one unit, which lesson 07 will rotate",
)


def _encode(
    phases: str, end: str = STACK + ".flatten(-2)", row: str = "-2 * torch.arange(d_model // 2) / d_model"
) -> str:
    end = end if "return" in end else f"return {end}"
    return f"div_term = n ** ({row})\nphases = {phases}\n{end}"


def _filled(shape: str) -> str:
    return f"pe = torch.zeros({shape}, d_model)\npe[:, 0::2] = phases.sin()\npe[:, 1::2] = phases.cos()\nreturn pe"


COMPUTE = "compute the rows from the positions"
LAST = "positions.unsqueeze(-1) * div_term"
ONE_MORE = "positions need one dimension more at the end, unsqueeze(-1), to meet the row of frequencies"
ONE_DIMENSION = "this is right for one dimension of positions only; they may have shape (batch, seq_length): count from the end, unsqueeze(-1)"
TWO_DIMENSIONS = "this is right for two dimensions of positions only; they may have one, or three: count from the end"
exercise(
    "05.4",
    head="def encode(positions, d_model, n):",
    names=NOTEBOOK,
    cases=[
        (torch.tensor([3]), 2, 10),
        (torch.tensor([[4, 0, 7], [1, 2, 9]]), 6, 50),
        (torch.tensor([5, 2]), 4, 10),
        (torch.tensor([[7, 7], [0, 43]]), 4, 1000),
        (torch.tensor([20_000]), 2, 10),
    ],
    right=lambda positions, d_model, n: sinusoidal(int(positions.max()) + 1, d_model, n)[positions],
    stop=lambda error: table_ends(error, COMPUTE),
    mistakes={
        _encode("positions * div_term"): ONE_MORE,
        _encode("positions.unsqueeze(1) * div_term"): ONE_MORE,
        _encode("positions.unsqueeze(0) * div_term"): ONE_MORE,
        **{
            _encode(f"positions.{column} * {div_term}", _filled("len(positions)")): ONE_DIMENSION
            for column in ("unsqueeze(1)", "view(-1, 1)")
            for div_term in ("div_term", "div_term.double()")
        },
        _encode("positions.unsqueeze(1) * div_term", STACK + ".flatten(1)"): ONE_DIMENSION,
        _encode(LAST, STACK + ".flatten(2)"): TWO_DIMENSIONS,
        _encode("positions.unsqueeze(2) * div_term"): TWO_DIMENSIONS,
        _encode(
            LAST, STACK + ".flatten(1)"
        ): "flatten(1) joins all dimensions but the first; join the last two, flatten(-2)",
        _encode(LAST, STACK): "sine and cosine stand in a dimension of their own; the last two have to become one",
        _encode(
            LAST, STACK + ".flatten(-2).flatten(0, -2)"
        ): "the sentences ran together; the shape of positions should stay",
        **dict.fromkeys(
            (
                _encode("torch.arange(positions.size(-1)).unsqueeze(1).expand(*positions.shape, 1) * div_term"),
                _encode("torch.arange(positions.size(-1)).unsqueeze(1) * div_term"),
                _encode("torch.arange(positions.numel()).view(*positions.shape, 1) * div_term"),
                "sinusoidal(len(positions), d_model, n)",
                "sinusoidal(positions.size(-1), d_model, n)",
                "sinusoidal(positions.numel(), d_model, n).view(*positions.shape, d_model)",
            ),
            "this counts 0, 1, 2, …, whatever the positions are; use the numbers that come in",
        ),
        _encode(
            LAST, "torch.cat([phases.sin(), phases.cos()], dim=-1)"
        ): "sines stand in the first half and cosines in the second; they should alternate",
        _encode(
            LAST, "torch.stack([phases.cos(), phases.sin()], dim=-1).flatten(-2)"
        ): "sine and cosine are swapped: even columns hold sines",
        _encode(LAST, "phases"): "these are the phases; their sines and cosines are asked for",
        _encode(LAST, "phases.sin()"): "the cosines are missing",
        _encode(LAST, row="2 * torch.arange(d_model // 2) / d_model"): DENOMINATORS,
        _encode(LAST, row="-torch.arange(0, d_model, 2) // d_model"): CUT,
        _encode(LAST, row="-torch.arange(0.0, d_model, 2) // d_model"): CUT,
        _encode(LAST, row="-(torch.arange(0, d_model, 2) // d_model)"): CUT,
        _encode(LAST, row="-torch.arange(d_model // 2) / d_model"): "the exponent is halved: it is 2i / d_model",
        _encode(
            LAST, row="-4 * torch.arange(d_model // 2) / d_model"
        ): "the exponent is doubled: arange with step 2 gives 2i already",
        _encode("(positions + 1).unsqueeze(-1) * div_term"): "one too many: use the positions as they come",
        "pe[positions]": "these are rows of the first table, for its n and its width; the arguments name others",
        "sinusoidal(max_length, d_model, n)[positions]": f"position 43 is beyond your table of 10 rows; {COMPUTE}",
        _encode(
            LAST, _filled("*positions.shape")
        ): "`pe[:, 0::2]` cuts the second dimension; with a batch in front the columns are the last: `...` stands for all before it",
        _encode(
            LAST, _filled("len(positions)")
        ): "this table has one dimension for positions; they may have more: torch.zeros(*positions.shape, d_model)",
        "sinusoidal(positions, d_model, n)": "sinusoidal takes a length, not positions",
        "sinusoidal(int(positions.max()) + 1, d_model, n)": "this is the whole table; give each position its row",
        _encode("positions.unsqueeze(-1) * frequencies(d_model)"): "this used n = 10,000, not the argument n",
    },
    praise="any positions, in any order, however far on: that is what a model needs when it starts in the middle",
)
