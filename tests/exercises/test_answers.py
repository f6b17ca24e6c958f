"""What each exercise's text holds: the notebook's solution, enough answers, a name for most mistakes."""

import re
from collections import Counter
from pathlib import Path

from pe_lesson.exercises import _text
from pe_lesson.exercises._by_number import MOVED
from tests.support.exercises import ANY_EXERCISE, asked


@ANY_EXERCISE
def test_solution_of_the_text_is_the_one_that_the_notebook_folds(number):
    folded, written = asked()[number].solution.split(), asked()[number].text.solution.split()
    assert folded == written, f"the notebook's folded solution and lesson_{number[:2]}.txt differ: change both"


@ANY_EXERCISE
def test_there_are_two_right_answers_and_ten_wrong_ones_of_which_four_in_five_are_named(number):
    answers = asked()[number].text.answers
    right, wrong = [one for one in answers if one.kind == "+"], [one for one in answers if one.kind != "+"]
    where = f"{number} in lesson_{number[:2]}.txt"
    assert len(right) >= 2, f"{where} has {len(right)} right answers beside the solution; write at least 2"
    assert len(wrong) >= 10, f"{where} has {len(wrong)} wrong answers; write at least 10"
    bare = [one.line for one in wrong if not one.sentence]
    assert 5 * len(bare) <= len(wrong), f"{where}: name four in five; lines {bare} have no words"


@ANY_EXERCISE
def test_what_can_be_an_edit_is_not_written_out_again_and_again(number):
    number = MOVED.get(number, number)
    path = Path(_text.__file__).with_name(f"lesson_{number[:2]}.txt")
    sections = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (section,) = (each for each in sections if each.startswith(f"{number}\n"))
    lines = Counter(line[4:].strip() for line in section.splitlines() if re.match(r"    |  [+*] ", line))
    for line, times in lines.items():
        is_repeated = times > 5 and len(line) >= 25 and not line.endswith(":")
        assert not is_repeated, f"{number} in {path.name} has {times} times {line!r}; write edits of the solution"
