"""Learners' answers, right and wrong, as they were collected: each gets the verdict that it should get."""

import pytest

from helpers.exercises import answers, asked

BY_EXERCISE: dict[str, list] = {number: [] for number in asked()}
UNASKED = sorted({answer.number for answer in answers()} - set(BY_EXERCISE))
for answer in answers():
    BY_EXERCISE.get(answer.number, []).append(answer)


def test_every_answer_belongs_to_an_exercise():
    assert not UNASKED, f"no notebook has a cell that ends with check(...) for {', '.join(UNASKED)}"


@pytest.mark.parametrize("number", sorted(BY_EXERCISE))
def test_answers_get_the_verdict_meant_for_them(number):
    troubles = []
    for answer in BY_EXERCISE[number]:
        verdict = answer.verdict()
        if bool(verdict) != (answer.kind == "right") or answer.words not in verdict.text:
            troubles.append(f"{answer.code}\n    {verdict!r}\n    should be {answer.kind} {answer.words}")
    assert not troubles, "\n".join(troubles)


@pytest.mark.parametrize("number", sorted(BY_EXERCISE))
def test_there_are_four_right_answers_and_ten_wrong_ones_of_which_four_in_five_are_named(number):
    kinds = [answer.kind for answer in BY_EXERCISE[number]]
    right, named, generic = (kinds.count(kind) for kind in ("right", "named", "generic"))
    where = f"{number} in tests/exercises/answers/lesson_{number[:2]}.txt"
    assert right >= 4, f"{where} has {right} right answers; write at least 4"
    assert named + generic >= 10, f"{where} has {named + generic} wrong answers; write at least 10"
    assert named >= 4 * generic, f"{where}: {generic} wrong answers stay generic; name four in five"
