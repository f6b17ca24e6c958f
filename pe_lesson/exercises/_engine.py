"""How an exercise is written: as data wherever it can be, as a function where it cannot.

A lesson's exercises stand in ``lesson_NN.py``, numbered as in the notebook; a number is never used again.

    exercise(
        "04.9",
        head="def double(x):",                # the stub's first line: "def …:", "class …:" or "answer ="
        cases=[(1,), (2.5,)],                # arguments; small ones first, chosen so that mistakes differ
        right=lambda x: 2 * x,               # the right value of a case; without cases, the value itself
        mistakes={                           # each once: what a learner writes below the head, and its sentence
            "return x**2": "this squares",
            "return x * factor": "this takes the notebook's factor",
        },
        names="factor = 3",                  # names of the notebook that mistakes use (imports are there already)
        praise="twice as much",
    )

A mistake is run like the learner's answer, and the learner who gets the same values, shapes or errors gets its
sentence: so its wrong value stands nowhere, and tests/exercises runs each mistake through the notebook's own cell.
``exec`` reads nothing but these lines; an expression needs no ``return`` before it. What no mistake names, the engine
does: a stop with the learner's line, print for return, names of the notebook, rounding, sign, shape; at last the
smallest case that differs. Further arguments:

    play       how an answer is run on a case, if not ``answer(*case)``: for a class, build it and call it
    form       what to make of an answer, or of what it returns, before it is compared; it may raise Mistake
    look       a function of the list of raw values (one a case), asked when no mistake fits: it may raise Mistake
    also       the same, asked when all values are right: types, buffers, whatever values do not show
    free_names True if an answer may well read names of the notebook: what it needs is not among its arguments
    stop       a function of the error of the first case that stops, asked before the engine quotes it
    otherwise  the last sentence for an answer without cases, which must not give the value away
    tolerance, relative    how near is near enough

Where this does not fit: ``@grader("04.9")`` over a function of the answer, which returns praise or raises Mistake,
with ``read_tensor``, ``read_number``, ``run_answer``, ``same`` for its parts. Every exercise also wants ten wrong and
four right answers in tests/exercises/answers, written before the grader is: ``make answers`` tells how it does.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from numbers import Real
from types import BuiltinFunctionType, FunctionType, MethodType

import numpy as np
import torch
from torch import Tensor

from pe_lesson._arguments import shown
from pe_lesson.exercises._compare import relation, same, smallest
from pe_lesson.exercises._names import dropped_result, foreign_names
from pe_lesson.exercises._read import read, read_number, read_tensor
from pe_lesson.exercises._run import Outcome, Play, call, is_stub, not_a_function, result, run, run_answer, stopped
from pe_lesson.exercises._typed import typed
from pe_lesson.exercises._verdicts import Mistake, NotAnswered

__all__ = ["Exercise", "Mistake", "NotAnswered", "exercise", "grader", "graders", "read_number", "read_tensor",
           "run_answer", "same"]  # fmt: skip

Grader = Callable[[object], str]
Values = list[object]


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise as data; calling it grades an answer: praise, or a Mistake."""

    number: str
    head: str
    right: object
    mistakes: Mapping[str, str]
    praise: str
    cases: Sequence[tuple] = ()
    names: str = ""
    play: Play = call
    form: Callable[[object], object] | None = None
    look: Callable[[Values], None] | None = None
    stop: Callable[[str], None] | None = None
    also: Callable[[object, Values], None] | None = None
    free_names: bool = False
    otherwise: str = ""
    tolerance: float = 1e-4
    relative: float = 0.0

    def __call__(self, answer: object) -> str:
        if self.cases and not callable(answer):
            raise Mistake(not_a_function(answer))
        if not self.cases and isinstance(answer, type | FunctionType | BuiltinFunctionType | MethodType):
            raise Mistake("a value is asked for, this is a function or a class; call it, and give what comes back")
        outcomes = self._run(answer)
        first = outcomes[0]
        if first.value is ... or (first.value is None and not first.error and is_stub(answer)):
            raise NotAnswered
        wrong = [i for i, outcome in enumerate(outcomes) if not self._is_right(outcome, i)]
        if not wrong:
            for outcome in outcomes:
                result(answer, outcome)  # in-place changes
            if self.also:
                self.also(answer, [outcome.value for outcome in outcomes])
            return self.praise
        if self.cases and outcomes[wrong[0]].value is not None and (dropped := dropped_result(answer)):
            raise Mistake(dropped)
        self._named(answer, outcomes, wrong)
        self._unnamed(answer, outcomes, wrong)
        raise Mistake(self.otherwise)

    def rights(self) -> list[object]:
        """The right value of each case: a number, a tensor, a bool, a tuple of these, or plain lists."""
        right = self.right
        values = [right(*case) for case in self.cases] if self.cases and callable(right) else [right]
        return [torch.from_numpy(value) if isinstance(value, np.ndarray) else value for value in values]

    def run_mistake(self, code: str) -> list[Outcome]:
        """What a mistake does in each case."""
        with torch.random.fork_rng(devices=[]):
            return self._run(typed(self.head, code, self.names))

    def _run(self, answer: object) -> list[Outcome]:
        if not self.cases:
            return [Outcome(self.form(answer) if self.form else answer)]
        outcomes = [run(answer, case, self.play) for case in self.cases]
        if self.form:
            outcomes = [one if one.value is None else replace(one, value=self.form(one.value)) for one in outcomes]
        return outcomes

    def _is_right(self, outcome: Outcome, i: int) -> bool:
        return not outcome.error and self._same(outcome, Outcome(_rights_of(self)[i]), i)

    def _same(self, one: Outcome, other: Outcome, i: int) -> bool:
        """Whether two outcomes of a case agree: both stopped in the same way, or both gave the same value."""
        if one.error or other.error or not set(other.changed) <= set(one.changed):
            return bool(one.error) and one.error == other.error
        right = _rights_of(self)[i]
        if one.value is None or other.value is None:
            return one.value is other.value and bool(one.printed) == bool(other.printed)
        try:
            values = read(one.value, right), read(other.value, right)
        except Mistake:
            return type(one.value) is type(other.value) and repr(one.value) == repr(other.value)
        return same(*values, self.tolerance, self.relative)

    def _named(self, answer: object, outcomes: list[Outcome], wrong: list[int]) -> None:
        """Raise the mistake that does the same in all cases, in all that are wrong, or in one that cannot be chance."""
        listed = [(_done_by(self, code), sentence) for code, sentence in self.mistakes.items()]
        telling = [i for i in wrong if outcomes[i].error or _is_telling(outcomes[i].value)]
        for cases in (range(len(outcomes)), wrong, telling[:1]):
            if (
                cases is wrong
                and (foreign := self._foreign(answer))
                and "argument `" in foreign
                and "notebook" in foreign
            ):
                raise Mistake(foreign)
            if cases is wrong and (near := self._near(outcomes, wrong)):
                raise Mistake(near)
            for done, sentence in listed:
                if cases and (telling or cases is not wrong) and self._fits(outcomes, done, cases, wrong):
                    in_place = any(o.changed and not d.changed for o, d in zip(outcomes, done, strict=True))
                    error = outcomes[cases[0]] if outcomes[cases[0]].error else None
                    more = "; and it changes its argument in place: make a new one" * in_place
                    if error:
                        note = self._noted(answer, sentence)
                        sentence += note if "notebook" in note else ""
                        raise Mistake(f"{sentence} ({stopped(answer, error)})")
                    raise Mistake(sentence + more)

    def _fits(self, outcomes: list[Outcome], done: list[Outcome], cases: Sequence[int], wrong: list[int]) -> bool:
        """Whether a mistake does the same in these cases; if that is one case, it must be right where the answer is."""
        alike = all(self._same(outcomes[i], done[i], i) for i in cases)
        return alike and (len(cases) > 1 or all(i in wrong or self._is_right(done[i], i) for i in range(len(done))))

    def _near(self, outcomes: list[Outcome], wrong: list[int]) -> str:
        """What all wrong cases are but for: rounding, a sign; else nothing."""
        found = ""
        for i in wrong:
            right = _rights_of(self)[i]
            try:
                found = relation(read(outcomes[i].value, right), read(right, right), self.tolerance) or ""
            except Mistake:
                return ""
            if outcomes[i].error or not found.startswith("right but"):
                return ""
        return found

    def _foreign(self, answer: object) -> str | None:
        return foreign_names(answer, self.free_names)

    def _noted(self, answer: object, sentence: str) -> str:
        """What a sentence about a stop leaves out: names of the notebook, an argument that is never used."""
        foreign = self._foreign(answer)
        return f"; {foreign}" if foreign and "notebook" not in sentence else ""

    def _unnamed(self, answer: object, outcomes: list[Outcome], wrong: list[int]) -> None:
        first = outcomes[wrong[0]]
        if first.error:
            sentence = stopped(answer, first)
            try:
                if self.stop:
                    self.stop(first.error)
            except Mistake as mistake:
                sentence = str(mistake)
            raise Mistake(sentence + self._noted(answer, sentence))
        if self.cases and first.value is None:
            result(answer, first)
        if not self.cases and isinstance(self.right, Real) and isinstance(first.value, tuple):
            raise Mistake(
                f"the comma makes several numbers of it, {shown(first.value)}; "
                "write decimals with a point, 0.5, and thousands without a comma, 4376 (or 4_376)"
            )
        if first.changed:
            result(answer, first)
        if self.look:
            self.look([outcome.value for outcome in outcomes])
        # an unused argument is named first, a value of the notebook only after `read`, which names a wrong type or shape
        foreign, rights = self._foreign(answer), _rights_of(self)
        if foreign and "never" in foreign:
            raise Mistake(foreign)
        values = [None if o.error else read(o.value, right) for o, right in zip(outcomes, rights, strict=True)]
        if foreign:
            raise Mistake(foreign)
        rights = [read(right, right) for right in rights]
        if self.cases and not self._same(self._run(answer)[wrong[0]], first, wrong[0]):
            raise Mistake(
                "two calls with the same arguments differ: draw nothing at random, make no new layer, leave dropout out"
            )
        if all(near := [relation(values[i], rights[i], self.tolerance) for i in wrong]):
            raise Mistake(str(near[0]))
        if not self.cases:
            return
        some = [i for i in wrong if not outcomes[i].error]
        name = getattr(answer, "__name__", "it")
        pick = [[each[i] for i in some] for each in (list(self.cases), values, rights)]
        raise Mistake(smallest("it" if name == "<lambda>" else name, *pick))  # type: ignore[arg-type]


