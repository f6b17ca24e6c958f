"""Exercise 08.4 tries a learner's test on these encoders: three healthy ones, and faults with a sentence for each."""

from collections.abc import Callable

import torch
from torch import Tensor

from pe_lesson import PositionalEncoding, sinusoidal
from pe_lesson._words import marked
from pe_lesson.exercises import patients

Encoder = Callable[[Tensor], Tensor]


def with_the_module(x: Tensor) -> Tensor:
    """A healthy one, beside patient c."""
    encoded: Tensor = PositionalEncoding(4, 0.0, 1000, 100)(x)
    return encoded


def rounded_otherwise(x: Tensor) -> Tensor:
    """A healthy one whose small numbers are the next ones that float32 has: by allclose they are the same."""
    encoded = patients.c(x)
    return torch.where(encoded.abs() < 1, encoded.nextafter(2 * encoded), encoded)


def _rows(x: Tensor, n: float = 100, start: int = 0) -> Tensor:
    return sinusoidal(x.size(1), 4, n, start=start)


def _where(x: Tensor, part: Tensor) -> Tensor:
    """Add rows in this part of the sentences or words, and leave the others as they came."""
    return torch.where(part, patients.c(x), x)


def _first(count: int) -> Tensor:
    return torch.arange(count) < (count + 1) // 2


HEALTHY = (patients.c, with_the_module, rounded_otherwise)
PASSES: list[tuple[Encoder, str]] = [  # easiest fault first, with what a test leaves out that says True to it
    (patients.d, marked("one row for all passes: compare every word with the row that should have come")),
    (patients.b, marked("rows that go by sentence pass: compare with the rows that should have come")),
    (patients.a, marked(
        "rows of positions in bfloat16 pass, which go wrong from 257 on only: is x too short, compared in part, "
        "or in the mean only?"
    )),
    # exactly the float32 numbers of patient c: rounding cannot tell, the dtype must
    (lambda x: patients.c(x).double(), marked(
        "a promoted sum passes: put float32 in, and look at the dtype of what comes out"
    )),
    (lambda x: patients.c(torch.zeros_like(x)), marked(
        "a function that forgets the words passes: is x compared as well, and is it more than zeros or tiny numbers?"
    )),
    (lambda x: _where(x, torch.arange(len(x))[:, None, None] == 0), marked(
        "a second sentence without rows passes: put two sentences in, and compare both"
    )),
    (lambda x: _where(x, torch.arange(len(x))[:, None, None] > 0), marked(
        "a first sentence without rows passes: compare every sentence"
    )),
    (lambda x: x + _rows(x, start=1), marked(
        "rows that begin at position 1 pass: compare with the rows that should have come"
    )),
    (lambda x: x + _rows(x, n=10_000), marked(
        "the table of another n passes: compare with the rows that should have come, in every column"
    )),
    (lambda x: _where(x, _first(x.size(1))[:, None]), marked("last words without rows pass: compare every word")),
    (lambda x: _where(x, ~_first(x.size(1))[:, None]), marked("first words without rows pass: compare every word")),
    (lambda x: x + _rows(x).flip(0), marked("rows in reverse order pass: compare entry by entry")),
    (lambda x: x + _rows(x)[:, [1, 0, 3, 2]], marked("cosines in the place of sines pass: compare entry by entry")),
    (lambda x: x + _rows(x).clamp(max=0.5), marked(
        "entries up to half too small pass: is the tolerance so wide, or one direction left out (.abs())?"
    )),
    (lambda x: x + (_rows(x) + 0.5).clamp(max=1), marked(
        "entries up to half too large pass: is the tolerance so wide, or one direction left out (.abs())?"
    )),
    (lambda x: x + 0.95 * _rows(x), marked(
        "rows that are 5 % too small pass: is the tolerance too wide, or x so large that rounding hides them?"
    )),
    (lambda x: _where(x, torch.arange(x.size(1))[:, None] > 0), marked(
        "a first word without its row passes: is every word compared, not most of them, in every column and in both "
        "directions (.abs()), and is x small enough to show it?"
    )),
    (lambda x: _where(x, torch.arange(x.size(1))[:, None] < x.size(1) - 1), marked(
        "a last word without its row passes: is every word compared, not most of them, and is x small enough to show "
        "it?"
    )),
    (lambda x: _where(x, (torch.arange(x.size(1)) * 3 // x.size(1) != 1)[:, None]), marked(
        "words in the middle without rows pass: compare every word"
    )),
    (lambda x: x + _rows(x) * torch.tensor([1.0, 0, 1, 1]), marked(
        "a column without cosines passes: compare every column"
    )),
    (lambda x: x + _rows(x) * torch.tensor([1.0, 1, 0, 1]), marked(
        "a column without sines passes: compare every column"
    )),
    (lambda x: patients.c(x)[..., [1, 0, 3, 2]], marked("columns in another order pass: compare entry by entry")),
    (lambda x: x + _rows(x) * (2 - 2 * (torch.arange(len(x)) % 2))[:, None, None], marked(
        "rows that are added twice to one sentence and never to the next pass: compare every sentence by itself"
    )),
    (lambda x: -patients.c(x), marked("a result of the wrong sign passes: is a norm compared, or what abs leaves?")),
    (lambda x: x - _rows(x), marked(
        "rows of the wrong sign pass: are squares compared, or what abs leaves, not the numbers?"
    )),
    (lambda x: patients.c(x) + 0.7, marked(
        "sums that are 0.7 too large pass: are differences compared, not the numbers, or is the tolerance too wide?"
    )),
    (lambda x: 2 * patients.c(x), marked(
        "sums twice as large pass: are directions compared, not the numbers, or is the tolerance too wide?"
    )),
    (lambda x: patients.c(x).bfloat16(), marked("sums in bfloat16 pass: look at the dtype of what comes out")),
    (lambda x: patients.c(x[:1].expand_as(x)), marked(
        "words of the first sentence in every sentence pass: put two different sentences in, and compare both"
    )),
    (lambda x: patients.c(x[:, :1].expand_as(x)), marked(
        "the first word in every place passes: put different words in, and compare all"
    )),
]  # fmt: skip
