"""Exercise 08.4 says what a learner's test of an encoder leaves out, by the faulty encoders that pass it."""

import re

from pe_lesson._words import say
from pe_lesson.exercises._mistake import Mistake, refuse_assert
from pe_lesson.exercises._read import read_bool
from pe_lesson.exercises.judges.faulty_encoders import HEALTHY, PASSES

CASES = [(encode,) for encode in (*HEALTHY, *(faulty for faulty, _ in PASSES))]


def name_what_passes(values: list[object]) -> None:
    """Raise a Mistake that says what a test leaves out: the first two faults that it does not find."""
    verdicts = [None if value is None else read_bool(value) for value in values]
    if not any(verdicts):
        raise Mistake(
            "this says False to every function, healthy ones too: is what comes out compared with the same x and the "
            "rows of n = 100, in float32, without dropout, within rounding? (rows_received knows ten rows)"
        )
    if not any(verdicts[: len(HEALTHY)]) and verdicts.count(True) > len(PASSES) / 2:
        raise Mistake("this says True to most faulty functions and False to healthy ones: is it the wrong way round?")
    if False in verdicts[: len(HEALTHY)] and all(verdicts[: len(HEALTHY) - 1]):
        raise Mistake(
            "it says False to a healthy encoder that differs in the last digit alone; leave room for that, as "
            "torch.allclose(…, atol=1e-5) does"
        )
    if False in verdicts[: len(HEALTHY)]:
        raise Mistake(
            "it says False to a healthy one: what counts is what comes out, x plus the rows of the table: is x left "
            "out or not float32, are these other rows, or is the tolerance too narrow?"
        )
    if False not in verdicts:
        raise Mistake(
            "it says True to every function; shapes are right in all of them: is it encode that is called, and which "
            "rows did it add?"
        )
    missed = [sentence for (_, sentence), passes in zip(PASSES, verdicts[len(HEALTHY) :], strict=True) if passes]
    if len(missed) > 2:
        raise Mistake("{first}; and {second} (other faults pass as well)", first=say(missed[0]), second=say(missed[1]))
    if len(missed) == 2:
        raise Mistake("{first}; and {second}", first=say(missed[0]), second=say(missed[1]))
    raise Mistake(missed[0])


def name_wrong_probe(error: str) -> None:
    """Raise a Mistake if the probe has a shape or a length that no patient takes, or what is compared two types."""
    found = re.search(r"size of tensor a \((\d+)\) must match the size of tensor b \((4|1000)\)", error)
    if found and found[2] == "4":
        raise Mistake("is the shape of x (batch, seq_length, 4), with the width last? ({error})", error=error)
    if found and int(found[1]) > 1000:
        raise Mistake("is a sentence of x longer than 1000 words? ({error})", error=error)
    if "unsupported ScalarType BFloat16" in error:
        raise Mistake(
            "a sum in bfloat16 comes out, which NumPy does not know: compare dtypes first, and answer False ({error})",
            error=error,
        )
    if re.search(r"did not match|same dtype|expected scalar type", error):
        raise Mistake(
            "the comparison stops where two types meet: is what should come out float32, and are dtypes compared "
            "before numbers? ({error})",
            error=error,
        )
    if "'function' object has no attribute" in error:
        raise Mistake("encode is a function, not a module: call it, and look at what comes out ({error})", error=error)
    refuse_assert(error)