def _is_telling(value: object) -> bool:
    """Whether a value agrees with a mistake's hardly by chance: several numbers that differ, or one with decimals."""
    if isinstance(value, Tensor | np.ndarray) and value.ndim:
        return len(np.unique(np.asarray(value.detach() if isinstance(value, Tensor) else value))) > 2
    if isinstance(value, list | tuple):
        return len(value) > 1
    return isinstance(value, Real) and math.isfinite(value) and not float(value).is_integer()


_GRADERS: dict[str, Grader] = {}
_KNOWN: dict[object, list] = {}


def _rights_of(asked: Exercise) -> list[object]:
    if asked.number not in _KNOWN:
        _KNOWN[asked.number] = asked.rights()
    return _KNOWN[asked.number]


def _done_by(asked: Exercise, code: str) -> list[Outcome]:
    if (asked.number, code) not in _KNOWN:
        _KNOWN[asked.number, code] = asked.run_mistake(code)
    return _KNOWN[asked.number, code]


def exercise(number: str, **data: object) -> None:
    """Register an exercise that is data; its fields are those of ``Exercise``."""
    _GRADERS[number] = Exercise(number=number, **data)  # type: ignore[arg-type]


def grader(number: str) -> Callable[[Grader], Grader]:
    """Register the grader of one exercise that is a function."""

    def register(function: Grader) -> Grader:
        _GRADERS[number] = function
        return function

    return register


def graders(number: object) -> dict[str, Grader]:
    """The graders of the lesson that an exercise number belongs to; empty if there is no such lesson."""
    lesson = number[:2] if isinstance(number, str) else ""
    name = f"pe_lesson.exercises.lesson_{lesson}"
    if not (lesson.isascii() and lesson.isdigit()) or find_spec(name) is None:
        return {}
    import_module(name)
    return {key: one for key, one in _GRADERS.items() if key.startswith(f"{lesson}.")}
