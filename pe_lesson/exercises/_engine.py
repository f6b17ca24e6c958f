"""Judge an answer by running it, and every mistake of the exercise's text, on the same cases.

``lesson_NN.txt`` holds each exercise (``_text.py`` says how it is written). The solution says what is right in each
case: a number, a tensor, a bool, a tuple of these, or plain lists. An answer that does in every case what a mistake
does gets the mistake's sentence. Where a value alone does not tell, ``lesson_NN.py`` has hooks, fields of ``Exercise``:

    HOOKS = {"04.9": {"if_unlisted": _name_wrong_count}}

Where all of this does not fit, a function of the answer stands there in place of hooks; it returns praise or raises
``Mistake``. What a learner reads is a whole sentence with named places: ``Mistake("this has {count}", count=2)``.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import BuiltinFunctionType, FunctionType, MethodType

import numpy as np
import torch

from pe_lesson._words import chosen, say
from pe_lesson.exercises._explain import (
    called_otherwise,
    notebook_values,
    ordered_otherwise,
    sizes_differ,
    table_ends,
    unused_arguments,
)
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._read import is_close, plain, read_like
from pe_lesson.exercises._run import Case, Outcome, RunCase, call, is_stub, not_a_function, outcome_of, result
from pe_lesson.exercises._text import Text
from pe_lesson.exercises._wrong_value import decimal_comma, near_miss, smallest_wrong


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise as data; calling it with an answer returns praise, or raises a Mistake.

    Args:
        text: the exercise in ``lesson_NN.txt``.
        praise: what a right answer gets.
        cases: arguments of calls, small ones first, chosen so that mistakes differ; none if a value is asked.
        tolerance: how far each number may be off.
        relative: how far it may be off besides, as a share of the right number.
        dtype: type of tensors; lists and plain numbers are taken, too, and must be whole if it is int64.
        as_tensor: whether a list is refused where a tensor is asked.
        table_ends: advice for an answer that raises an error at the end of a table.
        sizes_differ: advice for an answer that raises an error because it expects another size than the case has.
        otherwise: what a wrong answer gets if nothing else can be said; it must not give the right value away.
        may_read_notebook: whether an answer may use values of the notebook, beside its arguments.
        run_case: is given the answer and a case's arguments, and returns a value, in general ``answer(*case)``; 08.3
            builds the class first.
        before_comparing: is given a value, and returns what is compared: 09.3 turns ``[3.0, -2.0]`` into ``[1, -1]``.
        if_right: is given a right answer, its values and the cases, and may raise a Mistake: 02.3 does for a mask of
            0 and 1.
        if_stopped: is given the first case's error, and may raise a Mistake: 03.2 does for "cannot be multiplied".
        if_unlisted: is given the values of an answer like no listed mistake, and may raise a Mistake: 01.1 does for
            "it's" in one piece.
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
    before_comparing: Callable[[object], object] = lambda value: value
    if_right: Callable[[object, list[object], Sequence[Case]], None] = lambda *_: None
    if_stopped: Callable[[str], None] = lambda *_: None
    if_unlisted: Callable[[list[object]], None] = lambda *_: None
    _mistakes: dict[str, list[tuple[str, list[Outcome]]]] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, answer: object) -> str:
        """Praise for a right answer; raises a Mistake, or NotAnswered for a stub."""
        self._refuse_kind(answer)
        outcomes = self.outcomes(answer)
        first = outcomes[0]
        if first.value is ... or (first.value is None and not first.error and is_stub(answer)):
            raise NotAnswered
        wrong = [i for i, right in enumerate(self.rights) if not self._agree(outcomes[i], right)]
        if wrong:
            raise Mistake(self._listed(outcomes) or self._unlisted(answer, outcomes, wrong))
        for outcome in outcomes:
            result(answer, outcome)  # an argument changed in place
            self._refuse_type(outcome.value)
        self.if_right(answer, [outcome.value for outcome in outcomes], self.cases)
        return say(self.praise)

    def _refuse_kind(self, answer: object) -> None:
        """Raise a Mistake for a value where a function is asked, or the other way round."""
        if self.cases and not callable(answer) and not self.text.solution.startswith("class"):
            raise not_a_function(answer)
        if not self.cases and isinstance(answer, type | FunctionType | BuiltinFunctionType | MethodType):
            raise Mistake("the exercise asks for a value, this is a function or a class; call it, and give the result")

    def outcomes(self, answer: object) -> list[Outcome]:
        """What an answer does in each case."""
        return [
            replace(outcome, form=_form(outcome.value, right.value))
            for outcome, right in zip(self._outcomes(answer), self.rights, strict=True)
        ]

    def _outcomes(self, answer: object) -> list[Outcome]:
        outcomes = [outcome_of(answer, case, self.run_case) for case in self.cases] if self.cases else [Outcome(answer)]
        return [
            outcome if outcome.value is None else replace(outcome, value=self.before_comparing(outcome.value))
            for outcome in outcomes
        ]

    @cached_property
    def _solution(self) -> object:
        return self.text.value_of(self.text.solution)

    @cached_property
    def rights(self) -> list[Outcome]:
        """What the solution does in each case."""
        with torch.random.fork_rng(devices=[]):  # a learner's next random numbers are those of a run without check
            torch.manual_seed(0)
            outcomes = self._outcomes(self._solution)
        values = [_of_solution(outcome.value) for outcome in outcomes]
        return [replace(each, value=v, form=_form(v, v)) for each, v in zip(outcomes, values, strict=True)]

    @property
    def mistakes(self) -> list[tuple[str, list[Outcome]]]:
        """What each mistake does; it is run once per language, since it may stop with an error line of ours."""
        if chosen() not in self._mistakes:
            answers = [answer for answer in self.text.answers if answer.kind == "-"]
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(0)
                ran = [(answer.sentence, self.outcomes(self.text.value_of(answer.code))) for answer in answers]
            self._mistakes[chosen()] = ran
        return self._mistakes[chosen()]

    def _agree(self, one: Outcome, other: Outcome) -> bool:
        """Whether two outcomes of a case agree: both stopped with the same error, or both gave the same value."""
        if one.error or other.error:
            return one.error == other.error
        if not set(other.changed) <= set(one.changed):
            return False
        if one.value is None or other.value is None:
            return one.value is other.value and bool(one.printed) == bool(other.printed)
        if isinstance(one.form, Mistake) and isinstance(other.form, Mistake):
            return type(one.value) is type(other.value) and repr(one.value) == repr(other.value)
        return self._is_close(one.form, other.form)

    def _is_close(self, value: object, right: object) -> bool:
        return is_close(value, right, self.tolerance, self.relative)

    def _refuse_type(self, value: object) -> None:
        """Raise a Mistake if right numbers are of another type than ``dtype``."""
        if self.as_tensor and not isinstance(value, torch.Tensor):
            raise Mistake("right, but the exercise asks for a tensor; torch.tensor makes one of a list")
        if self.dtype is None:
            return
        kind = str(getattr(value, "dtype", self.dtype)).removeprefix("torch.")  # NumPy calls int64 so, too
        held = np.asarray(plain(value))  # of a list, too; an empty one is float for NumPy
        if self.dtype == torch.int64 and (kind != "int64" or (held.dtype.kind == "f" and held.size)):
            raise Mistake("right numbers, but of another type; the exercise asks for whole numbers, int64")
        if self.dtype == torch.bool and held.dtype != bool:
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

    def _unlisted(self, answer: object, outcomes: list[Outcome], wrong: list[int]) -> str:
        """The most telling of what can be said where no mistake does the same."""
        first, right = outcomes[wrong[0]], self.rights[wrong[0]]
        if ordered := self._ordered_otherwise(answer):
            return ordered
        notebook = "" if self.may_read_notebook else notebook_values(answer)
        if first.error:
            return self._stopped(first, wrong[0], notebook)
        if first.value is None or first.changed:
            result(answer, first)
        if comma := self._decimal_comma(first.value):
            return comma
        self.if_unlisted([outcome.value for outcome in outcomes])
        return (
            unused_arguments(answer, len(self.cases[0]) if self.cases else 0)
            or _unread(outcomes)
            or _tuple_of_tensors(first.value, right.form)
            or self._difference(answer, outcomes, wrong, notebook)
        )

    def _stopped(self, outcome: Outcome, place: int, notebook: str) -> str:
        if called := self._called_otherwise(outcome):
            return say("{stop}; {remark}", stop=outcome.stop, remark=called)
        self.if_stopped(outcome.error)
        case, right_shape = self.cases[place], getattr(self.rights[place].form, "shape", ())
        advice = table_ends(outcome.error, self.table_ends, case, right_shape)
        advice = advice or sizes_differ(outcome.error, self.sizes_differ)
        seen = advice or outcome.stop
        return say("{stop}; {names}", stop=seen, names=notebook) if notebook else seen

    def _called_otherwise(self, outcome: Outcome) -> str:
        if outcome.line or not isinstance(self._solution, FunctionType):  # a call in the answer is the learner's own
            return ""
        return called_otherwise(outcome.error, _call_of(self._solution))

    def _ordered_otherwise(self, answer: object) -> str:
        solution = self._solution
        return ordered_otherwise(answer, solution, _call_of(solution)) if isinstance(solution, FunctionType) else ""

    def _decimal_comma(self, value: object) -> str:
        number = not self.cases and isinstance(self.rights[0].value, int | float)
        typed = type(value) is tuple and all(type(part) is int for part in value)  # no torch.Size
        return decimal_comma(value) if number and typed else ""

    def _difference(self, answer: object, outcomes: list[Outcome], wrong: list[int], notebook: str) -> str:
        seen = (
            self._random(answer, outcomes)
            or self._near_miss(outcomes, wrong)
            or self._smallest_wrong(answer, outcomes, wrong)
            or say(self.otherwise)
        )
        return say("{stop}; {names}", stop=seen, names=notebook) if notebook else seen

    def _random(self, answer: object, outcomes: list[Outcome]) -> str:
        if not self.cases or all(map(self._agree, self.outcomes(answer), outcomes)):
            return ""
        return say(
            "two calls with the same arguments differ: is something drawn at random, as by a new layer or dropout, "
            "kept from the call before, or never set, as torch.empty leaves it?"
        )

    def _near_miss(self, outcomes: list[Outcome], wrong: list[int]) -> str:
        near = [near_miss(outcomes[i].form, self.rights[i].form, self.tolerance) for i in wrong]
        return near[0] if all(near) else ""

    def _smallest_wrong(self, answer: object, outcomes: list[Outcome], wrong: list[int]) -> str:
        if not self.cases:
            return ""
        pairs = [(self.cases[i], outcomes[i], self.rights[i]) for i in wrong if not outcomes[i].error]
        wrongs = [(case, _as_shown(o.value, o.form), _as_shown(r.value, r.form)) for case, o, r in pairs]
        return smallest_wrong(answer, wrongs, self._is_close)


def _call_of(solution: FunctionType) -> str:
    return f"{solution.__name__}{inspect.signature(solution)}"


def _form(value: object, right: object) -> object:
    """A value as it is compared; the Mistake that says so if it is of another kind than the right one."""
    try:
        return None if value is None else read_like(value, right)
    except Mistake as mistake:
        return mistake


def _as_shown(value: object, form: object) -> object:
    """The form of a value, with True and False where it is a mask, alone or in a tuple."""
    if isinstance(form, tuple) and isinstance(value, list | tuple):
        return tuple(map(_as_shown, value, form))
    is_mask = isinstance(form, torch.Tensor) and np.asarray(plain(value)).dtype == bool
    return torch.as_tensor(form, dtype=torch.bool) if is_mask else form


def _unread(outcomes: list[Outcome]) -> str:
    return next((str(each.form) for each in outcomes if isinstance(each.form, Mistake) and not each.error), "")


def _tuple_of_tensors(value: object, right: object) -> str:
    if not (isinstance(value, tuple) and isinstance(right, torch.Tensor) and any(map(torch.is_tensor, value))):
        return ""
    return say(
        "this is a tuple of tensors, and one tensor is due: is there a comma after return, or did a call give several?"
    )


def _of_solution(right: object) -> object:
    """Bring a solution's value into the form of answers: a list of numbers is a tensor, a 0-d tensor a number."""
    if isinstance(right, list) and right and all(isinstance(part, int | float) for part in right):
        return torch.tensor(right, dtype=torch.float64)
    return right.item() if isinstance(right, torch.Tensor) and right.dim() == 0 else right
