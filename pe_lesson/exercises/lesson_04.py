"""Exercises of lesson 04. Number 04.3 is not used again."""

import math

from pe_lesson.encoding.table import sinusoidal_loop
from pe_lesson.exercises._engine import Mistake, exercise
from pe_lesson.exercises._run import table_ends

NOTEBOOK = """
n, d_model, max_length = 1000, 4, 10
table = torch.tensor(sinusoidal_loop(max_length, d_model, n))
"""
COLUMN_FOR_PAIR = "this took the column for the pair; i is column // 2"
DOUBLED = "the exponent is doubled; it is 2i / d_model, with i = column // 2"
HALVED = "the exponent is halved; it is 2i / d_model, with i = column // 2"
PRECEDENCE = "** binds before * and /: the exponent needs parentheses, as in n ** (…)"
OFF_BY_ONE = "off by one: positions are counted from 0, so position 7 is k = 7"

exercise(
    "04.1",
    head="entry =",
    names=NOTEBOOK,
    right=math.cos(7 / 50 ** (2 / 8)),
    mistakes={
        "math.sin(7 / 50 ** (2 * 1 / 8))": "the pair is right, the function is not: an odd column holds the other one",
        "math.cos(7 / 50 ** (2 * 3 / 8))": "this took the column for the pair: i is column // 2, not 3",
        "math.sin(7 / 50 ** (2 * 3 / 8))": f"{COLUMN_FOR_PAIR}; and an odd column is no sine",
        "math.cos(7 / 50 ** (3 / 8))": "the exponent is 2i over d_model, and i is column // 2; this used 3 / 8",
        "math.sin(7 / 50 ** (3 / 8))": "the exponent is 2i over d_model, this used 3 / 8; and an odd column is no sine",
        "math.cos(7 / 50 ** (2 * 2 / 8))": f"{DOUBLED} and d_model = 8",
        "math.cos(7 / 50 ** (1 / 8))": HALVED,
        "math.cos(7 * 50 ** (2 * 1 / 8))": "this multiplies by the denominator; the formula divides",
        "math.cos(6 / 50 ** (2 * 1 / 8))": OFF_BY_ONE,
        "math.cos(8 / 50 ** (2 * 1 / 8))": OFF_BY_ONE,
        "math.cos(7 / 1000 ** (2 * 1 / 8))": "this used n = 1000 from the lesson's first cell; the exercise asks for n = 50",
        "math.cos(7 / 10000 ** (2 * 1 / 8))": "this used n = 10,000; the exercise asks for n = 50",
        "float(table[7, 3])": "this is the entry of the notebook's table; d_model = 8 and n = 50 are asked for",
        "math.cos(math.radians(7 / 50 ** (2 * 1 / 8)))": "this took the angle for degrees; it is in radians",
        "math.degrees(7 / 50 ** (2 * 1 / 8))": "this is the angle, in degrees; its sine or cosine, in radians, is asked for",
        "7 / 50 ** (2 * 1 / 8)": "this is the angle; its sine or cosine is asked for",
        "50 ** (2 * 1 / 8)": "this is the denominator; divide the position by it, then go on with the formula",
        "1 / 50 ** (2 * 1 / 8)": "this is the frequency; the position is missing, and then sine or cosine",
        "math.cos(7)": "this is pair 0, whose denominator is 1; column 3 belongs to another pair (or // made the exponent 0)",
        "math.sin(7)": "this is pair 0, whose denominator is 1; column 3 belongs to another pair (or // made the exponent 0)",
        "math.cos(7 / 50 ** 2 * 1 / 8)": PRECEDENCE,
        "math.cos(7 / 50 * (2 * 1 / 8))": "* was written where the formula has **",
        "math.cos(7) / 50 ** (2 * 1 / 8)": "the division belongs inside the cosine",
        "math.cos(3 / 50 ** (2 * 3 / 8))": "3 is the column and stands where the position belongs",
        "math.cos(3 / 50 ** (2 * 1 / 8))": "3 is the column and stands where the position belongs",
        "math.cos(7 / 8 ** (2 * 1 / 50))": "n and d_model have changed places",
        "math.tan(7 / 50 ** (2 * 1 / 8))": "no column holds a tangent; even ones hold sines",
    },
    otherwise="fill in the parts one by one: the pair of column 3, its exponent, the angle, then sine or cosine",
    praise="column 3 is the cosine of pair 1",
)


