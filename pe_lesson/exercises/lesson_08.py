"""Hooks of lesson 08's exercises."""

from pe_lesson._check_arguments import short_repr, typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises.judges import encoder, module

FINDINGS = {"a": "bfloat16", "b": "swapped", "c": "healthy", "d": "one row", "e": "promoted"}
NAMES = ", ".join(f'"{finding}"' for finding in sorted(FINDINGS.values()))
AGAINST = {  # findings, patients who have another one: what would then be so
    ("promoted", "abcd"): marked(
        "if patient {patient} were {finding}, it would give float64 for float32; it gives float32"
    ),
    ("healthy", "a"): marked(
        "if patient {patient} were {finding}, every token would get its own row; have you tried longer sentences?"
    ),
    ("healthy", "e"): marked(
        "if patient {patient} were {finding}, float32 would stay float32; the numbers are right, "
        "but what is their dtype?"
    ),
    ("healthy", "bd"): marked(
        "if patient {patient} were {finding}, every token would get its own row; tokens 0 and 1 of a sentence get "
        "the same"
    ),
    ("bfloat16", "bd"): marked(
        "if patient {patient} were {finding}, the first tokens of a sentence would get rows of their own; "
        "here tokens 0 and 1 get the same"
    ),
    ("bfloat16", "ce"): marked(
        "if patient {patient} were {finding}, two neighbours of a long sentence, past 256, would get one row; "
        "here each gets its own"
    ),
    ("swapped, one row", "bd"): marked(
        "a second sentence tells that patient {patient} is not {finding}: give it two sentences, and look at both"
    ),
    ("swapped, one row", "ace"): marked(
        "if patient {patient} were {finding}, all tokens of a sentence would get the same row; "
        "here tokens 0 and 1 get different ones"
    ),
}


def diagnosis(answer: object) -> str:
    """08.1: the finding of each of five patients."""
    if not isinstance(answer, dict):
        raise Mistake("the exercise asks for a dict from patient to finding, this is {value}", value=typed_repr(answer))
    if answer and all(finding is ... or finding is None for finding in answer.values()):
        raise NotAnswered
    if any(key in FINDINGS.values() for key in answer if isinstance(key, str)):
        raise Mistake("the dict is reversed: the patients should be its keys, the findings its values")
    if set(answer) == {"A", "B", "C", "D", "E"}:
        raise Mistake("the keys are small letters: a, b, c, d, e")
    if answer and not any(isinstance(key, str) for key in answer):
        raise Mistake('the keys are letters, strings such as "a"')
    for patient, right in FINDINGS.items():
        finding = answer.get(patient, ...)
        if finding is ... or finding is None:
            raise Mistake('the key "{patient}" has no finding yet; give one of {names}', patient=patient, names=NAMES)
        if not isinstance(finding, str) or finding not in FINDINGS.values():
            places = {"patient": patient, "finding": short_repr(finding), "names": NAMES}
            raise Mistake("the finding of patient {patient}, {finding}, is none of these strings: {names}", **places)
        if finding != right:
            said = next(AGAINST[key] for key in AGAINST if finding in key[0] and patient in key[1])
            raise Mistake(said, patient=patient, finding=repr(finding))
    return say("all five patients have their right finding")


HOOKS = {
    "08.1": diagnosis,
    "08.3": {
        "cases": module.CASES,
        "run_case": module.build_and_call,
        "if_stopped": module.name_missing_part,
        "if_right": module.check_table_is_kept,
    },
    "08.4": {
        "cases": encoder.CASES,
        "if_stopped": encoder.name_wrong_probe,
        "if_unlisted": encoder.name_what_passes,
    },
}
