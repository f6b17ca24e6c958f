"""Graders of lesson 08."""

import inspect
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from pe_lesson import frequencies, sinusoidal
from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Mistake, NotAnswered, diagnose, same
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call

FINDINGS = {"a": "half", "b": "swapped", "c": "healthy", "d": "one row", "e": "promoted"}


@exercise("08.1")
def diagnosis(answer: object) -> str:
    if not isinstance(answer, dict):
        raise Mistake(f"a dict from patient to finding is asked for, this is {shown(answer)}")
    if all(finding is ... or finding is None for finding in answer.values()):
        raise NotAnswered
    for patient in FINDINGS:
        finding = answer.get(patient, ...)
        if not isinstance(finding, str) or finding not in FINDINGS.values():
            raise Mistake(f"patient {patient} has no finding yet; give one of {', '.join(sorted(FINDINGS.values()))}")
    given = {patient: answer[patient] for patient in FINDINGS}
    if given != FINDINGS:
        raise Mistake(_next_probe(given))
    return "five patients, five findings, and each took a probe of its own"


def _next_probe(given: dict[str, str]) -> str:
    """What to try next, for the findings that are missed most often."""
    if (given["b"], given["d"]) == (FINDINGS["d"], FINDINGS["b"]):
        return "two findings are exchanged: those patients look alike with one sentence, so give them two"
    if given["e"] == "healthy":
        return "the numbers of one patient are right, but what is their dtype? Look at all five"
    if given["a"] == "healthy":
        return "one fault cannot show in a short sentence; compare neighbouring tokens of a sentence of 300"
    if given["c"] != "healthy":
        return f"patient c is not ill with {given['c']!r}; compare what it adds with sinusoidal(10, 4, 100)"
    if len(set(given.values())) < len(given):
        return "a finding is used twice; each belongs to one patient"
    return "not every finding is where it belongs; feed zeros, two sentences, 300 tokens, and look at the dtype"


@exercise("08.2")
def odd_width(answer: object) -> str:
    right = sinusoidal(10, 5, 100).double()
    zero, cosine = right.clone(), right.clone()
    zero[:, -1] = 0
    cosine[:, -1] = torch.cos(torch.arange(10) * frequencies(5, 100)[-1])
    narrow = torch.cat([sinusoidal(10, 4, 100), sinusoidal(10, 5, 100)[:, -1:]], dim=1)
    mistakes = [
        (zero, "the last column is zero throughout: its pair was never filled"),
        (cosine, "the last column is a cosine; column 4 is even, and even columns hold sines"),
        (sinusoidal(10, 6, 100)[:, :5], "these are the frequencies of d_model = 6; cutting a column keeps them"),
        (narrow, "the first columns have the frequencies of d_model = 4; the exponent divides by 5 everywhere"),
        (sinusoidal(10, 5, 10_000), "this is the table of n = 10,000; use the argument n"),
    ]
    table = _rows(call(answer, 10, 5, 100), 10, 5)
    diagnose(table, right, mistakes, "not the table of the formula; hold each column against sinusoidal(10, 5, 100)")
    for rows, width, n in ((10, 4, 100), (6, 1, 10), (8, 7, 1000)):
        with _beyond("d_model = 5", f"d_model = {width}"):
            other = _rows(call(answer, rows, width, n), rows, width)
            diagnose(other, sinusoidal(rows, width, n), [], f"it is not the table of the formula with n = {n}")
    return "every width works, and even ones come out as before"


def _rows(value: object, rows: int, width: int) -> Tensor:
    if isinstance(value, Tensor) and value.shape == (rows, width + 1):
        raise Mistake("the table has a column too many: the last sine brought a cosine along")
    if isinstance(value, Tensor) and value.shape == (rows, width - 1):
        raise Mistake("the table has a column too few: the last sine is missing")
    return tensor(value, (rows, width), f"the table of {rows} positions and width {width}")


