"""Exercises of lesson 12."""

import math

import torch

from pe_lesson import frequencies
from pe_lesson.exercises._engine import exercise
from pe_lesson.positions.rope_scaling import by_parts

NOTEBOOK = """
import torch
trained, n, steps, seeds = 16, 100, 300, 2
own = frequencies(16, n)
"""


def _squeezed(length: int, trained: int) -> torch.Tensor:
    return torch.arange(length, dtype=torch.float64) * min(1, trained / length)


exercise(
    "12.1",
    head="def squeezed_positions(length, trained_length):",
    names=NOTEBOOK,
    cases=[(4, 2), (10, 4), (3, 5), (32, 16)],
    right=_squeezed,
    mistakes={
        "torch.arange(length)": "these are the positions as they are; a text that is too long has them squeezed",
        "torch.arange(length) * trained_length / length": "right for long texts; a text that fits is not stretched out: it keeps its positions",
        "torch.arange(length) / min(1, length / trained_length)": "a long text stays as it is here, and a short one is spread out: max takes the larger of two numbers, min the smaller",
        "torch.arange(length) * max(1, length / trained_length)": "this spreads a long text further apart; the factor is upside down",
        "torch.arange(length) * length / trained_length": "this spreads them further apart; the factor is upside down",
        "torch.arange(length) / max(1, length / trained_length) + 1": "position 0 is where a text begins; these begin at 1",
        "torch.arange(length) / max(1, length // trained_length)": "the factor is rounded down to a whole number; a text of 10 is 2.5 times as long as one of 4",
        "torch.arange(1, length + 1) / max(1, length / trained_length)": "positions begin at 0, these do not",
        "torch.arange(length) / trained_length": "this divides by the length of training itself; divide by how many times too long the text is",
        "torch.linspace(0, trained_length, length) if length > trained_length else torch.arange(length)": "linspace puts its last number at the end itself; the step is then not trained_length / length",
        "torch.linspace(0, trained_length - 1, length) if length > trained_length else torch.arange(length)": "the last position lands on trained_length - 1: a step of (trained_length - 1) / (length - 1), where trained_length / length is asked for",
        "torch.arange(length) // max(1, length // trained_length)": "whole numbers only: several tokens share one position. RoPE takes positions between whole numbers",
        "torch.arange(length).clamp(max=trained_length - 1)": "this gives all late tokens one position; squeezing moves all of them closer",
        "torch.arange(length) % trained_length": "this begins again at 0, so two tokens have one position; squeezing moves all of them closer",
        "torch.arange(trained_length)": "there is one position per token: length of them",
        "torch.arange(length) * trained / length": "this takes trained from the notebook; the function is given trained_length",
        "torch.arange(length) / 4": "the factor 4 is that of one text; take it from the arguments",
    },
    praise="every angle stays within those of training, and a text that fits is left alone",
)

exercise(
    "12.2",
    head="def finished(omega, length):",
    names=NOTEBOOK,
    cases=[
        (torch.tensor([1.0, 0.3, 0.1], dtype=torch.float64), 30),
        (frequencies(16, 100), 16),
        (torch.tensor([2 * math.pi / 8, 0.1], dtype=torch.float64), 8),  # one turn, to the bit
        (frequencies(8, 10_000), 1000),
        (torch.tensor([0.01, 0.02, 0.001], dtype=torch.float64), 7),
        (torch.tensor([2 * math.pi, 0.9, 0.5, 0.01], dtype=torch.float64), 10),
        (torch.tensor([0.7, 0.63, 0.01], dtype=torch.float64), 9),  # 6.3 radians, one turn; 5.67, none with one more
    ],
    right=lambda omega, length: int((omega * length >= 2 * math.pi).sum()),
    mistakes={
        "int((omega * length >= 1).sum())": "this counts pairs that pass 1 radian; a whole turn is 2π of them",
        "int((omega * length > 2 * torch.pi).sum())": "a pair that makes exactly one turn counts too: one turn or more",
        **{
            f"int((omega * (length - 1) {more} 2 * torch.pi).sum())": "turns are counted over length positions, not length - 1"
            for more in (">=", ">")
        },
        "int((omega * (length + 1) >= 2 * torch.pi).sum())": "turns are counted over length positions, not length + 1",
        "int((omega >= 1).sum())": "this looks at one step only; over the text a pair turns by its frequency times the length",
        "int((omega * length >= torch.pi).sum())": "π is half a turn",
        **dict.fromkeys(
            (
                "int((omega * length < 2 * torch.pi).sum())",
                "int((omega * length <= 2 * torch.pi).sum())",
            ),
            "these are the pairs that do not finish a turn; count the others",
        ),
        "omega * length >= 2 * torch.pi": "right for each pair; how many are there? Count them, with .sum()",
        "(omega * length / (2 * torch.pi)).sum().item()": "this adds the turns of all pairs up; count the pairs that have 1 or more",
        "int((omega * length / (2 * torch.pi)).sum())": "this adds the turns of all pairs up; count the pairs that have 1 or more",
        "int((omega * length / (2 * torch.pi)).floor().sum())": "this adds up turns, not pairs: a pair that turns often counts once",
        "omega * length / (2 * torch.pi)": "these are the turns of each pair; how many pairs have 1 or more?",
        "int((omega * trained >= 2 * torch.pi).sum())": "this takes the notebook's trained; the function is given a length",
        "int((own * length >= 2 * torch.pi).sum())": "this takes the notebook's own; the function is given omega",
        "len(omega)": "this counts all pairs",
        "int((length / omega >= 2 * torch.pi).sum())": "the length is divided by the frequency; the angle is their product",
        "int((omega * length * 2 * torch.pi >= 1).sum())": "radians become turns when they are divided by 2π, not multiplied",
    },
    praise="a pair that has gone round once has shown all its angles",
)

