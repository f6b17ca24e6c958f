"""How a notebook asks its exercises: headings, minutes, folds, a judge for each, one question for sentences."""

import re

from pe_lesson.exercises._by_number import GONE, MOVED, judges_of
from tests.support.exercises import ANY_EXERCISE, asked
from tests.support.notebooks import EACH_LESSON
from tools import lessons

HEADING = re.compile(r"^### Exercise (\d) of (\d) · (\S+) · ([●○]{3}) · (\d+) minutes$", re.MULTILINE)
EXPLAIN = re.compile(r"^### Explain · (\d+) minutes$", re.MULTILINE)


def in_notebook(path) -> list[str]:
    """The numbers that ``check`` is called with, in order."""
    return [number for number in asked() if number.startswith(path.name[:2])]


@EACH_LESSON
def test_lesson_has_two_exercises_or_more_and_a_judge_for_each(path):
    lesson, numbers = path.name[:2], in_notebook(path)
    assert len(numbers) >= 2, f"lesson {lesson} has {len(numbers)} exercises, at least two are wanted"
    unjudged = sorted(set(numbers) - set(judges_of(f"{lesson}.1")) - set(MOVED))
    assert not unjudged, f"pe_lesson/exercises/lesson_{lesson}.txt does not have {', '.join(unjudged)}"
    unasked = sorted(set(judges_of(f"{lesson}.1")) - {MOVED.get(number, number) for number in asked()})
    assert not unasked, f"{path.name} has no cell that ends with check(...) for {', '.join(unasked)}"
    again = sorted((set(GONE) & set(numbers)) | (set(MOVED) & set(judges_of(f"{lesson}.1"))))
    assert not again, f"{', '.join(again)} belonged to another exercise once; take the next free number"
    assert all(re.fullmatch(rf"{lesson}\.[1-9]\d?", number) for number in numbers)


@EACH_LESSON
def test_headings_count_the_exercises_and_their_difficulty_rises(path):
    text = lessons.prose(lessons.read(path))
    headings = HEADING.findall(text)
    for line in re.findall(r"^### Exercise.*", text, re.MULTILINE):
        assert HEADING.fullmatch(line), f"write '### Exercise 1 of 3 · NN.i · ●○○ · 4 minutes', this is {line!r}"
    asks, numbers = in_notebook(path), [number for _, _, number, _, _ in headings]
    places = [(int(place), int(of)) for place, of, *_ in headings]
    assert places == [(i + 1, len(asks)) for i in range(len(asks))], f"count the exercises: {places}"
    assert numbers == asks, f"headings are for {numbers}, cells with check(...) for {asks}"
    dots = [dots.count("●") for *_, dots, _ in headings]
    assert dots == sorted(dots), f"dots do not rise: {dots}; move the exercise to its like, or give it more dots"
    assert dots[0] >= 1


@EACH_LESSON
def test_one_exercise_asks_for_sentences_with_a_cell_to_write_in_and_a_folded_answer(path):
    cells = lessons.read(path).cells
    places = [i for i, cell in enumerate(cells) if cell.cell_type == "markdown" and EXPLAIN.search(cell.source)]
    assert len(places) == 1, f"{len(places)} headings '### Explain · N minutes', one is wanted"
    write, answer = cells[places[0] + 1 : places[0] + 3]
    assert write.source.startswith("*Write your sentences here")
    points = re.match(
        r"<details><summary>What a good answer says</summary>\n\n(- .*?)\n\n</details>", answer.source, re.DOTALL
    )
    assert points, "fold the answer: <details><summary>What a good answer says</summary>, a list, </details>"
    assert points[1].count("\n- ") >= 1, "a good answer has two points or more"


@ANY_EXERCISE
def test_hint_and_solution_are_folded_below_the_stub(number):
    folds = re.findall(r"<details><summary>(.*?)</summary>", asked()[number].folded)[:2]
    assert folds == ["Hint", "Solution"], (
        f"{number}: the text cell below the stub begins with a folded Hint and Solution"
    )
    assert "```python\n" in asked()[number].folded, f"{number}: the folded solution is code, between ```python and ```"