@contextmanager
def _beyond(first: str, now: str) -> Iterator[None]:
    """Say which case a mistake is about, once another one was right."""
    try:
        yield
    except Mistake as mistake:
        raise Mistake(f"right for {first}, but for {now}: {mistake}") from None


@exercise("08.3")
def mended_module(answer: object) -> str:
    if isinstance(answer, nn.Module):
        raise Mistake("this is a module already built; answer with the class, without parentheses after it")
    if not inspect.isclass(answer):
        raise Mistake(f"a class is asked for, this is {shown(answer)}")
    layer = _built(answer)
    _check_sum(layer, torch.linspace(-1, 1, 72).reshape(3, 6, 4))
    for shape in ((2, 10, 4), (1, 1, 4), (6, 6, 4)):
        x = torch.linspace(-1, 1, shape[0] * shape[1] * 4).reshape(shape)
        with _beyond("(3, 6, 4)", str(shape)):
            out = tensor(call(layer, x), shape, "the sum")
            diagnose(out, x + sinusoidal(shape[1], 4), [], "token t is not given row t")
    _check_table(layer)
    return "batch first in and out, and the table goes where the module goes"


def _built(answer: type) -> nn.Module:
    try:
        layer = answer(4, 10)
    except (Exception, SystemExit) as error:
        line = (str(error).splitlines() or [""])[0]
        raise Mistake(f"building it for width 4, length 10 stopped with {type(error).__name__}: {line}") from None
    if not isinstance(layer, nn.Module):
        raise Mistake("the class does not build an nn.Module; begin it with class Mended(nn.Module)")
    return layer.eval()


def _check_sum(layer: nn.Module, x: Tensor) -> None:
    """A Mistake unless the layer gives row t to token t of each sentence of ``x``, (3, 6, 4)."""
    if not _runs(layer, x) and _runs(layer, torch.zeros(3, 10, 4)):
        raise Mistake("it runs only for ten tokens, the length of the table: the table is not cut to the sentence")
    out, table = call(layer, x), sinusoidal(10, 4)
    if not isinstance(out, Tensor):
        raise Mistake(f"forward should return a tensor, this is {shown(out)}")
    if out.shape == (6, 3, 4):
        raise Mistake("the output is sequence first, (6, 3, 4); batch first went in, and batch first should come out")
    if any(same(out, rows) for rows in (table[:6], table[None, :6], table[:6].expand(3, 6, 4))):
        raise Mistake("this returns the rows of the table alone; the sum with the embeddings is asked for")
    mistakes = [
        (x + table[:3].unsqueeze(1), "every token of sentence b still gets row b: the slice counts sentences"),
        (x + table[0], "every token gets row 0; a table or a slice of one row is broadcast"),
        (x, "nothing was added"),
    ]
    otherwise = "token t of each sentence should be given row t; feed zeros and look at what was added"
    diagnose(tensor(out, (3, 6, 4), "the sum"), x + table[:6], mistakes, otherwise)
    if out.dtype != x.dtype:
        raise Mistake(f"{x.dtype} goes in and {out.dtype} comes out; the sum should keep the type of the embeddings")


def _runs(layer: nn.Module, x: Tensor) -> bool:
    try:
        layer(x.clone())
    except Exception:
        return False
    return True


def _check_table(layer: nn.Module) -> None:
    """A Mistake unless the table is a buffer that is saved."""
    if any(parameter.requires_grad for parameter in layer.parameters()):
        raise Mistake("right sums, but the table is a parameter, which an optimizer would train")
    if list(layer.parameters()):
        raise Mistake("right sums, and frozen it is not trained, but still counted as a parameter; make it a buffer")
    if not list(layer.buffers()) and any(isinstance(value, Tensor) for value in vars(layer).values()):
        raise Mistake(
            "right sums, but the table is a plain attribute: .to(...) leaves it behind, no checkpoint holds it"
        )
    if not list(layer.buffers()):
        raise Mistake("right sums, but the module keeps no table; make it once, and let the module hold it")
    if not layer.state_dict():
        raise Mistake("right sums, and the table moves along, but no checkpoint holds it: it is not persistent")
