"""What the engine adds in plain words to an error of Python, torch or NumPy in a learner's line."""

import linecache

import pytest
import torch

from pe_lesson.exercises._run import run_answer
from pe_lesson.exercises._verdicts import Mistake

X = torch.tensor([0.5, 2.0, -3.0])


def stops_with(expression: str, argument: object) -> str:
    code = f"def answer(x):\n    return {expression}\n"
    file = f"<remark {expression}>"
    linecache.cache[file] = (len(code), None, code.splitlines(True), file)
    space: dict = {}
    exec(compile(code, file, "exec"), space)
    with pytest.raises(Mistake) as found:
        run_answer(space["answer"], argument)
    return str(found.value)


@pytest.mark.parametrize("argument", [X, X.numpy()], ids=["torch", "numpy"])
@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("(x > 0) and (x < 1)", "`and` asks for one truth value, and a tensor has one per entry; & joins"),
        ("(x < 0) or (x > 1)", "; | joins entry by entry"),
        ("not x", "; ~ negates entry by entry"),
        ("max(-1, min(x, 1))", "min and max compare single numbers; .clamp bounds all"),
        ("0 < x < 1", "; a chain such as a < b < c asks for one truth value"),
        ("x > 0 == x", "; put each comparison in parentheses"),
        ("1 if (x > 0) == (x > 1) else 2", "; `if` asks for one truth value"),
        ("1 if x > 0 else 2", "; `if` asks for one truth value"),
        ("1 if x > 0 else x > 2", "; `if` asks for one truth value"),
        ("bool(x)", "; a tensor has a truth value per entry"),
    ],
)
def test_one_truth_value_of_many_is_told_in_plain_words(expression, words, argument):
    says = stops_with(expression, argument)
    assert f"`return {expression}`" in says
    assert words in says


def test_other_errors_get_no_such_remark():
    assert "truth" not in stops_with("x.view(2) and x", X)
    assert stops_with("1 / 0 and x", X).endswith("ZeroDivisionError: division by zero")
