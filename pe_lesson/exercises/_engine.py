"""Grade an answer by running it, and every mistake of the exercise's text, on the same cases.

``lesson_NN.txt`` holds each exercise (``_text.py`` says how it is written). The solution says what is right in each
case: a number, a tensor, a bool, a tuple of these, or plain lists. An answer that does in every case what a mistake
does gets the mistake's sentence. Where a value alone does not tell, ``lesson_NN.py`` has hooks, fields of ``Exercise``:

    HOOKS = {"04.9": {"if_unlisted": _name_wrong_count}}

Where all of this does not fit, a function of the answer stands there in place of hooks; it returns praise or raises
``Mistake``. What a learner reads is a whole sentence with named places: ``Mistake("this has {count}", count=2)``.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import torch

from pe_lesson._words import chosen, say
from pe_lesson.exercises._explain import notebook_values, sizes_differ, table_ends, unused_arguments
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._read import read, same
from pe_lesson.exercises._run import Case, Outcome, RunCase, call, is_stub, not_a_function, result, run
from pe_lesson.exercises._text import Text, texts
from pe_lesson.exercises._wrong_value import comma, relation, smallest

MOVED = {"10.2": "06.5"}  # the number that an exercise had, and the one it has now
GONE = ("00.3", "04.3", "05.2", "06.3", "07.2", "08.2")  # numbers of exercises that are no more; none is given again
Grader = Callable[[object], str]


@dataclass(frozen=True)
class _Unread:
    """A value of another kind than the right one, and the Mistake that says so."""

    value: object
    mistake: Mistake


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise as data; calling it with an answer returns praise, or raises a Mistake.

    Args:
        text: the exercise in ``lesson_NN.txt``.
        praise: what a right answer gets.
        cases: arguments of calls, small ones first, chosen so that mistakes differ; none if a value is asked.
        tolerance: how far each number may be off.
        relative: how far it may be off besides, as a share of the right number.
        dtype: type of tensors; lists and plain numbers are taken too if they are whole where it is.
        as_tensor: whether a list is refused.
        table_ends: advice for an answer that stops at the end of a table.
        sizes_differ: what an answer gets that stops because it takes a size for granted, and the case has another.
        otherwise: last sentence for a value that is asked, which must not give the value away.
        may_read_notebook: whether an answer may need values of the notebook, beside its arguments.
        run_case: runs an answer on a case, if not ``answer(*case)``: 08.3 builds the class, then calls the module.
        before_comparing: makes of a value what is compared: 09.3 takes ``[3.0, -2.0]`` as the signs ``[1, -1]``.
        if_right: raises a Mistake by the answer and its values: 02.3 refuses a right mask of zeros and ones.
        if_stopped: raises one by the first case's error: 03.2 says more to "cannot be multiplied (1x3 and 2x1)".
        if_unlisted: raises one by the values, when no mistake does the same: 01.1 sees "it's" in one piece.
    """

    text: Text
    praise: str = ""
    cases: Sequence[Case] = ()
    tolerance: float = 1e-4
    relative: float = 0.0
    dtype: torch.dtype | None = None
    as_tensor: bool = False
    table_ends: str = ""
    sizes_differ: str = ""
    otherwise: str = ""
    may_read_notebook: bool = False
    run_case: RunCase = call
    before_comparing: Callable[[object], object] | None = None
    if_right: Callable[[object, list[object]], None] | None = None
    if_stopped: Callable[[str], None] | None = None
    if_unlisted: Callable[[list[object]], None] | None = None

    def __call__(self, answer: object) -> str:
        if self.cases and not callable(answer):
            raise not_a_function(answer)
        if not self.cases and isinstance(answer, type | FunctionType | BuiltinFunctionType | MethodType):
            raise Mistake("the exercise asks for a value, this is a function or a class; call it, and give the result")
        outcomes = self.outcomes(answer)
        first = outcomes[0]
        if first.value is ... or (first.value is None and not first.error and is_stub(answer)):
            raise NotAnswered
        wrong = [i for i, right in enumerate(self.rights) if outcomes[i].error or not self._agree(outcomes[i], right)]
        if wrong:
            raise Mistake(self._listed(outcomes) or next(filter(None, self._unlisted(answer, outcomes, wrong))))
        for outcome in outcomes:
            result(answer, outcome)  # an argument changed in place
            self._right_type(outcome.value)
        if self.if_right:
            self.if_right(answer, [outcome.value for outcome in outcomes])
        return say(self.praise)

    def outcomes(self, answer: object) -> list[Outcome]:
        """What an answer does in each case."""
        return [
            replace(outcome, form=_form(outcome.value, right.value))
            for outcome, right in zip(self._run(answer), self.rights, strict=True)
        ]

    def _run(self, answer: object) -> list[Outcome]:
        outcomes = [run(answer, case, self.run_case) for case in self.cases] if self.cases else [Outcome(answer)]
        if read_as := self.before_comparing:
            return [each if each.value is None else replace(each, value=read_as(each.value)) for each in outcomes]
        return outcomes

    @cached_property
    def rights(self) -> list[Outcome]:
        """What the solution does in each case."""
        with torch.random.fork_rng(devices=[]):  # a learner's next random numbers are those of a run without check
            torch.manual_seed(0)
            outcomes = self._run(self.text.run(self.text.solution))
        values = [_of_solution(outcome.value) for outcome in outcomes]
        return [replace(each, value=v, form=_form(v, v)) for each, v in zip(outcomes, values, strict=True)]

    @property
    def mistakes(self) -> list[tuple[str, list[Outcome]]]:
        """What each mistake does; it is run once per language, since it may stop with an error line of ours."""
        if chosen() not in self._mistakes:
            self._mistakes[chosen()] = self._run_mistakes()
        return self._mistakes[chosen()]

    @cached_property
    def _mistakes(self) -> dict[str, list[tuple[str, list[Outcome]]]]:
        return {}

    def _run_mistakes(self) -> list[tuple[str, list[Outcome]]]:
        answers = [answer for answer in self.text.answers if answer.kind == "-"]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            return [(answer.sentence, self.outcomes(self.text.run(answer.code))) for answer in answers]

    def _agree(self, one: Outcome, other: Outcome) -> bool:
        """Whether two outcomes of a case agree: both stopped with the same error, or both gave the same value."""
        if one.error or other.error or not set(other.changed) <= set(one.changed):
            return bool(one.error) and one.error == other.error
        if one.value is None or other.value is None:
            return one.value is other.value and bool(one.printed) == bool(other.printed)
        if isinstance(one.form, _Unread) or isinstance(other.form, _Unread):
            return type(one.value) is type(other.value) and repr(one.value) == repr(other.value)
        return same(one.form, other.form, self.tolerance, self.relative)

    def _right_type(self, value: object) -> None:
        """Raise a Mistake if right numbers are of another type than ``dtype``."""
        whole = self.dtype is not None and not self.dtype.is_floating_point and self.dtype != torch.bool
        if self.as_tensor and not isinstance(value, torch.Tensor):
            raise Mistake("right, but the exercise asks for a tensor; torch.tensor makes one of a list")
        kind = str(getattr(value, "dtype", self.dtype)).removeprefix("torch.")  # NumPy calls int64 so, too
        if whole and (isinstance(value, float) or kind != str(self.dtype).removeprefix("torch.")):
            raise Mistake("right numbers, but of another type; the exercise asks for whole numbers, int64")
        if self.dtype == torch.bool and isinstance(value, torch.Tensor) and value.dtype != self.dtype:
            raise Mistake(
                "right places, but as numbers; the exercise asks for True and False, which a comparison gives"
            )

    def _listed(self, outcomes: list[Outcome]) -> str:
        """The sentence of the mistake that does the same in every case, if there is one."""
        for sentence, others in self.mistakes:
            if all(map(self._agree, outcomes, others)):
                mistake = say(sentence)
                if any(one.changed and not other.changed for one, other in zip(outcomes, others, strict=True)):
                    mistake = say("{mistake}; and it changes its argument in place: make a new one", mistake=mistake)
                stop = outcomes[0].stop if outcomes[0].error else ""
                return say("{mistake} ({stop})", mistake=mistake, stop=stop) if stop else mistake
        return ""

    def _unlisted(self, answer: object, outcomes: list[Outcome], wrong: list[int]) -> Iterator[str]:
        """Yield what can be said where no mistake does the same, the most telling first; some of it may be empty."""
        first, right = outcomes[wrong[0]], self.rights[wrong[0]].value
        values = "" if self.may_read_notebook else notebook_values(answer)
        if first.error:
            if self.if_stopped:
                self.if_stopped(first.error)
            yield self.table_ends and table_ends(first.error, self.table_ends)
            yield self.sizes_differ and sizes_differ(first.error, self.sizes_differ)
            yield say("{stop}; {names}", stop=first.stop, names=values) if values else first.stop
        if self.cases and (first.value is None or first.changed):
            result(answer, first)
        if not self.cases and isinstance(right, int | float) and isinstance(first.value, tuple):
            yield comma(first.value)
        if self.if_unlisted:
            self.if_unlisted([outcome.value for outcome in outcomes])
        yield unused_arguments(answer)
        for outcome in outcomes:
            if isinstance(outcome.form, _Unread) and not outcome.error:
                raise outcome.form.mistake
        yield values
        if self.cases and not self._agree(self.outcomes(answer)[wrong[0]], first):
            yield say(
                "two calls with the same arguments differ: draw nothing at random, make no new layer, leave dropout out"
            )
        near = [relation(outcomes[i].form, self.rights[i].form, self.tolerance) for i in wrong]
        yield near[0] if all(near) else ""
        if self.cases:
            yield smallest(
                answer,
                [(self.cases[i], outcomes[i].form, self.rights[i].form) for i in wrong if not outcomes[i].error],
                partial(same, tolerance=self.tolerance, relative=self.relative),
            )
        yield say(self.otherwise)


