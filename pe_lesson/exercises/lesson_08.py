"""Graders of lesson 08."""

import inspect

import torch
from torch import Tensor, nn

from pe_lesson import frequencies, sinusoidal
from pe_lesson.exercises._grading import Mistake, NotAnswered, call, diagnose, exercise, same, tensor, text

FINDINGS = {"a": "half", "b": "swapped", "c": "healthy", "d": "one row", "e": "promoted"}


@exercise("08.1")
def diagnosis(answer: object) -> str:
    if not isinstance(answer, dict):
        raise Mistake(f"a dict from patient to finding is asked for, this is {text(answer)}")
    if all(finding is ... or finding is None for finding in answer.values()):
        raise NotAnswered
    for patient in FINDINGS:
        finding = answer.get(patient, ...)
        if not isinstance(finding, str) or finding not in FINDINGS.values():
            raise Mistake(f"patient {patient} has no finding yet; give one of {', '.join(sorted(FINDINGS.values()))}")
    if {answer["b"], answer["d"]} == {"swapped", "one row"} and answer["b"] != FINDINGS["b"]:
        raise Mistake("two findings are exchanged: both patients look alike with one sentence, so give them two")
    if len({answer[patient] for patient in FINDINGS}) < len(FINDINGS):
        raise Mistake(_why(answer, "a finding is used twice; each fits one patient"))
    if {patient: answer[patient] for patient in FINDINGS} != FINDINGS:
        raise Mistake(_why(answer, "not every finding is where it belongs"))
    return "five patients, five findings, and each took a probe of its own"


def _why(answer: dict, otherwise: str) -> str:
    """What to try, for the findings that are most often missed."""
    if answer["e"] == "healthy":
        return "the numbers of one patient are right, but what is their dtype? Look at all five"
    if answer["a"] == "healthy":
        return "one fault cannot show in a short sentence; compare neighbouring tokens of a sentence of 300"
    if answer["c"] != "healthy":
        return f"patient c is not ill with {answer['c']!r}; try the probe that would show it, and compare with sinusoidal"
    return f"{otherwise}; feed zeros, two sentences, and 300 tokens, and look at the dtype"


@exercise("08.2")
def odd_width(answer: object) -> str:
    right = sinusoidal(10, 5, 100).double()
    table = _rows(call(answer, 10, 5, 100), (10, 5), "the table for d_model = 5")
    zero, cosine = right.clone(), right.clone()
    zero[:, -1] = 0
    cosine[:, -1] = torch.cos(torch.arange(10) * frequencies(5, 100)[-1])
    mistakes = [
        (zero, "the last column is zero throughout: its pair was never filled"),
        (cosine, "the last column is a cosine; column 4 is even, and even columns hold sines"),
        (sinusoidal(10, 6, 100)[:, :5], "the frequencies are those of d_model = 6; a column too many is cut, but the exponent still holds it"),
        (sinusoidal(10, 5, 10_000), "this is the table of n = 10,000; use the argument n"),
        (torch.cat([sinusoidal(10, 4, 100).double(), right[:, -1:]], 1), "the first columns use d_model = 4; the exponent divides by 5 everywhere"),
    ]  # fmt: skip
    diagnose(table, right, mistakes, "the table is not that of the formula; compare it with sinusoidal(10, 5, 100), column by column")
    for rows, width, n in ((10, 4, 100), (6, 1, 10), (8, 7, 1000)):
        other = _rows(call(answer, rows, width, n), (rows, width), f"the table for d_model = {width}")
        diagnose(other, sinusoidal(rows, width, n), [], f"right for d_model = 5, wrong for d_model = {width}, n = {n}")
    return "every width works, and even ones come out as before"


