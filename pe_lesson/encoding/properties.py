"""Five properties that an encoding should have, each as a test. ``schemes`` has four encodings to try them on.

An article, one of the sources, asks for the properties. Where it says "large" or "fast", a constant below says
how much; where it asks for similar steps, the test asks for equal ones.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch

from pe_lesson._check_arguments import check_list
from pe_lesson._text_table import text_table
from pe_lesson._words import marked, say
from pe_lesson.encoding._check_schemes import scheme_table, two_or_more
from pe_lesson.encoding.schemes import SCHEMES, Scheme

LARGEST_ENTRY = 3.0  # three standard deviations of an N(0, 1) embedding's entries
LARGEST_GROWTH = 1.5  # of the largest entry, when the sequence gets twice as long
SAME = 1e-3  # rows nearer than this, and step lengths that differ by less than this part, count as the same
ROUNDING = 1e-5  # of float32 sines and cosines: what differs by less than this is equal, even 0


@dataclass(frozen=True)
class Result:
    """Whether a scheme has one property, and why; true if it has.

    Example:
        >>> from pe_lesson.encoding.schemes import binary_code
        >>> distinct_rows(binary_code)
        ✓ property 5, distinct: the closest rows, 0 and 1, are 1.0000 apart
    """

    number: int
    name: str
    passed: bool
    reason: str

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        line = say("property {number}, {name}: {reason}", number=self.number, name=say(self.name), reason=self.reason)
        return f"{'✓' if self.passed else '✗'} {line}"


def fixed_rows(scheme: Scheme, seq_length: int = 16) -> Result:
    """Property 1: a position has the same row in sequences of any length (no scheme is shown the tokens)."""
    name, twice = marked("fixed"), 2 * two_or_more(seq_length)
    short, long = scheme_table(scheme, seq_length), scheme_table(scheme, twice)
    if short.size(1) != long.size(1):
        reason = say(
            "{columns} columns at length {length}, {more} at {twice}",
            columns=short.size(1), length=seq_length, more=long.size(1), twice=twice,
        )  # fmt: skip
        return Result(1, name, False, reason)
    gap = (short - long[:seq_length]).abs().amax(dim=1)
    if gap.max() > SAME:
        reason = say(
            "row {row} differs by {gap} between lengths {length} and {twice}",
            row=gap.argmax(), gap=_told_apart(0.0, gap.max().item())[1], length=seq_length, twice=twice,
        )  # fmt: skip
        return Result(1, name, False, reason)
    reason = say(
        "rows 0 to {last} are the same at lengths {length} and {twice}",
        last=seq_length - 1, length=seq_length, twice=twice,
    )  # fmt: skip
    return Result(1, name, True, reason)


def small_entries(scheme: Scheme, seq_length: int = 16) -> Result:
    """Property 2: no entry is so large that it drowns the embedding that it is added to."""
    largest = scheme_table(scheme, seq_length).abs().max().item()
    told, limit = _told_apart(largest, LARGEST_ENTRY)
    reason = say("the largest entry is {largest}, the limit {limit}", largest=told, limit=limit)
    return Result(2, marked("small"), largest <= LARGEST_ENTRY, reason)


def slow_growth(scheme: Scheme, seq_length: int = 16) -> Result:
    """Property 3: entries grow slowly or not at all, so that late positions do not outweigh early ones."""
    before, after = (
        scheme_table(scheme, length).abs().max().item() for length in (seq_length, 2 * two_or_more(seq_length))
    )
    passed = after <= LARGEST_GROWTH * before + ROUNDING
    told = (f"{before:.2f}", f"{after:.2f}") if passed else _told_apart(before, after)
    reason = say("twice the length takes the largest entry from {before} to {after}", before=told[0], after=told[1])
    return Result(3, marked("slow growth"), passed, reason)


def equal_steps(scheme: Scheme, seq_length: int = 16) -> Result:
    """Property 4: the distance of two rows depends on how far apart they are, not on where they stand."""
    table = scheme_table(scheme, seq_length)
    for offset in range(1, len(table)):
        steps = (table[offset:] - table[:-offset]).norm(dim=1)
        if steps.max() - steps.min() > SAME * steps.max() + ROUNDING:
            shortest, longest = _told_apart(steps.min().item(), steps.max().item())
            reason = say(
                "rows {offset} apart have distances from {shortest} to {longest}",
                offset=offset, shortest=shortest, longest=longest,
            )  # fmt: skip
            return Result(4, marked("equal steps"), False, reason)
    first = (table[1] - table[0]).norm().item()
    reason = say("each offset has one distance; neighbours are {distance} apart", distance=f"{first:.2f}")
    return Result(4, marked("equal steps"), True, reason)


def distinct_rows(scheme: Scheme, seq_length: int = 16) -> Result:
    """Property 5: no two positions have the same row."""
    table = scheme_table(scheme, seq_length)
    distances = torch.cdist(table, table, compute_mode="donot_use_mm_for_euclid_dist")
    distances.fill_diagonal_(torch.inf)
    closest = distances.min().item()
    first = (distances <= closest + 1e-6).flatten().nonzero()[0]  # of pairs that differ by rounding alone
    a, b = divmod(first.item(), len(table))
    reason = say("the closest rows, {a} and {b}, are {distance} apart", a=a, b=b, distance=f"{closest:.4f}")
    return Result(5, marked("distinct"), closest > SAME, reason)


def _told_apart(one: float, other: float) -> tuple[str, str]:
    """Write two numbers with two decimals, or with more where two do not tell them apart."""
    pairs = [(f"{one:{digits}}", f"{other:{digits}}") for digits in (".2f", ".4f", ".6f", ".2g")]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])


PROPERTIES: tuple[Callable[..., Result], ...] = (fixed_rows, small_entries, slow_growth, equal_steps, distinct_rows)


def comparison(schemes: Iterable[Scheme] = SCHEMES, seq_length: int = 16) -> str:
    """Each scheme against each property: one aligned line per scheme, to be printed.

    Args:
        schemes: functions ``(seq_length) -> (seq_length, d)``.
        seq_length: the length, 2 or more; some properties look at twice as long a table, too.

    Example:
        >>> from pe_lesson.encoding.schemes import binary_code, sine_cosine
        >>> print(comparison([binary_code, sine_cosine]))
                     1 fixed  2 small  3 slow growth  4 equal steps  5 distinct
        binary_code  yes      yes      yes            NO             yes
        sine_cosine  yes      yes      yes            yes            yes
    """
    check_list("schemes", schemes)
    lines, answer = [], {True: say("yes"), False: say("NO")}
    for scheme in schemes:
        results = [test(scheme, seq_length) for test in PROPERTIES]
        lines.append([getattr(scheme, "__name__", say("scheme")), *(answer[bool(result)] for result in results)])
    return text_table([["", *(f"{result.number} {say(result.name)}" for result in results)], *lines])
