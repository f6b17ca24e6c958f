"""Exercises of lesson 13."""

import math

import torch

from pe_lesson.exercises._engine import Mistake, exercise

NOTEBOOK = """
import math, torch
seq_length, d_model, n, half = 24, 32, 10_000, 16
"""

exercise(
    "13.1",
    head="def row_of(offset, largest):",
    names=NOTEBOOK,
    cases=[
        (torch.tensor([-1, 0, 1]), 3),
        (torch.tensor([-9, -3, -2, 0, 1, 2, 4, 5, 7]), 2),
        (torch.tensor([[0, 4], [-4, 0]]), 3),
    ],
    right=lambda offset, largest: offset.clamp(-largest, largest) + largest,
    mistakes={
        "offset + largest": "right for near offsets; a far one has no row: it shares the last row of its side",
        "offset.clamp(-largest, largest)": "clipped, but rows count from 0, and half of these are negative: torch would take them from the other end",
        **dict.fromkeys(
            ("(offset + largest).clamp(0, 2 * largest + 1)", "offset.clamp(-largest, largest + 1) + largest"),
            "right on the left; 2 * largest + 1 rows end with row 2 * largest",
        ),
        "(offset + largest).clamp(1, 2 * largest)": "right on the right; the first row is row 0",
        "(offset + largest).clamp(-largest, largest)": "these bounds are those of offsets; after the addition they are 0 and 2 * largest",
        "offset.clamp(-largest, largest) + 2 * largest": "the lowest row should be 0, and it is largest here: add it once",
        "offset.clamp(0, 2 * largest)": "all keys to the left get row 0; they have rows of their own",
        "(offset + largest).clamp(min=0)": "the left side is clipped, the right side is not",
        "(offset + largest).clamp(max=2 * largest)": "the right side is clipped, the left side is not",
        "offset.clamp(max=largest) + largest": "the right side is clipped, the left side is not",
        "offset.clamp(min=-largest) + largest": "the left side is clipped, the right side is not",
        "offset.abs().clamp(max=largest)": "this gives left and right the same row; the sign of an offset counts",
        "offset.abs().clamp(max=largest) + largest": "this gives left and right the same row; the sign of an offset counts",
        "offset.clamp(-largest, largest) + largest + 1": "one too many: row 0 is for -largest",
        "largest - offset.clamp(-largest, largest)": "left and right have changed places: row 0 is for -largest",
        "(offset + largest) % (2 * largest + 1)": "a remainder sends far offsets to rows of near ones; clip them instead",
        "offset % (2 * largest + 1)": "a remainder sends far offsets to rows of near ones; clip them instead",
        "offset.clamp(-largest, largest - 1) + largest": "the last row, for largest and beyond, is never used",
        "(offset + largest).clamp(0, largest)": "the table has 2 * largest + 1 rows; this stops in its middle",
        "offset.clamp(-2, 2) + 2": "this is the table of largest=2; take the number from the argument",
    },
    praise="every offset has a row, however far: that is why no text is too long",
)


def _whole(_answer: object, values: list[object]) -> None:
    if any(isinstance(value, torch.Tensor) and value.is_floating_point() for value in values):
        raise Mistake("the numbers are right but floating; whole numbers are asked for")


NUMBER = "k = torch.arange(height * width)\n"
exercise(
    "13.2",
    head="def places(height, width):",
    names=NOTEBOOK,
    cases=[(2, 3), (3, 2), (1, 4), (4, 3)],
    right=lambda height, width: torch.cartesian_prod(torch.arange(height), torch.arange(width)),
    also=_whole,
    mistakes={
        NUMBER
        + "return torch.stack([k % width, k // width], dim=1)": "the column stands first here; row first, then column",
        NUMBER
        + "return torch.stack([k // height, k % height], dim=1)": "height and width have changed places: a row of the grid has `width` patches",
        NUMBER
        + "return torch.stack([k // width, k % height], dim=1)": "the rows are right; a column is the remainder by width, too: a row of the grid has `width` patches",
        NUMBER
        + "return torch.stack([k // height, k % width], dim=1)": "the columns are right; the division is by width, too: a row of the grid has `width` patches",
        NUMBER
        + "return torch.stack([k % height, k // height], dim=1)": "this goes down the columns; reading order goes along a row first",
        NUMBER
        + "return torch.stack([k // width, k % width])": "right numbers, but one row of the result per direction; one row per patch is asked for: dim=1",
        NUMBER
        + "return torch.stack([k // width, k % width], dim=1) + 1": "rows and columns are numbered from 1 here; positions begin at 0",
        NUMBER + "return torch.stack([k / width, k % width], dim=1)": "a row is a whole number: divide with //",
        NUMBER
        + "return torch.stack([k, k], dim=1)": "this is the number of the patch twice; split it into row and column",
        NUMBER + "return k // width": "these are the rows; the columns are missing",
        NUMBER + "return k % width": "these are the columns; the rows are missing",
        NUMBER + "return k": "this is the number of each patch; split it into row and column",
        NUMBER
        + "return k.view(height, width)": "this is the number of each patch, as a grid; split it into row and column",
        NUMBER
        + "return torch.stack([k // width, k % width], dim=1).view(height, width, 2)": "right, but still a grid; the patches should stand in one list, (height * width, 2)",
        "k = torch.arange(196)\nreturn torch.stack([k // 14, k % 14], dim=1)": "this is the grid of 14 by 14; take height and width",
        "return torch.stack([torch.arange(height), torch.arange(width)], dim=1)": "this pairs row 0 with column 0, row 1 with column 1; each row has all columns",
    },
    praise="with these two columns, AxialRotary knows where each patch stands",
)


