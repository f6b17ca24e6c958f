"""Run a learner's function, and note what it returns, prints and changes, and in which line it stops."""

import inspect
import io
import linecache
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from typing import Any, NoReturn

from torch import Tensor

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import say
from pe_lesson.exercises._explain import stopped
from pe_lesson.exercises._mistake import Mistake, NotAnswered

Case = tuple[Any, ...]  # the arguments of one call
RunCase = Callable[..., object]


@dataclass(frozen=True)
class Outcome:
    """What a function did when it was run once."""

    value: object = None
    error: str = ""  # type and first line of the message
    line: int = 0  # the learner's own line that it came from, and its code
    code: str = ""
    printed: str = ""
    changed: tuple[int, ...] = field(default=())  # numbers of the arguments that it changed
    form: object = None  # the value as it is compared

    @property
    def stop(self) -> str:
        return stopped(self.error, self.line, self.code)


def call(answer: object, *arguments: object) -> object:
    return answer(*arguments)  # type: ignore[operator]


def outcome_of(answer: object, arguments: Case, run_case: RunCase = call) -> Outcome:
    """Do ``run_case(answer, *arguments)`` on copies of the arguments, and note what happened."""
    copies = tuple(copied(argument) for argument in arguments)
    out = io.StringIO()
    try:
        with redirect_stdout(out), _kernel_kept():
            value = run_case(answer, *copies)
    except (NotAnswered, Mistake):
        raise
    except (Exception, SystemExit) as error:
        lines = (line.strip() for line in str(error).splitlines())
        first = next((line for line in lines if line.strip("*")), say("no message"))  # NLTK begins with stars
        first = first if len(first) <= 110 else first[:107] + "..."
        line, code = _where(error, answer)
        return Outcome(error=f"{type(error).__name__}: {first}", line=line, code=code, printed=out.getvalue())
    if inspect.iscoroutine(value):
        value.close()
        raise Mistake("this is an async function, which returns nothing by itself; begin it with def, without async")
    changed = tuple(i for i, pair in enumerate(zip(arguments, copies, strict=True)) if not _unchanged(*pair))
    return Outcome(value, printed=out.getvalue(), changed=changed)


@contextmanager
def _kernel_kept() -> Iterator[None]:
    """Let IPython's own ``exit`` and ``quit`` stop the answer alone, not the kernel."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        yield
        return
    shell.ask_exit = _leave
    try:
        yield
    finally:
        del shell.ask_exit


def _leave() -> NoReturn:
    raise SystemExit(say("exit() ends the answer"))


def run_answer(answer: object, *arguments: object) -> object:
    """What the learner's function returns; a Mistake if it stops, returns nothing or changes its arguments."""
    if not callable(answer):
        raise not_a_function(answer)
    return result(answer, outcome_of(answer, arguments))


def result(answer: object, outcome: Outcome) -> object:
    """The value of an outcome; a Mistake or NotAnswered if there is none, or if an argument was changed."""
    if outcome.error:
        raise Mistake(outcome.stop)
    if outcome.value is ... or (outcome.value is None and is_stub(answer)):
        raise NotAnswered
    if outcome.value is None and outcome.printed.strip():
        raise Mistake("it prints its result and returns None; the screen shows it, but return hands it back")
    if outcome.value is None:
        raise Mistake(
            "your function returned None; does every way through it end with return? "
            "(append and sort change a list and give None)"
        )
    if outcome.changed:
        raise Mistake("your function changes its argument in place; make a new one, so that a re-run is safe")
    return outcome.value


def not_a_function(answer: object) -> Mistake:
    value = typed_repr(answer)
    return Mistake("the exercise asks for a function, this is {value}; give its name, without parentheses", value=value)


def is_stub(answer: object) -> bool:
    """Whether a function, or a class's forward, is still as the notebook gives it: nothing but ``...``."""
    code = getattr(getattr(answer, "forward", answer), "__code__", None)
    return code is None or code.co_code == (lambda: None).__code__.co_code


def copied(value: object) -> object:
    """Copy tensors, arrays, lists and dicts; return anything else as it is."""
    if isinstance(value, Tensor):
        return value.clone()
    if isinstance(value, list):
        return [copied(part) for part in value]
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return value


def _unchanged(before: object, after: object) -> bool:
    if isinstance(before, Tensor) and isinstance(after, Tensor):
        unknown = (before != before) & (after != after) if before.shape == after.shape else None  # NaN in both
        return unknown is not None and bool(((before == after) | unknown).all())
    if isinstance(before, list | dict):
        return repr(before) == repr(after)
    return True


def _where(error: BaseException, answer: object) -> tuple[int, str]:
    """The learner's own line that an error came from: the last one in the file, or cell, of the answer."""
    own = _files(answer)
    trace, last = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in own:
            last = trace
        trace = trace.tb_next
    if last is None:
        return 0, ""
    line = linecache.getline(last.tb_frame.f_code.co_filename, last.tb_lineno).strip()
    return last.tb_lineno, line if len(line) <= 60 else line[:57] + "..."


def _files(answer: object) -> set[str]:
    functions = vars(answer).values() if isinstance(answer, type) else [answer, getattr(answer, "forward", None)]
    codes = [getattr(function, "__code__", None) for function in functions]
    names = {code.co_filename for code in codes if code is not None}
    return {name for name in names if "site-packages" not in name}
