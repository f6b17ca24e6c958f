"""What the lessons say of trained models, counted on seeds that nobody looked at: ``make claims``.

Each claim is a sentence of a notebook and a function from seeds to one bool per seed; ``claims_lesson_NN`` has
those of a lesson. A sentence that holds for fewer than nine of ten seeds is to be cut, or to say its number.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic

from tools import claims_lesson_09, claims_lesson_10, claims_lesson_12, claims_lesson_14, lessons
from tools._seeds import Seeds


@dataclass(frozen=True)
class Claim:
    """A sentence as it stands in the notebook, and for which seeds it holds."""

    notebook: str
    sentence: str
    holds: Callable[[Seeds], Iterable[bool]]


PARTS = (claims_lesson_09, claims_lesson_10, claims_lesson_12, claims_lesson_14)
CLAIMS = [Claim(part.NOTEBOOK, *row) for part in PARTS for row in part.ROWS]


def unquoted(claim: Claim) -> bool:
    """Whether the notebook does not say this any more."""
    prose = " ".join(lessons.prose(lessons.read(lessons.FOLDER / f"{claim.notebook}.ipynb")).split())
    return " ".join(claim.sentence.split()) not in prose


def main(first_seed: int, seeds: int) -> int:
    """Count each sentence on its seeds and print a line; 1 if one holds for too few."""
    few, began = 0, monotonic()
    for claim in CLAIMS:
        if unquoted(claim):
            raise SystemExit(
                f"notebooks/{claim.notebook}.ipynb does not say {claim.sentence!r}: quote what it says now"
            )
        tried = range(first_seed, first_seed + seeds)
        held = list(claim.holds(tried))
        missed = [seed for seed, holds in zip(tried, held, strict=True) if not holds]
        few += len(missed) > seeds / 10
        print(
            f"{sum(held):3} of {len(held)}  {claim.notebook[:2]}  {claim.sentence}  {missed or ''}".rstrip(), flush=True
        )
    print(f"{few} of {len(CLAIMS)} sentences hold for fewer than nine seeds in ten; {monotonic() - began:.0f} s")
    return int(few > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first-seed", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=10)
    sys.exit(main(**vars(parser.parse_args())))
