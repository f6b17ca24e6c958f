"""Grade an answer by running it, and every mistake of the exercise's text, on the same cases.

``lesson_NN.txt`` holds solutions, mistakes and collected answers (``_text.py`` says how it is written);
``lesson_NN.py`` holds, under the same number, what they are run on:

    exercise("04.9", cases=[(1,), (2.5,)], praise="twice as much, for any number")

The solution says what is right in each case: a number, a tensor, a bool, a tuple of these, or plain lists. An answer
that does in every case what a mistake does gets the mistake's sentence. Where a value alone does not tell, an exercise
has hooks, fields of ``Exercise``. Where all of this does not fit, ``@grader("04.9")`` stands over a function of the
answer, which returns praise or raises ``Mistake``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import BuiltinFunctionType, FunctionType, MethodType

import torch

from pe_lesson._arguments import shown
from pe_lesson.exercises._compare import relation, same, smallest
from pe_lesson.exercises._names import notebook_values, unused_arguments
from pe_lesson.exercises._read import read
from pe_lesson.exercises._run import Case, Outcome, Run, call, is_stub, not_a_function, result, run, stopped
from pe_lesson.exercises._text import Text, texts
from pe_lesson.exercises._verdicts import Mistake, NotAnswered

Grader = Callable[[object], str]


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise as data; calling it grades an answer: praise, or a Mistake. Each hook may raise a Mistake."""

    text: Text
    praise: str
    cases: Sequence[Case] = ()  # arguments, small ones first, chosen so that mistakes differ; none if a value is asked
    tolerance: float = 1e-4
    relative: float = 0.0
    may_read_notebook: bool = False  # what an answer needs is not among its arguments
    run_case: Run = call  # how an answer is run on a case, if not ``answer(*case)``
    before_comparing: Callable[[object], object] | None = None  # makes of a value what is compared
    if_right: Callable[[object, list[object]], None] | None = None  # given answer and values: types, buffers
    if_stopped: Callable[[str], None] | None = None  # given the error of the first case that stops
    if_unlisted: Callable[[list[object]], None] | None = None  # given the values, when no mistake does the same
    otherwise: str = ""  # the last sentence for a value, which must not give the value away

    def __call__(self, answer: object) -> str:
        if self.cases and not callable(answer):
            raise Mistake(not_a_function(answer))
        if not self.cases and isinstance(answer, type | FunctionType | BuiltinFunctionType | MethodType):
            raise Mistake("a value is asked for, this is a function or a class; call it, and give what comes back")
        outcomes = self.outcomes(answer)
        first = outcomes[0]
        if first.value is ... or (first.value is None and not first.error and is_stub(answer)):
            raise NotAnswered
        wrong = [
            i for i, right in enumerate(self.rights) if outcomes[i].error or not self._agree(outcomes[i], right, i)
        ]
        if not wrong:
            for outcome in outcomes:
                result(answer, outcome)  # an argument changed in place
            if self.if_right:
                self.if_right(answer, [outcome.value for outcome in outcomes])
            return self.praise
        first = outcomes[wrong[0]]
        for sentence, others in self.mistakes:
            if all(self._agree(*pair, i) for i, pair in enumerate(zip(outcomes, others, strict=True))):
                in_place = any(o.changed and not m.changed for o, m in zip(outcomes, others, strict=True))
                more = "; and it changes its argument in place: make a new one" * in_place
                stop = f" ({stopped(answer, outcomes[0])})" if outcomes[0].error else ""
                raise Mistake(sentence + more + stop)
        self._unlisted(answer, outcomes, wrong)
        raise Mistake(self.otherwise)

    def outcomes(self, answer: object) -> list[Outcome]:
        """What an answer does in each case."""
        made = [run(answer, case, self.run_case) for case in self.cases] if self.cases else [Outcome(answer)]
        read_as = self.before_comparing
        return [replace(one, value=read_as(one.value)) if read_as and one.value is not None else one for one in made]

    @cached_property
    def rights(self) -> list[Outcome]:
        """What the solution does in each case."""
        return [replace(one, value=_in_form(one.value)) for one in self.outcomes(self.text.run(self.text.solution))]

    @cached_property
    def mistakes(self) -> list[tuple[str, list[Outcome]]]:
        """What each mistake does, run once."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            codes = [(one.sentence, one.code) for one in self.text.answers if one.kind == "-"]
            return [(sentence, self.outcomes(self.text.run(code))) for sentence, code in codes]

    def _agree(self, one: Outcome, other: Outcome, i: int) -> bool:
        """Whether two outcomes of a case agree: both stopped with the same error, or both gave the same value."""
        if one.error or other.error or not set(other.changed) <= set(one.changed):
            return bool(one.error) and one.error == other.error
        if one.value is None or other.value is None:
            return one.value is other.value and bool(one.printed) == bool(other.printed)
        right = self.rights[i].value
        try:
            return same(read(one.value, right), read(other.value, right), self.tolerance, self.relative)
        except Mistake:
            return type(one.value) is type(other.value) and repr(one.value) == repr(other.value)

    def _unlisted(self, answer: object, outcomes: list[Outcome], wrong: list[int]) -> None:
        """Raise what can be said where no mistake does the same: a stop, names, a near miss, the smallest case."""
        first = outcomes[wrong[0]]
        unused, values = unused_arguments(answer), "" if self.may_read_notebook else notebook_values(answer)
        if first.error:
            if self.if_stopped:
                self.if_stopped(first.error)
            raise Mistake(stopped(answer, first) + (f"; {values}" if values else ""))
        if self.cases and (first.value is None or first.changed):
            result(answer, first)
        right = self.rights[wrong[0]].value
        if not self.cases and isinstance(right, int | float) and isinstance(first.value, tuple):
            raise Mistake(
                f"the comma makes several numbers of it, {shown(first.value)}; "
                "write decimals with a point, 0.5, and thousands without a comma, 4376 (or 4_376)"
            )
        if self.if_unlisted:
            self.if_unlisted([outcome.value for outcome in outcomes])
        if unused:
            raise Mistake(unused)
        pairs = zip(outcomes, self.rights, strict=True)
        given = [None if one.error else read(one.value, right.value) for one, right in pairs]
        rights = [read(one.value, one.value) for one in self.rights]
        if values:
            raise Mistake(values)
        if self.cases and not self._agree(self.outcomes(answer)[wrong[0]], first, wrong[0]):
            raise Mistake(
                "two calls with the same arguments differ: draw nothing at random, make no new layer, leave dropout out"
            )
        near = [relation(given[i], rights[i], self.tolerance) for i in wrong]
        if all(near):
            raise Mistake(str(near[0]))
        if self.cases:
            some = [i for i in wrong if not outcomes[i].error]
            cases = [self.cases[i] for i in some]
            raise Mistake(smallest(answer, cases, [given[i] for i in some], [rights[i] for i in some]))


def _in_form(right: object) -> object:
    """A solution's value in the form that answers are read in: numbers in a list as a tensor, one number as such."""
    if isinstance(right, list) and right and all(isinstance(part, int | float) for part in right):
        return torch.tensor(right, dtype=torch.float64)
    return right.item() if isinstance(right, torch.Tensor) and right.dim() == 0 else right


_GRADERS: dict[str, Grader] = {}


def exercise(number: str, **data: object) -> Exercise:
    """Register an exercise that is data; its fields are those of ``Exercise``, its text stands in the lesson's file."""
    made = Exercise(text=texts(number[:2])[number], **data)  # type: ignore[arg-type]
    _GRADERS[number] = made
    return made


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