def _rows(value: object, shape: tuple[int, int], what: str) -> Tensor:
    if isinstance(value, Tensor) and value.shape == (shape[0], shape[1] + 1):
        raise Mistake(f"{what} has a column too many: the last sine brought a cosine along")
    if isinstance(value, Tensor) and value.shape == (shape[0], shape[1] - 1):
        raise Mistake(f"{what} has a column too few; the last sine is missing")
    return tensor(value, shape, what)


@exercise("08.3")
def mended_module(answer: object) -> str:
    if isinstance(answer, nn.Module):
        raise Mistake("this is a module already built; answer with the class, without parentheses after it")
    if not inspect.isclass(answer):
        raise Mistake(f"a class is asked for, this is {text(answer)}")
    layer = _built(answer)
    x = torch.linspace(-1, 1, 72).reshape(3, 6, 4)
    _added(layer, x)
    for shape in ((2, 10, 4), (1, 1, 4), (6, 6, 4)):
        other = torch.linspace(-1, 1, shape[0] * shape[1] * 4).reshape(shape)
        result = tensor(call(layer, other), shape, f"the sum for shape {shape}")
        diagnose(result, other + sinusoidal(shape[1], 4), [], f"right for (3, 6, 4), wrong for {shape}")
    _kept(layer)
    return "batch first in and out, and the table goes where the module goes"


def _built(answer: type) -> nn.Module:
    try:
        layer = answer(4, 10)
    except (Exception, SystemExit) as error:
        line = (str(error).splitlines() or [""])[0]
        raise Mistake(f"building it with d_model 4, max_length 10 stopped with {type(error).__name__}: {line}") from None
    if not isinstance(layer, nn.Module):
        raise Mistake("the class does not build an nn.Module; begin it with class Mended(nn.Module)")
    return layer.eval()


def _added(layer: nn.Module, x: Tensor) -> None:
    """A Mistake unless the layer adds row t to token t of each sentence of ``x``, (3, 6, 4)."""
    try:
        out = call(layer, x)
    except Mistake:
        if _runs(layer, torch.zeros(3, 10, 4)):
            raise Mistake("it runs for ten tokens only, as many as the table has rows; the table is not cut to the sentence") from None
        raise
    table = sinusoidal(10, 4)
    right = x + table[:6]
    if not isinstance(out, Tensor):
        raise Mistake(f"forward should return a tensor, this is {text(out)}")
    if out.shape == (6, 3, 4):
        raise Mistake("the output has shape (6, 3, 4): it comes out sequence first; batch first went in, and batch first should come out")
    if same(out, table[:6].expand_as(x)) or same(out, table[:6]) or same(out, table[None, :6]):
        raise Mistake("this returns the rows of the table alone; the embeddings are asked for too, so add")
    mistakes = [
        (x + table[:3].unsqueeze(1), "every token of sentence b still gets row b: the slice counts sentences, not tokens"),
        (x + table[0], "every token gets row 0; a table or a slice of one row is broadcast"),
        (x, "nothing was added"),
    ]
    diagnose(tensor(out, (3, 6, 4), "the sum"), right, mistakes, "token t of each sentence should be given row t; feed zeros and look at what was added")
    if out.dtype != x.dtype:
        raise Mistake(f"float32 goes in and {str(out.dtype).removeprefix('torch.')} comes out; make the table of the default dtype")


def _runs(layer: nn.Module, x: Tensor) -> bool:
    try:
        layer(x)
    except Exception:
        return False
    return True


def _kept(layer: nn.Module) -> None:
    """A Mistake unless the table is a buffer that is saved."""
    if list(layer.parameters()):
        raise Mistake("the sums are right, but the table is a parameter, which an optimizer would train")
    if not list(layer.buffers()):
        kept = any(isinstance(value, Tensor) for value in vars(layer).values())
        how = "a plain attribute, which .to(...) leaves behind and no checkpoint holds" if kept else "not kept in the module"
        raise Mistake(f"the sums are right, but the table is {how}")
    if not layer.state_dict():
        raise Mistake("the sums are right and the table moves with the module, but it is not persistent: no checkpoint holds it")