def _form(value: object, right: object) -> object:
    try:
        return None if value is None else read(value, right)
    except Mistake as mistake:
        return _Unread(value, mistake)


def _of_solution(right: object) -> object:
    """Bring a solution's value into the form of answers: a list of numbers is a tensor, a 0-d tensor a number."""
    if isinstance(right, list) and right and all(isinstance(part, int | float) for part in right):
        return torch.tensor(right, dtype=torch.float64)
    return right.item() if isinstance(right, torch.Tensor) and right.dim() == 0 else right


def from_text(number: str, **hooks: Any) -> Exercise:
    """The exercise as its text has it, and these hooks."""
    text = texts(number[:2])[number]
    fields = {**text.fields, **hooks}
    if not fields.keys() & {"cases", "otherwise", "if_unlisted"}:
        raise ValueError(f"{number} asks for a value: write a line '@otherwise …' for answers that no mistake names")
    return Exercise(text=text, **fields)


def graders(number: object) -> dict[str, Grader]:
    """The graders of the lesson that an exercise number belongs to; empty if there is no such lesson."""
    lesson = number[:2] if isinstance(number, str) else ""
    return _lesson(lesson) if lesson.isascii() and lesson.isdigit() else {}


@cache
def _lesson(lesson: str) -> dict[str, Grader]:
    name = f"pe_lesson.exercises.lesson_{lesson}"
    numbers, hooks = texts(lesson), import_module(name).HOOKS if find_spec(name) else {}
    for number in hooks.keys() - numbers:
        lines = enumerate(getsource(import_module(name)).splitlines(), 1)
        line = next(i for i, code in lines if f'"{number}":' in code)
        raise ValueError(f"lesson_{lesson}.py, line {line}: there is no {number} in lesson_{lesson}.txt")
    return {
        number: hook if callable(hook := hooks.get(number, {})) else from_text(number, **hook) for number in numbers
    }