PARTS = "made = trained_length * omega / (2 * torch.pi)\nkeep = {}\nreturn {}"
MIX = "omega * keep + omega / factor * (1 - keep)"
RAMP = "((made - slow) / (fast - slow)).clamp(0, 1)"
exercise(
    "12.3",
    head="def in_parts(omega, factor, trained_length, slow, fast):",
    names=NOTEBOOK,
    cases=[
        (frequencies(6, 100), 2.0, 16, 0.3, 5.0),
        (frequencies(16, 100), 4.0, 16, 0.5, 2.0),
        (frequencies(8, 10_000), 8.0, 300, 1.0, 4.0),
    ],
    right=by_parts,
    mistakes={
        PARTS.format(
            "((made - slow) / (fast - slow))", MIX
        ): "the share that is kept goes below 0 or above 1; clamp it to [0, 1]",
        PARTS.format(
            RAMP, "omega * (1 - keep) + omega / factor * keep"
        ): "the fast pairs are squeezed and the slow ones kept; it should be the other way round",
        PARTS.format(
            RAMP, "omega * keep + omega * factor * (1 - keep)"
        ): "squeezing makes a pair slower: divide by the factor",
        PARTS.format(
            "(made >= fast).double()", MIX
        ): "a pair is kept or squeezed, nothing between; between the bounds the share goes over evenly",
        PARTS.format(
            "(made >= slow).double()", MIX
        ): "a pair is kept or squeezed, nothing between; between the bounds the share goes over evenly",
        PARTS.format(
            "((made - slow) / fast).clamp(0, 1)", MIX
        ): "the ramp should reach 1 at fast: divide by the distance of the bounds",
        **{
            PARTS.format(
                f"({line}).clamp(0, 1)", MIX
            ): "take slow off before you divide: the share is 0 at slow, 1 at fast"
            for line in (
                "made / (fast - slow)",
                "made - slow / (fast - slow)",
                "made / (fast - slow) - slow",
                "made / fast - slow",
            )
        },
        PARTS.format(
            "((made - slow) / (slow - fast)).clamp(0, 1)", MIX
        ): "slow - fast is below 0, so the share grows the wrong way: divide by fast - slow",
        PARTS.format(
            "((made - slow) / (fast + slow)).clamp(0, 1)", MIX
        ): "the ramp should reach 1 at fast: the distance of the bounds is a difference",
        PARTS.format("(made / fast).clamp(0, 1)", MIX): "the ramp should begin at slow, not at 0",
        PARTS.format(RAMP, "omega / (keep + factor * (1 - keep))"): "this mixes the divisors; mix the two frequencies",
        PARTS.format(RAMP, "omega * keep"): "the squeezed part is missing: a slow pair is not stopped",
        PARTS.format(RAMP, "omega / factor"): "this squeezes every pair; use the share that is kept",
        PARTS.format(RAMP, "keep"): "this is the share that is kept; give the frequencies",
        PARTS.format(RAMP, "made"): "these are the turns in training; give the frequencies",
        "made = trained_length * omega\nkeep = "
        + RAMP
        + "\nreturn "
        + MIX: "the bounds are counted in turns; trained_length * omega is in radians",
        "keep = ((omega - slow) / (fast - slow)).clamp(0, 1)\nreturn "
        + MIX: "the bounds are compared with the frequencies; compare the turns in training",
        "made = trained_length / (2 * torch.pi * omega)\nkeep = "
        + RAMP
        + "\nreturn "
        + MIX: "the turns are the length times the frequency over 2π; here it is divided by the frequency",
        "made = trained * omega / (2 * torch.pi)\nkeep = "
        + RAMP
        + "\nreturn "
        + MIX: "this takes trained from the notebook; the function is given trained_length",
        "made = trained_length * own / (2 * torch.pi)\nkeep = "
        + RAMP
        + "\nreturn "
        + MIX: "this takes own from the notebook; the function is given omega",
        "omega": "the frequencies come back as they were",
    },
    praise="this is how Llama 3.1 reads texts longer than those of its first training",
)
