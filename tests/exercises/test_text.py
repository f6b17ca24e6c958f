"""How lesson_NN.txt is read: edits, whole answers, marks, and a line for what does not fit."""

import pytest
import torch

from pe_lesson.exercises._cell import cell
from pe_lesson.exercises._engine import Exercise
from pe_lesson.exercises._text import VALUES, WORDS, parse, texts

SOLUTION = "def double(x, times):\n    y = x * times\n    return y"
HEAD = f"## 99.1\n{SOLUTION}\n\n"


def read(lines: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.sentence, one.code) for one in parse(HEAD + lines)["99.1"].answers]


def test_an_edit_a_body_an_expression_and_a_whole_function_each_make_a_cell():
    assert cell(SOLUTION, "* times => + times") == SOLUTION.replace("*", "+")
    assert cell(SOLUTION, "x * times => x ;; return y => return 2") == "def double(x, times):\n    y = x\n    return 2"
    assert cell(SOLUTION, "* times =>") == SOLUTION.replace(" * times", " ")
    assert cell(SOLUTION, "x + x") == "def double(x, times):\n    return x + x"
    assert cell(SOLUTION, "y = x\nreturn y") == "def double(x, times):\n    y = x\n    return y"
    assert cell(SOLUTION, "def double(x):\n    return x") == "def double(x):\n    return x"
    assert cell("a = 1\nanswer = 2", "3") == "a = 1\nanswer = 3"
    assert cell("answer = 2", "b = 3\nb + 1") == "b = 3\nanswer = b + 1"


def test_marks_say_what_an_answer_is():
    adds = "- this adds\n    * times => + times\n    y = 1\n    return y\n  * x\n"
    found = read(f"  + 2 * x\n{adds}? returns\n    None\n")
    assert [(kind, sentence) for kind, sentence, _ in found] == [
        ("+", ""), ("-", "this adds"), ("-", "this adds"), ("-", "this adds"), ("?", "returns"),
    ]  # fmt: skip
    assert found[2][2] == "def double(x, times):\n    y = 1\n    return y"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("- this adds\n    / times => + times\n", r"99.1, line 7: '/ times' occurs 0 times in the solution"),
        ("- this adds\n    times => x\n", r"99.1, line 7: 'times' occurs 2 times"),
        ("- this adds\n    x +\n", r"99.1, line 7: invalid syntax"),
        ("- this adds\n  x\n", r"99.1, line 7: begin with"),
        ("- this adds\n  = x\n", r"99.1, line 7: begin with"),
        ("- this adds\n    return x\n    return y\n", r"99.1, line 7: this reads as one answer, and is more"),
        ("- this adds\n    x + 1\n    y = 2\n    return y\n", r"99.1, line 7: this reads as one answer, and is"),
        ("- this adds\n    len(x)\n    sum(x)\n", r"99.1, line 7: this reads as one answer, and is more"),
        ("- this adds\n    def double(x):\n        return x\n        x\n", r"99.1, line 7: this reads as one"),
    ],
)
def test_what_does_not_fit_is_named_with_exercise_and_line(lines, words):
    with pytest.raises(ValueError, match=words):
        parse(HEAD + lines)


def test_a_call_whose_value_is_dropped_is_part_of_an_answer():
    (answer,) = read("- this adds\n    print(x)\n    x.clamp(0)\n    return x\n")
    assert answer[2].endswith("    print(x)\n    x.clamp(0)\n    return x")


def test_all_that_does_not_fit_is_named_at_once():
    second = HEAD.replace("99.1", "99.2").replace("def", "@dtype torch.no\ndef", 1)
    with pytest.raises(ValueError, match="occurs 0 times") as found:
        parse(f"{HEAD}- this adds\n    later => hidden\n    y, later => 2\n    x * times => x\n    x +\n{second}")
    named = [line.split(":")[0] for line in str(found.value).splitlines()]
    assert named == ["text, 99.1, line 7", "text, 99.1, line 8", "text, 99.1, line 10", "text, 99.2, line 12"]


def test_praise_cases_and_fields_come_before_the_solution():
    told = "> well done\n@ 1, base ;; 2, 3  # two\n@ torch.ones(2)\n@otherwise think of it\n@dtype torch.int64\n"
    text = parse(f"## cases\nbase = 10\n{HEAD.replace('def', told + 'def', 1)}")["99.1"]
    assert text.solution == SOLUTION
    cases = text.fields.pop("cases")
    assert cases[:2] == [(1, 10), (2, 3)]
    assert torch.equal(cases[2][0], torch.ones(2))
    assert text.fields == {"praise": "well done", "otherwise": "think of it", "dtype": torch.int64}


def test_a_case_that_does_not_run_is_named_with_its_line():
    with pytest.raises(ValueError, match=r"99.1, line 2: name 'nothing' is not defined\n.*line 3: "):
        parse(HEAD.replace("def", "@ 1, nothing\n@dtype torch.no\ndef", 1))


def test_a_field_that_there_is_none_of_is_named_with_its_line():
    with pytest.raises(ValueError, match=r"^text, 99\.1, line 2: there is no field tolerence; there are otherwise, "):
        parse(HEAD.replace("def", "@tolerence 1e-3\ndef", 1))
    assert {*WORDS, *VALUES} <= Exercise.__dataclass_fields__.keys()


def test_a_number_that_is_given_twice_is_named_with_its_line():
    with pytest.raises(ValueError, match=r"^text, 99\.1, line 6: this is given twice$"):
        parse(HEAD + HEAD)


def test_names_of_the_notebook_that_seed_leave_the_learners_random_numbers_alone():
    text = parse(f"## names\ntorch.manual_seed(0)\nseeded = torch.rand(1)\n{HEAD}")["99.1"]
    torch.manual_seed(3)
    expected = torch.rand(2)
    torch.manual_seed(3)
    assert text.value_of(SOLUTION)(2, 3) == 6
    assert torch.equal(torch.rand(2), expected)


def test_a_solution_that_does_not_parse_is_blamed_and_not_its_answers():
    with pytest.raises(ValueError, match=r"^text, 99\.1, line 2: in the solution: .*") as found:
        parse(HEAD.replace("times):", "times)") + "- this adds\n    * times => + times\n")
    assert len(str(found.value).splitlines()) == 1


def test_a_number_of_another_lesson_is_refused(tmp_path, monkeypatch):
    (tmp_path / "lesson_98.txt").write_text(HEAD, encoding="utf-8")
    monkeypatch.setattr("pe_lesson.exercises._text.__file__", str(tmp_path / "_text.py"))
    with pytest.raises(ValueError, match=r"lesson_98\.txt: 99\.1 is no exercise of lesson 98; write ## 98\.1"):
        texts("98")
