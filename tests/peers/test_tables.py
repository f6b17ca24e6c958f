"""Tables called sinusoidal: those of lesson 08's own cell beside Whisper's, RoFormer's and another."""

import torch
from transformers.models.roformer.modeling_roformer import RoFormerSinusoidalPositionalEmbedding
from transformers.models.whisper.modeling_whisper import sinusoids
from x_transformers.x_transformers import ScaledSinusoidalEmbedding

from tests.support.claims import agree, claim
from tools import lessons

EIGHT = "08_pitfalls"
SINES_FIRST = "Some code puts all sines first and then all cosines."
THEIRS_TOO = "Whisper's encoder does the same."


def lesson_08() -> dict[str, torch.Tensor]:
    """The three tables as the lesson's cell makes them, 50 rows of 8 columns."""
    return lessons.defined(EIGHT, "sines_first", "reordered", "tensor2tensor")


def test_whisper_has_the_third_table_of_the_lesson():
    agree(lesson_08()["tensor2tensor"], sinusoids(50, 8), claim(EIGHT, THEIRS_TOO))


def test_the_last_frequency_of_that_table_is_exactly_one_over_n():
    rows = sinusoids(5001, 64)
    expected = torch.tensor(5000 / 10_000).sin()
    agree(rows[5000, 31], expected, claim(EIGHT, "so that the last frequency is exactly $1/n$"), 1e-4)


def test_roformer_puts_all_sines_first_with_the_papers_exponent():
    table = RoFormerSinusoidalPositionalEmbedding(50, 8)
    agree(lesson_08()["reordered"], table.create_weight(), claim(EIGHT, SINES_FIRST))


def test_x_transformers_puts_all_sines_first_too():
    table = ScaledSinusoidalEmbedding(8)
    with torch.no_grad():
        theirs = table(torch.zeros(1, 50, 8)) / table.scale
    agree(lesson_08()["reordered"], theirs, claim(EIGHT, SINES_FIRST, "x-transformers"))