def _row(angle: str, pair: str = "math.sin(angle), math.cos(angle)", pairs: str = "range(d_model // 2)") -> str:
    return f"numbers = []\nfor i in {pairs}:\n    angle = {angle}\n    numbers += [{pair}]\nreturn numbers"


def _by_column(exponent: str) -> str:
    return f"waves = math.sin, math.cos\nreturn [waves[c % 2](k / n ** ({exponent})) for c in range(d_model)]"


BUILD = "build the row from k, whichever it is"
ANGLE = "k / n ** (2 * i / d_model)"
BOTH = "math.sin(angle), math.cos(angle)"
exercise(
    "04.2",
    head="def row(k, d_model, n):",
    names=NOTEBOOK,
    cases=[(1, 2, 10), (5, 6, 50), (2, 8, 300), (6000, 2, 10)],
    right=lambda k, d_model, n: sinusoidal_loop(k + 1, d_model, n)[k],
    stop=lambda error: table_ends(error, BUILD),
    mistakes={
        _row(ANGLE, "math.cos(angle), math.sin(angle)"): "sine and cosine are swapped: even columns hold sines",
        "angles = [k / n ** (2 * i / d_model) for i in range(d_model // 2)]\n"
        "return [math.sin(a) for a in angles] + [math.cos(a) for a in angles]": "all sines come before all cosines; they should alternate",
        _row("k / n ** (4 * i / d_model)"): "the exponent is doubled; it is 2i / d_model, with i = 0, 1, 2, …",
        _row("k / n ** (i / d_model)"): "the exponent is halved; it is 2i / d_model, with i the pair",
        _row("k * n ** (2 * i / d_model)"): "this multiplies by the denominator; the formula divides",
        _row("k / n ** (2 * i // d_model)"): "// makes every exponent 0; divide with /",
        _row("k / n ** 2 * i / d_model"): PRECEDENCE,
        _row("k / n ^ (2 * i / d_model)"): "^ is no power in Python; ** is",
        _row("(k - 1) / n ** (2 * i / d_model)"): "this is the row before; use k as it comes, counted from 0",
        _row("(k + 1) / n ** (2 * i / d_model)"): "this is the row after; use k as it comes, counted from 0",
        _row("k / 1000 ** (2 * i / d_model)"): "this used the n of the lesson's first cell, not the argument n",
        _row("k / 10000 ** (2 * i / d_model)"): "this used n = 10,000, not the argument n",
        _row("k / n ** (2 * i / 4)"): "this used the d_model of the lesson's first cell, not the argument",
        _row("math.radians(k / n ** (2 * i / d_model))"): "the angles are in radians already; degrees play no part",
        _row(ANGLE, "math.sin(angle), math.sin(angle)"): "every column is a sine; the odd ones should be cosines",
        _row(ANGLE, "math.cos(angle), math.cos(angle)"): "every column is a cosine; the even ones should be sines",
        _row(ANGLE, "math.sin(angle)"): "only the sines are there: one number for each pair, and two are asked for",
        _row(ANGLE, "angle"): "these are the angles; append the sine and the cosine of each",
        _row(ANGLE, "angle, angle"): "these are the angles; append the sine and the cosine of each",
        _row(ANGLE, "(math.sin(angle), math.cos(angle))"): "these are pairs in a list; one flat list is asked for",
        _row(
            ANGLE, pairs="range(d_model)"
        ): "twice as long: the loop runs over d_model numbers, but there are d_model // 2 pairs",
        _row(ANGLE, pairs="range(1, d_model // 2 + 1)"): "pairs are counted from 0; this begins with pair 1",
        _row(ANGLE, pairs="range(1, d_model // 2)"): "pairs are counted from 0; the first pair is missing",
        _row(ANGLE, pairs="range(d_model // 2 - 1)"): "the last pair is missing",
        _row(ANGLE, pairs="range(d_model // 2 - 1)").replace(
            "return numbers", "return numbers + [0.0, 0.0]"
        ): "the last pair is missing, its two numbers are 0 still: range(n) ends before n already",
        _row("k / n ** (i / d_model)", pairs="range(d_model)"): "this goes through columns as if each were a pair",
        _row(ANGLE)
        .replace("    numbers +=", "    numbers =")
        .replace("numbers = []", ""): "each pass replaces the list; add to it with +=",
        _row(ANGLE).replace("\nreturn", "\n    return"): "only the first pair is there: return stands inside the loop",
        _row(ANGLE).replace(
            "numbers += [math.sin(angle), math.cos(angle)]",
            "numbers = numbers.append(math.sin(angle))\n    numbers = numbers.append(math.cos(angle))",
        ): "append changes the list and returns None: write it on a line of its own, without numbers =",
        _by_column("2 * c / d_model"): COLUMN_FOR_PAIR,
        _by_column(
            "c / d_model"
        ): "here the columns of a pair have exponents of their own; both have 2i / d_model, with i = column // 2",
        "return sinusoidal_loop(k + 1, d_model, n)": "this is the whole table; its row k is asked for",
        "return sinusoidal_loop(max_length, d_model, n)[k]": f"position 6000 is beyond your table of 10 rows; {BUILD}",
        "return table[k]": "this is a row of the notebook's table; build the one of the arguments",
        "def row(d_model, k, n):\n"
        + "    "
        + _row(ANGLE).replace("\n", "\n    "): "the arguments come in the order k, d_model, n",
    },
    praise="one position, one row",
)


