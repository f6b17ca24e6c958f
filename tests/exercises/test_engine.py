"""What the engine says of its own accord, whatever the exercise: tried on three small ones."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from pe_lesson.exercises._cell import run_cell
from pe_lesson.exercises._engine import Exercise
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._text import parse

TEXTS = parse("""\
## names
other = 7
## double
def double(x, times):
    return x * times

- this squares
    * times => ** 2
- this adds
    * times => + times
- this sums first
    x.sum() * times
- this takes other
    return x * other
- there is no such method
    x.nothing
## last_off
def last_off(row):
    return row[:-1]

- nothing was taken off
    [:-1] =>
## value
answer = 2.3456

- this is one
    1
## rows
def rows(positions):
    return 2.0 * positions

- not doubled
    2.0 * positions => positions
## keep
def keep(x):
    return x.clone()

- nan became 0
    .clone => .nan_to_num
## two
def two(x):
    return x + 0.5, x > 0

## noisy
def noisy(x):
    return x + 0 * torch.rand(2)

## shouts
def shouts(x):
    return x * 2

- nothing comes back
    return x => x
## mask
def mask(x):
    return x > 0

## count
def count(x):
    return len(x)

## drawn
answer = 5.0

- drawn
    torch.rand(1)
""")


def made(name: str, **data) -> Exercise:
    return Exercise(text=TEXTS[name], **data)


DOUBLE = made(
    "double",
    cases=[(torch.tensor([1.234]), 2), (torch.tensor([[0.5, -1.25], [3.0, 4.75]]), 2), (torch.tensor([1.0, 2.5]), 3)],
    praise="right, and multiplied as often as asked",
)
LISTS = made("last_off", cases=[([1, 2],), ([3],)], praise="one shorter")
VALUE = made("value", otherwise="think again", praise="found")
TABLE = made("rows", cases=[(torch.tensor([0]),), (torch.tensor([2, 5]),)], table_ends="count on", praise="any row")


def typed(code: str, **names):
    return run_cell(code, {"torch": torch, **names})["answer"]


def says(exercise: Exercise, code: str, **names) -> str:
    with pytest.raises(Mistake) as found:
        exercise(typed(code, **names))
    return str(found.value)


HEAD, X = "def answer(x, times):\n    ", torch.ones(2)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (HEAD + "y = x * times\n    return y + z", "in line 3, `return y + z`, with NameError: name 'z'"),
        (HEAD + "return x + z", "; `z` has no value here: is it spelt right, and did its cell run?"),
        (HEAD + "return x * math.sqrt(times)", "; `math` is not imported here: write `import math` as the first line"),
        (HEAD + "x += times\n    return x", "this adds; and it changes its argument in place"),
        (HEAD + "x *= 5\n    return x", "your function changes its argument in place"),
        (HEAD + "return x**2 if x.dim() == 2 else x * times", "gives [[0.25, 1.562], [9, 22.56]]; [[1, -2.5]"),
        (HEAD + "return x.nothing", "there is no such method (your answer stopped in line 2, `return x.nothing`, with"),
        (HEAD + "print(x * times)", "return hands it back"),
        (HEAD + "if len(x) > 5:\n        return x", "does every way through it end with return"),
        (HEAD + "return (x * times).round(decimals=1)", "close to the right result: is it rounded, or cut?"),
        (HEAD + "return -x * times", "right but for the sign"),
        (HEAD + "return (x * times).unsqueeze(0)", "the numbers are right, but the shape is"),
        (HEAD + "return x * times + torch.rand(1)", "two calls with the same arguments differ"),
        (
            HEAD + "return x * 5 if x.dim() == 1 else torch.rand(2, 2) * times",
            "two calls with the same arguments differ",
        ),
        (HEAD + "return x * times, x", "this is a tuple of tensors, and one tensor is due"),
        (HEAD + "return float(x.max()) * times", "answer([1.234], 2) gives one number alone; shape (1,) is right"),
        (HEAD + "x *= times\n    return x", "changes its argument in place"),
        (HEAD + "return x / (times - times)", "some entries are infinite: a division by 0"),
        (HEAD + "return x.masked_fill(x > 0, -torch.inf) * times", "a mask that no softmax followed"),
        (HEAD + "return (x - x) / (x - x) * times", "NaN"),
        (HEAD + "return 'text' if times else x", "of numbers, with rows of one length, but this is 'text' (str)"),
        (HEAD + "return (i * times for i in x)", "list(…) makes a list of it"),
        (HEAD + "return x * times if len(x) > 1 else x * 5", "answer([1.234], 2) gives [6.17]; [2.468] is right"),
        (HEAD + "return x * mine + z", "did its cell run?; this uses `mine` of the notebook"),
        (HEAD + "return -x * times if x.dim() == 1 else x * 7", "gives [-2.468]; [2.468] is right"),
        (HEAD + "return x * 2 + 1", "of its arguments, this never uses `times`"),
        (HEAD + "return x**2", "this squares"),
        (HEAD + "return x.sum() * times", "this sums first"),
        (HEAD + "return x * other", "this takes other"),
        (HEAD + "return x * times + 0 * other + 3", "`other` of the notebook"),
        (HEAD + "return (x * times).tolist(), other", "should be a list or tensor of numbers"),
        (HEAD + "torch.mul(x, times, out=(y := x.clone()))\n    return y + times", "gives ["),
        (HEAD + "x.mul(times)", "does every way through it end with return"),
        (HEAD + "return mine * 5", "uses `mine` of the notebook, and never its own `x`, `times`"),
        ("answer = torch.zeros(2)", "asks for a function"),
        ("async " + HEAD + "return x * times", "this is an async function"),
        ("def answer(x):\n    return x", "2 were given; the exercise calls it as `double(x, times)`"),
        (
            "def answer(times, x):\n    return x * x",
            "this takes `times`, `x`, and the exercise calls it as `double(x, times)`",
        ),
        (HEAD + "return float(torch.cat([x, x])) * times", "float() and math.sin take one number, not several"),
        (HEAD + "return torch.cat([x, x]).item() * times", "one number is needed here, not several or none"),
        (HEAD + "return torch.eye(5)[x] * times", "indices are whole numbers, int64 as .long() makes them"),
        (HEAD + "return (x * times).tolist", "this is the function tolist itself"),
        (HEAD + "return [x * times for _ in range(times / 1)]", "a whole number is needed here: // gives one"),
        ("answer = lambda x, times, by: x", "argument: 'by'; the exercise calls it as `double(x, times)`"),
        ("def answer(x, *, times):\n    return x", "; the exercise calls it as `double(x, times)`"),
    ],
)
def test_a_function_gets_the_sentence_that_fits(code, words):
    assert words in says(DOUBLE, code, other=7, mine=torch.ones(2))


@pytest.mark.parametrize(
    "code",
    [
        HEAD + "return x * times",
        HEAD + "return (x * times).tolist()",
        HEAD + "return (x * times).numpy()",
        HEAD + "print('so far')\n    return (x * times).double()",
        "answer = lambda x, times: sum(x for _ in range(times))",
    ],
)
def test_a_right_function_is_right_in_any_style(code, capsys):
    assert DOUBLE(typed(code)) == DOUBLE.praise


def test_a_stub_is_not_answered():
    for code in (HEAD + "...", HEAD + "pass", HEAD + "return ..."):
        with pytest.raises(NotAnswered):
            DOUBLE(typed(code))


ROW = torch.arange(-3.0, 5.0)


@pytest.mark.parametrize(
    ("case", "code", "words"),
    [
        (X, "return x + 0.5, x < 0", "result 2 of 2 of answer([1, 1]) is [False, False]; [True, True] is right"),
        (X, "return x, x < 0", "result 1 of 2 of answer([1, 1]) is [1, 1]; [1.5, 1.5] is right"),
        (X, "return x[:1] + 0.5, x > 0", "result 1 of 2 of answer([1, 1]) has shape (1,); (2,) is right"),
        (
            ROW,
            "return x + 0.5, x > 1",
            "in result 2 of 2 of answer([-3, -2, -1, 0, 1, 2, 3, 4]) entry [4] is False; True is",
        ),
        (X, "return x + 0.5002, x > 0", "is [1.5002, 1.5002]; [1.5, 1.5] is right"),
        (X, "return x + 0.5, x.bool(), x", "asks for 2 things"),
        (X, "return x + 0.5, 'mask'", "result 2 of 2: the answer should be a list or tensor of numbers"),
        (X, "return None, x > 0", "result 1 of 2: the answer should be a list or tensor of numbers"),
    ],
)
def test_of_several_results_the_first_that_differs_is_named(case, code, words):
    assert words in says(made("two", cases=[(case,)], praise="both"), f"def answer(x):\n    {code}")


def test_a_list_changed_in_place_is_seen():
    assert "in place" in says(LISTS, "def answer(row):\n    row.pop()\n    return row")
    assert "nothing was taken off" in says(LISTS, "def answer(row):\n    return row")
    assert LISTS(lambda row: row[:-1]) == "one shorter"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("answer = 2.3", "close to the right result: is it rounded, or cut?"),
        ("answer = 2", "the decimals are lost"),
        ("answer = -2.3456", "right but for the sign"),
        ("answer = torch.tensor([1.0, 2.3456])", "asks for one number, this has 2, the right one among them"),
        ("answer = torch.tensor([1.0, 2.0])", "asks for one number, this has 2; is it one of them"),
        ("answer = 1", "this is one"),
        ("answer = 17.5", "think again"),
        ("answer = True", "should be a number"),
        ("answer = 2,3456", "the comma makes several numbers of it, (2, 3456)"),
        ("answer = len", "asks for a value, this is a function"),
        ("answer = float('-inf')", "a mask that no softmax followed"),
        ("answer = 2.5, 3.5", "asks for one number, this has 2; is it one of them"),
        ("answer = torch.zeros(0)", "and this has none: did a search or a condition find nothing"),
        ("answer = 10**400", "larger than any float can be: is there ** where * should be"),
        ("answer = 10**5000", "larger than any float can be"),
        ("answer = [1.0, 10**400]", "larger than any float can be"),
        ("answer = 1 + 2j", "the answer is complex"),
    ],
)
def test_a_value_gets_the_sentence_that_fits(code, words):
    assert words in says(VALUE, code)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("row[40] = 'x'", "] is 'x'; '40' is right"),
        ("row.pop()", ") has length 99; 100 is right"),
        ("row.append('x')", ") has length 101; 100 is right"),
    ],
)
def test_of_long_lists_that_begin_alike_the_first_part_that_differs_is_named(change, words):
    long = replace(LISTS, cases=[([str(k) for k in range(101)],)])
    assert words in says(long, f"def answer(row):\n    row = row[:-1]\n    {change}\n    return row")


def test_learners_random_state_is_left_alone():
    drawn = made("drawn", otherwise="no", praise="y")
    torch.manual_seed(3)
    expected = torch.rand(2)
    torch.manual_seed(3)
    with pytest.raises(Mistake):
        drawn(4.0)
    assert torch.equal(torch.rand(2), expected)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (4, "position 5 is beyond your table, which ends at position 3; count on"),
        (5, "the table ends at position 4; position 5 needs one row more"),
    ],
)
@pytest.mark.parametrize("make", ["torch.arange", "np.arange"])
def test_a_table_that_ends_too_early_is_named_with_its_rows(rows, words, make):
    code = f"def answer(positions):\n    return 2.0 * {make}({rows})[np.asarray(positions)]"
    assert says(TABLE, code, np=np) == words


def test_an_exercise_that_leaves_names_free_never_blames_them():
    code = HEAD + "return x * times + mine"
    assert "`mine` of the notebook" in says(DOUBLE, code, mine=0.5)
    assert "answer([1.234], 2) gives [2.968]" in says(replace(DOUBLE, may_read_notebook=True), code, mine=0.5)


def test_a_number_for_nan_is_shown_where_it_stands():
    keep = made("keep", cases=[(torch.tensor([1.0, 2.0, torch.nan, 4.0, 5.0, 6.0, 7.0]),)], praise="kept")
    assert keep(lambda x: x.clone()) == "kept"
    assert "entry [2] is 3; nan is right" in says(keep, "def answer(x):\n    return x.nan_to_num(nan=3.0)")


def test_first_check_leaves_the_learners_random_numbers_alone():
    noisy = made("noisy", cases=[(torch.ones(2),)], praise="alike")
    torch.manual_seed(3)
    expected = torch.rand(2)
    torch.manual_seed(3)
    assert noisy(lambda x: x) == "alike"
    assert torch.equal(torch.rand(2), expected)


def test_an_answer_that_prints_is_no_mistake_that_returns_nothing():
    shouts = made("shouts", cases=[(torch.ones(2),)], praise="y")
    assert says(shouts, "def answer(x):\n    x * 2") == "nothing comes back"
    assert "return hands it back" in says(shouts, "def answer(x):\n    print(x * 2)")


def test_a_stop_in_a_helper_is_shown_in_the_helper():
    code = "def helper(x):\n    return x.nothing\ndef answer(x, times):\n    return helper(x)"
    assert "line 2, `return x.nothing`" in says(DOUBLE, code)


def test_a_wrong_call_in_an_answer_is_not_told_how_the_exercise_calls_it():
    said = says(DOUBLE, "def helper():\n    ...\n" + HEAD + "return helper(x, times)")
    assert said.endswith("takes 0 positional arguments but 2 were given")


def test_right_numbers_of_another_type_are_refused():
    whole = replace(LISTS, dtype=torch.int64)
    assert whole(lambda row: row[:-1]) == "one shorter"
    assert whole(lambda row: torch.tensor(row[:-1], dtype=torch.int64)) == "one shorter"
    assert "whole numbers" in says(whole, "answer = lambda row: torch.tensor(row[:-1], dtype=torch.float32)")
    assert "a tensor" in says(replace(whole, as_tensor=True), "answer = lambda row: row[:-1]")
    mask = made("mask", cases=[(torch.tensor([1, -1]),)], dtype=torch.bool, praise="y")
    assert "True and False" in says(mask, "answer = lambda x: (x > 0).int()")
    assert mask(lambda x: x > 0) == "y"


def test_a_number_is_no_float_where_whole_ones_are_due():
    count = made("count", cases=[(torch.ones(3),)], dtype=torch.int64, praise="y")
    assert count(len) == "y"
    assert count(lambda x: np.int64(len(x))) == "y"
    for wrong in ("3.0", "np.float32(3)", "torch.tensor(3.0)", "torch.tensor(3, dtype=torch.int32)"):
        assert "whole numbers" in says(count, f"answer = lambda x: {wrong}", np=np)


def test_a_count_is_shown_for_the_arguments_themselves():
    """0.6283184 and 0.6283187 have the same first digits, and ten steps of the second one alone are a turn."""
    solution = "def turns(x):\n    return int((10 * x >= 2 * torch.pi).sum())\n\n"
    turns = Exercise(text=parse(f"## 99.1\n{solution}")["99.1"])
    few, *many = ((torch.tensor(numbers, dtype=torch.float64),) for numbers in ([1, 2, 0.1], [0.6283184], [0.6283187]))
    for case, wrong, words in zip(many, (1, 0), ("[0.6283184]) gives 1; 0", "[0.6283187]) gives 0; 1"), strict=True):
        code = f"def answer(x):\n    return {wrong} + 0 * len(x)"
        assert words in says(replace(turns, cases=[case]), code)
        assert "answer([1, 2, 0.1]) gives" in says(replace(turns, cases=[case, few]), code)


def test_masks_are_shown_as_true_and_false():
    mask = made("mask", cases=[(torch.tensor([1, -1]),)])
    assert says(mask, "answer = lambda x: x < 5").endswith("gives [True, True]; [True, False] is right")
    assert says(mask, "answer = lambda x: x * 5").endswith("gives [5, -5]; [True, False] is right")


def test_sizes_that_an_answer_takes_for_granted_are_named():
    fixed = replace(TABLE, sizes_differ="take the size from x")
    code = "def answer(positions):\n    return 2.0 * positions * torch.ones(4) * torch.ones(3)"
    assert says(fixed, code).startswith("take the size from x (RuntimeError: ")
