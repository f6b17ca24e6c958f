"""Encoders that exercise 08.4 tries a learner's test on: two healthy ones, and faults with the sentence for each."""

import torch
from torch import Tensor

from pe_lesson import PositionalEncoding, sinusoidal
from pe_lesson.exercises import patients


def with_the_module(x: Tensor) -> Tensor:
    encoded: Tensor = PositionalEncoding(4, 0.0, 1000, 100)(x)
    return encoded


def first_sentence_only(x: Tensor) -> Tensor:
    return torch.cat([patients.c(x[:1]), x[1:]])


def other_sentences_only(x: Tensor) -> Tensor:
    return torch.cat([x[:1], patients.c(x[1:])])


def words_lost(x: Tensor) -> Tensor:
    return patients.c(torch.zeros_like(x))


def one_row_on(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4, 100, start=1)


def other_n(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4)


def a_little_less(x: Tensor) -> Tensor:
    return x + 0.95 * sinusoidal(x.size(1), 4, 100)


def rows_reversed(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4, 100).flip(0)


def columns_swapped(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4, 100)[:, [1, 0, 3, 2]]


def first_words_only(x: Tensor) -> Tensor:
    half = x.size(1) // 2
    return torch.cat([patients.c(x)[:, :half], x[:, half:]], dim=1)


def last_words_only(x: Tensor) -> Tensor:
    half = x.size(1) // 2
    return torch.cat([x[:, :half], patients.c(x)[:, half:]], dim=1)


def too_low(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4, 100).clamp(max=0.5)


def too_high(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4, 100).clamp(min=-0.5)


HEALTHY = (patients.c, with_the_module)
PASSES = {  # of the faulty ones, easiest fault first: what a test that says True to it leaves out
    patients.d: "one row for all passes: compare with the rows that should have come",
    patients.b: "rows that go by sentence pass: compare with the rows that should have come",
    patients.a: "rows of positions in bfloat16 pass, which go wrong from 257 on only: is x too short, or compared in part?",
    patients.e: "a promoted sum passes: put float32 in, and look at the dtype of what comes out",
    words_lost: "a function that forgets the words passes: put other numbers in than zeros or tiny ones, and compare x as well",
    first_sentence_only: "a second sentence without rows passes: put two sentences in, and compare both",
    other_sentences_only: "a first sentence without rows passes: compare every sentence",
    one_row_on: "rows that begin at position 1 pass: compare with the rows that should have come",
    other_n: "the table of another n passes: compare with the rows that should have come",
    first_words_only: "last words without rows pass: compare every word",
    last_words_only: "first words without rows pass: compare every word",
    rows_reversed: "rows in reverse order pass: compare entry by entry",
    columns_swapped: "cosines in the place of sines pass: compare entry by entry",
    too_low: "entries that are too small pass: compare in both directions, with .abs()",
    too_high: "entries that are too large pass: compare in both directions, with .abs()",
    a_little_less: "rows that are 5 % too small pass: is the tolerance too wide, or x so large that rounding hides them?",
}
