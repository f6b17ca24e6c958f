"""What each exercise's text holds: the notebook's solution, enough answers, a name for most mistakes."""

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
