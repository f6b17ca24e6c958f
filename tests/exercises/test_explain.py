"""What is said of an answer that no listed mistake explains: errors in plain words, names, a table that ends."""

from functools import partial

import pytest
import torch

from pe_lesson.exercises._cell import run_cell
from pe_lesson.exercises._explain import IMPORTS, notebook_functions, notebook_values, stopped, table_ends
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._run import run_answer
from pe_lesson.exercises._wrong_value import near_miss

X = torch.tensor([0.5, 2.0, -3.0])


def stops_with(expression: str, argument: object) -> str:
    answer = run_cell(f"def answer(x):\n    return {expression}\n", {})["answer"]
    with pytest.raises(Mistake) as found:
        run_answer(answer, argument)
    return str(found.value)


@pytest.mark.parametrize("argument", [X, X.numpy()], ids=["torch", "numpy"])
@pytest.mark.parametrize(
    "expression",
    [
        "(x > 0) and (x < 1)",
        "max(-1, min(x, 1))",
        "0 < x < 1",
        "x[0] in [x, x]",
        "1 if x > 0 else 2",
        "bool(x)",
    ],
)
def test_one_truth_value_of_many_is_told_in_plain_words(expression, argument):
    says = stops_with(expression, argument)
    assert f"`return {expression}`" in says
    assert "; a tensor has one truth value per entry, and one alone is needed here: join" in says


def test_other_errors_get_no_such_remark():
    assert "truth" not in stops_with("x.view(2) and x", X)
    assert stops_with("1 / 0 and x", X).endswith("ZeroDivisionError: division by zero")


def test_a_name_that_is_set_too_late_is_said():
    for words in ("cannot access local variable 'n' where it is not associated", "local variable 'n' referenced"):
        says = stopped(f"UnboundLocalError: {words}", 1, "n += 1")
        assert "and `n` has no value yet in this line: set it above" in says


@pytest.mark.parametrize("name", IMPORTS)
def test_the_import_that_is_advised_gives_the_name(name):
    space: dict = {}
    exec(IMPORTS[name], space)
    assert name in space
    assert f"write `{IMPORTS[name]}`" in stopped(f"NameError: name '{name}' is not defined", 1, "x")


def test_a_stop_says_its_line_if_it_has_one():
    assert stopped("KeyError: 3", 0, "") == "your answer stopped with KeyError: 3"
    assert stopped("KeyError: 3", 2, "") == "your answer stopped in line 2 with KeyError: 3"
    assert stopped("KeyError: 3", 2, "a[3]") == "your answer stopped in line 2, `a[3]`, with KeyError: 3"


def test_functions_of_the_notebook_are_those_defined_beside_the_answer():
    space = {"stops_with": stops_with}
    exec("def mine(x):\n    return x\ndef answer(x):\n    return stops_with(mine(x), answer)", space)
    assert notebook_functions(space["answer"]) == "`mine`"


@pytest.mark.parametrize(
    ("value", "right", "words"),
    [
        (torch.zeros(3), -torch.ones(3), ""),
        (torch.zeros(2), torch.zeros(0), ""),
        (torch.tensor([2.4]), torch.tensor([2.48]), ""),  # cut off, not rounded
        (torch.tensor([[1.0, 2], [3, 4]]), torch.tensor([[1.0, 3], [2, 4]]), "rows and columns are swapped"),
        (torch.ones(2, 3), torch.ones(3, 2), "rows and columns are swapped: the shape is (2, 3) and should be (3, 2)"),
        (torch.ones(2, 3, 1), torch.ones(6), "the shape is (2, 3, 1) and should be (6,)"),
        (torch.arange(6.0).reshape(1, 2, 3), torch.arange(6.0).reshape(2, 1, 3), "the shape is (1, 2, 3)"),
        (torch.arange(8.0).reshape(2, 4, 1), torch.arange(8.0).reshape(2, 4, 1).transpose(0, 1), "are swapped"),
        (torch.arange(8.0).reshape(2, 4, 1), 9 + torch.arange(8.0).reshape(4, 2, 1), ""),
    ],
)
def test_a_near_miss_is_named(value, right, words):
    said = near_miss(value, right)
    assert words in said
    assert bool(words) == bool(said)


def test_only_a_position_beyond_the_rows_of_a_table_is_its_end():
    ends = partial(table_ends, advice="count on", case=(torch.tensor([7, 4, 0]), 8), right_shape=(3, 8))
    assert ends("IndexError: index 7 is out of bounds for dimension 0 with size 5") == (
        "position 7 is beyond your table, which ends at position 4; count on"
    )
    for error in (
        "index 7 is out of bounds for dimension 1 with size 5",
        "index 6 is out of bounds for dimension 0 with size 5",  # of no position
        "index 8 is out of bounds for axis 0 with size 8",  # a column of a row
        "index 4 is out of bounds for axis 0 with size 4",  # a frequency of a row
    ):
        assert ends(f"IndexError: {error}") == ""


def test_ipythons_exit_is_no_value_of_the_notebook():
    answer = run_cell("def answer(x):\n    exit()\n    return mine", {"exit": object(), "mine": 3})["answer"]
    assert notebook_values(answer).startswith("this uses `mine` of the notebook")


def test_two_types_that_meet_are_named():
    with pytest.raises(Mistake, match=r"numbers of two types meet; .* give the other its type"):
        run_answer(lambda x: x @ torch.eye(2), torch.ones(2, 2, dtype=torch.float64))