def _how_many(values: list[object]) -> None:
    for value in values:
        parts = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(parts, list | tuple) and parts and all(isinstance(part, bool) for part in parts):
            raise Mistake("this says of each pair whether it turns; sum counts the True ones")
        if isinstance(value, list | tuple):
            raise Mistake("this is a list; how many are in it?")


COUNT = "return sum({wave} {sign} length for i in range({pairs}))"
SHORTER = "this takes steps off: each pair makes `length` of them, from one position to the next"
BOUNDS = "the count has bounds: in a short text this formula gives fewer than none, or in a long one more pairs than there are"
WAVE = "2 * math.pi * n ** (2 * i / d_model)"
exercise(
    "04.4",
    head="def turned(length, d_model, n):",
    names=NOTEBOOK,
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
    look=_how_many,
    right=lambda length, d_model, n: sum(2 * math.pi * n ** (2 * i / d_model) <= length for i in range(d_model // 2)),
    mistakes={
        COUNT.format(
            wave="n ** (2 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "this counts the pairs that turn by one radian; a full turn is more than that",
        COUNT.format(
            wave="math.pi * n ** (2 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "this counts the pairs that make half a turn",
        COUNT.format(
            wave="360 * n ** (2 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "a full turn is not 360 here; the angle is in radians",
        COUNT.format(
            wave="2 * math.pi / n ** (2 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "upside down: later pairs turn more slowly, so they take more positions for a turn, not fewer",
        COUNT.format(
            wave=WAVE, sign=">", pairs="d_model // 2"
        ): "these are the pairs that do not get round; the others are asked for",
        COUNT.format(
            wave=WAVE, sign="<=", pairs="d_model"
        ): "there are d_model // 2 pairs; this goes on to twice as many",
        COUNT.format(
            wave="2 * math.pi * n ** (4 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "the exponent is doubled; it is 2i / d_model",
        COUNT.format(
            wave="2 * math.pi * n ** (i / d_model)", sign="<=", pairs="d_model // 2"
        ): "the exponent is halved; it is 2i / d_model",
        COUNT.format(wave="2 * math.pi * n ** 2 * i / d_model", sign="<=", pairs="d_model // 2"): PRECEDENCE,
        COUNT.format(
            wave="(2 * math.pi * n) ** (2 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "2π stands outside the power",
        COUNT.format(
            wave="2 * math.pi + n ** (2 * i / d_model)", sign="<=", pairs="d_model // 2"
        ): "2π and the power are multiplied, not added",
        COUNT.format(
            wave=WAVE, sign="<=", pairs="1, d_model // 2"
        ): "pairs are counted from 0; this leaves out pair 0, the fastest one",
        COUNT.format(
            wave=WAVE, sign="<=", pairs="1, d_model // 2 + 1"
        ): "pairs are counted from 0; this begins with pair 1",
        COUNT.format(wave=WAVE, sign="<=", pairs="d_model // 2 - 1"): "the last pair is left out",
        COUNT.format(
            wave=WAVE.replace("n **", "1000 **"), sign="<=", pairs="d_model // 2"
        ): "this used the n of the lesson's first cell, not the argument n",
        COUNT.format(
            wave=WAVE.replace("n **", "10000 **"), sign="<=", pairs="d_model // 2"
        ): "this used n = 10,000, not the argument n",
        COUNT.format(
            wave=WAVE.replace("d_model", "4"), sign="<=", pairs="2"
        ): "this used the d_model of the lesson's first cell, not the argument",
        "return 2 * "
        + COUNT.format(wave=WAVE, sign="<=", pairs="d_model // 2").removeprefix(
            "return "
        ): "this counts columns; pairs are asked for",
        COUNT.format(wave=WAVE, sign="<=", pairs="d_model // 2")
        + " - 1": "this is the number of the last pair that gets round; how many there are is one more, as they are counted from 0",
        COUNT.format(wave=WAVE, sign="<=", pairs="d_model // 2") + " + 1": "one too many: pair 0 is counted already",
        COUNT.format(wave=WAVE, sign="<=", pairs="d_model // 2")
        + " / (d_model // 2)": "this is their share; how many they are is asked for",
        COUNT.format(wave=WAVE, sign="<=", pairs="d_model // 2")
        + " > 0": "True or False says whether there are any; count them",
        "return sum(length / n ** (2 * i / d_model) for i in range(d_model // 2)) // (2 * math.pi)": "this adds the turns of all pairs; count the pairs that make at least one",
        "return [i for i in range(d_model // 2) if 2 * math.pi * n ** (2 * i / d_model) <= length]": "these are the pairs; how many they are is asked for",
        "for i in range(d_model // 2):\n    if 2 * math.pi * n ** (2 * i / d_model) <= length:\n        return i": "this stops at the first pair that gets round; count them all",
        "for i in range(d_model // 2):\n    if 2 * math.pi * n ** (2 * i / d_model) <= length:\n        return 1": "this stops at the first pair that gets round; count them all",
        "count = 0\nfor i in range(d_model // 2):\n    if 2 * math.pi * n ** (2 * i / d_model) <= length:\n        count += 1\n    return count": "it returns after the first pair: return stands inside the loop",
        "return sum(math.sin(length / n ** (2 * i / d_model)) == 0 for i in range(d_model // 2))": "a sine is 0 twice in a turn and rarely exactly; compare the wavelength with the length",
        "return sum(math.ceil(length / (2 * math.pi * n ** (2 * i / d_model))) > 1 for i in range(d_model // 2)) + 1": "one too many: pair 0 is counted already",
        f"return sum({WAVE} <= length - 1 for i in range(d_model // 2))": SHORTER,
        f"return sum({WAVE} <= length - 2 for i in range(d_model // 2))": SHORTER,
        f"return sum({WAVE} <= length - 3 for i in range(d_model // 2))": SHORTER,
        f"return sum({WAVE} <= length + 1 for i in range(d_model // 2))": "one step too many: `length` steps are meant",
        f"return sum(length // ({WAVE}) for i in range(d_model // 2))": "this counts the turns; a pair that turns often counts once",
        **{
            f"last = d_model / 2 * math.log(length / (2 * math.pi)) / math.log(n)\nreturn {count}": BOUNDS
            for last in ("math.floor(last) + 1", "int(last) + 1")
            for count in (last, f"min(d_model // 2, {last})", f"max(0, {last})")
        },
        "last = d_model / 2 * math.log(length / (2 * math.pi)) / math.log(n)\nreturn max(0, min(d_model // 2, int(last) + 1))": "int cuts towards 0: where the formula gives a little less than 0, no pair gets round, and this counts pair 0",
        "return length / (2 * math.pi)": "these are the turns of pair 0; count the pairs that make at least one",
        "return length // (2 * math.pi)": "these are the turns of pair 0; count the pairs that make at least one",
    },
    praise="the others never come round in such a text: they tell its beginning from its end",
)
