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


HEALTHY = (patients.c, with_the_module)
PASSES = {  # of the faulty ones, easiest fault first: what a test that says True to it leaves out
    patients.d: "one row for all passes: compare with the rows that should have come",
    patients.b: "rows that go by sentence pass: compare with the rows that should have come",
    patients.a: "too short, or only its first rows are compared: positions in bfloat16 go wrong from 257 on only",
    patients.e: "a promoted sum passes: put float32 in, and look at the dtype of what comes out",
    words_lost: "zeros do not show whether the words are kept; put numbers in",
    first_sentence_only: "one sentence does not show what the second one gets",
    other_sentences_only: "the first sentence is not looked at: it may get other rows than the second",
    one_row_on: "rows that begin at position 1 pass: compare with the rows that should have come",
    other_n: "the table of another n passes: compare with the rows that should have come",
    a_little_less: "the tolerance is too wide: rows that are 5 % too small pass",
}
