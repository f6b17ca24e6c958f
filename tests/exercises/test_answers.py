"""Learners' answers, right and wrong, as they were collected: each gets the verdict that it should get."""

import pytest

from helpers.exercises import answers, asked

BY_EXERCISE: dict[str, list] = {number: [] for number in asked()}
for answer in answers():
    BY_EXERCISE[answer.number].append(answer)


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
    assert kinds.count("right") >= 4
    assert kinds.count("named") + kinds.count("generic") >= 10
    assert kinds.count("named") >= 4 * kinds.count("generic")
