"""Read ``lesson_NN.txt``: for each exercise its praise and cases, the solution, and mistakes with their sentences.

    ## 09.4
    > this is attention                            praise, 20 to 200 characters
    @ draw(2, 1) ;; draw(3, 4)                     the arguments of one case, and of another; small ones come first
    @otherwise think of the mask                   another field of ``Exercise``: one of ``WORDS`` or ``VALUES``
    def causal_weights(q, k):                      the solution, as the notebook folds it
        ...
      + return ...                                 another right answer
    - this divides by d_head, not its root         what a learner reads who makes one of the mistakes below it
        math.sqrt(q.size(1)) => q.size(1)          an edit of the solution: its left side occurs there exactly once
        triu(1) => triu() ;; dim=-1 => dim=0       two edits, one after the other
        return ...                                 or a whole answer: another body, or another value
      * return ...                                 one more whole answer
    ? sum to 1                                     words of a verdict that the engine or a hook gives; may be empty
        return ...

Code begins in column 4. ``## names`` holds the names of the notebook that answers use, ``## cases`` those of the cases.
"""

import ast
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import pe_lesson
from pe_lesson.exercises._cell import bound, cell, is_edit, run_cell

WORDS = ("otherwise", "table_ends", "sizes_differ")  # fields that a learner reads
VALUES = ("dtype", "tolerance", "relative", "as_tensor", "may_read_notebook")  # fields that are Python


@dataclass(frozen=True)
class Answer:
    """One answer of the text: the whole cell, and what its verdict should be."""

    kind: str  # "+" right, "-" run when an answer is judged, "?" named by no sentence of the text
    sentence: str
    code: str
    line: int


@dataclass(frozen=True)
class Text:
    """One exercise of the text."""

    solution: str
    answers: tuple[Answer, ...]
    names: str
    fields: dict[str, Any]

    def value_of(self, code: str) -> object:
        """What a cell binds to the name that the solution binds last."""
        return run_cell(code, dict(_notebook(self.names)))[bound(self.solution)]


@cache
def texts(lesson: str) -> dict[str, Text]:
    """The exercises of a lesson, by number; none if there is no such lesson."""
    path = Path(__file__).with_name(f"lesson_{lesson}.txt")
    exercises = parse(path.read_text(encoding="utf-8"), path.name) if path.exists() else {}
    if others := [number for number in exercises if not number.startswith(f"{lesson}.")]:
        raise ValueError(
            f"{path.name}: {others[0]} is no exercise of lesson {lesson}; write ## {lesson}.1, for example"
        )
    return exercises


def parse(text: str, file: str = "text") -> dict[str, Text]:
    """Read all exercises of a text, by number; a ``ValueError`` names every line that does not fit."""
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith("## ")] + [len(lines)]
    sections: dict[str, tuple[int, list[str]]] = {}
    exercises: dict[str, Text] = {}
    all_misfits: list[str] = []
    for a, b in itertools.pairwise(heads):
        title = lines[a][3:].strip()
        if title in sections:
            all_misfits.append(f"{file}, {title}, line {a + 1}: this is given twice")
        sections[title] = (a + 1, lines[a + 1 : b])
    names, cases = ("\n".join(sections.pop(title, (0, []))[1]) for title in ("names", "cases"))
    for number, (start, body) in sections.items():
        end = next((i for i, line in enumerate(body) if not re.match(r"> |@\w* ", line)), len(body))
        misfits: list[tuple[int, object]] = []
        fields = _fields(body[:end], start, cases, misfits)
        solution, answers = _exercise(body[end:], start + end, misfits)
        exercises[number] = Text(solution, answers, names, fields)
        all_misfits += [f"{file}, {number}, line {i}: {misfit}" for i, misfit in misfits]
    if all_misfits:
        raise ValueError("\n".join(all_misfits))
    return exercises


def _fields(lines: list[str], start: int, names: str, misfits: list[tuple[int, object]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for i, line in enumerate(lines, start + 1):
        mark, _, value = line.partition(" ")
        try:
            if mark == "@":
                codes = [f"({case}\n,)" for case in value.split(" ;; ")]
                fields["cases"] = fields.get("cases", []) + [eval(code, _notebook(names)) for code in codes]
            elif mark == ">" or mark[1:] in WORDS:
                fields[mark[1:] or "praise"] = value
            elif mark[1:] in VALUES:
                fields[mark[1:]] = eval(value, _notebook(names))
            else:
                misfits.append((i, f"there is no field {mark[1:]}; there are {', '.join((*WORDS, *VALUES))}"))
        except Exception as error:
            misfits.append((i, error))
    return fields


def _exercise(body: list[str], start: int, misfits: list[tuple[int, object]]) -> tuple[str, tuple[Answer, ...]]:
    end = next((i for i, line in enumerate(body) if re.match(r"[-?] |\?$|  [+*] ", line)), len(body))
    solution = "\n".join(body[:end]).strip("\n")
    try:
        ast.parse("\n".join(body[:end]))
    except SyntaxError as error:  # no answer is at fault
        misfits.append((start + (error.lineno or 1), f"in the solution: {error.msg}"))
        return solution, ()
    answers = []
    for kind, sentence, code, i in _codes(body[end:], start + end, misfits):
        try:
            answers.append(Answer(kind, sentence, cell(solution, code), i))
            if "\n" in code and _is_two_answers(code):
                misfits.append((i, "this reads as one answer, and is more; begin each further one with '  * '"))
        except (SyntaxError, ValueError) as error:
            misfits.append((i, error))
    return solution, tuple(answers)


def _is_two_answers(code: str) -> bool:
    """Whether a ``return`` or a value is followed by more, or there are only values; a call may do something."""
    written = ast.parse(code).body
    for *before, last in (written, *(each.body for each in written if isinstance(each, ast.FunctionDef))):
        values = [each.value for each in before if isinstance(each, ast.Expr)]
        if any(isinstance(each, ast.Return) for each in before) or not all(isinstance(v, ast.Call) for v in values):
            return True
        if before and len(values) == len(before) and isinstance(last, ast.Expr):
            return True
    return False


def _codes(lines: list[str], start: int, misfits: list[tuple[int, object]]) -> Iterator[tuple[str, str, str, int]]:
    """Kind, sentence, code as written, and line of each answer."""
    group, sentence, fresh = "", "", True
    answers: list[tuple[str, str, list[str], int]] = []
    for i, line in enumerate(lines, start + 1):
        if re.match(r"[-?] |\?$", line):
            group, sentence = line[0], line[2:]
            fresh = True
        elif re.match(r"  [+*] ", line):
            kind = "+" if line[2] == "+" and group != "?" else group
            answers.append((kind, "" if kind == "+" else sentence, [line[4:]], i))
            fresh = is_edit(line)
        elif line.startswith("    ") and (fresh or is_edit(line)):
            answers.append((group, sentence, [line[4:]], i))
            fresh = is_edit(line)
        elif line.startswith("    "):
            answers[-1][2].append(line[4:])
        elif line:
            misfits.append((i, f"begin with '- ', '? ', a mark in column 2 or four spaces: {line!r}"))
    return ((kind, sentence, "\n".join(code), i) for kind, sentence, code, i in answers)


@cache
def _notebook(names: str) -> dict[str, object]:
    """What the notebook holds when an exercise comes: what its first cell imports, and the names of the text."""
    public = {name: getattr(pe_lesson, name) for name in pe_lesson.__all__}
    space = {"math": math, "torch": torch, "np": np, "nn": nn, "F": functional, "__name__": "answer", **public}
    with torch.random.fork_rng(devices=[]):
        exec(names, space)
    return space