def _bucket(d: int, near: int, wide: int, farthest: int) -> int:
    if d < near:
        return d
    return min(near + wide - 1, near + int(wide * math.log(d / near) / math.log(farthest / near)))


NEAR = "if d < near:\n    return d\n"
GROWN = "grown = math.log(d / near) / math.log(farthest / near)\n"
CAP = "return min(near + wide - 1, {})"
exercise(
    "13.3",
    head="def bucket(d, near, wide, farthest):",
    names=NOTEBOOK,
    cases=[
        (3, 16, 16, 128),
        (0, 4, 4, 30),
        (16, 16, 16, 128),
        (30, 8, 8, 128),
        (60, 16, 16, 128),
        (20, 4, 24, 64),
        (5000, 8, 5, 100),
        (1000, 16, 16, 128),
        (10, 8, 8, 128),
    ],
    right=_bucket,
    mistakes={
        NEAR
        + GROWN
        + "return near + int(wide * grown)": "right up to farthest; beyond it the last bucket, near + wide - 1, holds everything",
        GROWN
        + CAP.format(
            "near + int(wide * grown)"
        ): "below near the logarithm is of no use, and 0 has none: there a distance has the bucket of its own number",
        **{
            NEAR + GROWN + code: "near is not added: the wide buckets come after the first near"
            for code in (
                CAP.format("int(wide * grown)"),
                "return min(wide - 1, int(wide * grown))",
                "return min(wide, int(wide * grown))",
                "return int(wide * grown)",
            )
        },
        NEAR
        + GROWN
        + "return min(31, near + int(wide * grown))": "31 is the last bucket of T5 alone; here it is near + wide - 1",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d / near) / math.log(farthest))"
        ): "the lower logarithm is that of farthest / near",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d) / math.log(farthest / near))"
        ): "the upper logarithm is that of d / near: at near it should be 0",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d / near) / math.log(farthest - near))"
        ): "the lower logarithm is that of a ratio: divide farthest by near, do not subtract",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d - near) / math.log(farthest - near))"
        ): "d - near is 0 at near, and 0 has no logarithm: the ratio d / near is asked for",
        NEAR
        + GROWN
        + CAP.format(
            "near + round(wide * grown)"
        ): "this rounds to the nearest bucket; a bucket begins at its bound: round down",
        NEAR
        + GROWN
        + CAP.format("near + math.ceil(wide * grown)"): "this rounds up; a bucket begins at its bound: round down",
        NEAR + GROWN + CAP.format("near + wide * grown"): "a bucket is a whole number: round down",
        NEAR
        + GROWN
        + "return min(near + wide, near + int(wide * grown))": "one bucket too many: counted from 0, the last one is near + wide - 1",
        NEAR
        + GROWN
        + CAP.format(
            "near + int(near * grown)"
        ): "the logarithm is spread over near buckets here; there are wide of them",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d) / math.log(farthest))"
        ): "the wide buckets begin at near: the logarithm of d / near is 0 there",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d - near + 1) / math.log(farthest - near + 1))"
        ): "the bounds should grow by one factor from near on: divide by near, do not subtract it",
        NEAR
        + CAP.format(
            "near + int(wide * (d - near) / (farthest - near))"
        ): "these buckets are all of one width; the bounds should grow by one factor",
        NEAR
        + CAP.format("near + int(math.log2(d / near))"): "one bucket per doubling; wide buckets should reach farthest",
        NEAR
        + CAP.format(
            "near + int(wide * math.log(d / near))"
        ): "divide by the logarithm of farthest / near, else the last bucket is reached too early",
        NEAR + "return near + wide - 1": "all that is not near is in one bucket here; there are wide of them",
        "return min(d, near + wide - 1)": "this is clipping: one bucket per distance to the end; after near they should grow",
        "if d < 16:\n    return d\nreturn min(31, 16 + int(16 * math.log(d / 16) / math.log(128 / 16)))": "these are the sizes of T5's decoder; take them from the arguments",
        "return d": "this is the distance itself; only below near is it the bucket",
    },
    praise="near exactly, far roughly, and never an end: with four numbers you have all of T5's buckets",
)
