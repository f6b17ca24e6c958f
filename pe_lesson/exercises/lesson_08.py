"""Hooks of lesson 08's exercises."""

import inspect
import math
from collections.abc import Callable, Iterable
from difflib import get_close_matches

import torch
from torch import Tensor, nn

from pe_lesson._arguments import short_repr, typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises import _faulty_encoders
from pe_lesson.exercises._mistake import Mistake, NotAnswered
from pe_lesson.exercises._read import is_close

FINDINGS = {"a": "bfloat16", "b": "swapped", "c": "healthy", "d": "one row", "e": "promoted"}
NAMES = ", ".join(sorted(FINDINGS.values()))


def diagnosis(answer: object) -> str:
    if not isinstance(answer, dict):
        raise Mistake("the exercise asks for a dict from patient to finding, this is {value}", value=typed_repr(answer))
    if answer and all(finding is ... or finding is None for finding in answer.values()):
        raise NotAnswered
    if any(key in FINDINGS.values() for key in answer if isinstance(key, str)):
        raise Mistake("the dict is reversed: the patients should be its keys, the findings its values")
    if set(answer) == {"A", "B", "C", "D", "E"}:
        raise Mistake("the keys are small letters: a, b, c, d, e")
    if answer and not any(isinstance(key, str) for key in answer):
        raise Mistake('the keys are letters, strings such as "a", not the patients themselves')
    for patient, right in FINDINGS.items():
        finding = answer.get(patient, ...)
        if finding is ... or finding is None:
            raise Mistake("patient {patient} has no finding yet; give one of {names}", patient=patient, names=NAMES)
        if finding not in FINDINGS.values():
            raise _spelling(patient, finding)
        if finding != right:
            raise Mistake(_contradiction(patient, finding), patient=patient, finding=repr(finding))
    return say("all five patients have their right finding")


def _spelling(patient: str, finding: object) -> Mistake:
    if finding is torch.bfloat16:
        return Mistake(
            "the finding of patient {patient} is a dtype; write it as a string, with quotes", patient=patient
        )
    letters = str(finding).lower().replace("_", " ").strip()
    places = {"patient": patient, "finding": short_repr(finding), "names": NAMES}
    if not letters.startswith("float") and get_close_matches(letters, FINDINGS.values()):  # no slip for bfloat16
        return Mistake("the finding of patient {patient}, {finding}, is spelt in another way: {names}", **places)
    return Mistake("{finding}, of patient {patient}, is not one of the findings; they are {names}", **places)


def _contradiction(patient: str, finding: str) -> str:
    """What a wrong finding would have to show, and the patient does not."""
    if finding == "promoted":
        return marked("if patient {patient} were {finding}, it would give float64 for float32; it gives float32")
    if finding == "healthy" and patient == "a":
        return marked(
            "if patient {patient} were {finding}, every token would get its own row; have you tried longer sentences?"
        )
    if finding == "healthy" and patient == "e":
        return marked(
            "if patient {patient} were {finding}, float32 would stay float32; the numbers are right, "
            "but what is their dtype?"
        )
    if finding == "healthy":
        return marked(
            "if patient {patient} were {finding}, every token would get its own row; tokens 0 and 1 of a sentence get "
            "the same"
        )
    if finding == "bfloat16" and patient in "bd":
        return marked(
            "if patient {patient} were {finding}, the first tokens of a sentence would get rows of their own; "
            "here tokens 0 and 1 get the same"
        )
    if finding == "bfloat16":
        return marked(
            "if patient {patient} were {finding}, two neighbours of a long sentence, past 256, would get one row; "
            "here each gets its own"
        )
    if patient in "bd":
        return marked(
            "if patient {patient} were {finding}, another sentence would tell: give it two, "
            "and look at the second sentence, too"
        )
    return marked(
        "if patient {patient} were {finding}, all tokens of a sentence would get the same row; "
        "here tokens 0 and 1 get different ones"
    )


def _build_and_call(answer: object, x: Tensor) -> object:
    if isinstance(answer, nn.Module):
        raise Mistake("this is a module already built; answer with the class, without parentheses after it")
    if not inspect.isclass(answer):
        raise Mistake("the exercise asks for a class, this is {value}", value=typed_repr(answer))
    layer: object = answer(x.size(-1), max(10, x.size(1)))  # type: ignore[call-arg]
    if not isinstance(layer, nn.Module):
        raise Mistake("the class is not an nn.Module; begin it with class Mended(nn.Module)")
    return layer(x)


def _name_missing_part(error: str) -> None:
    """Raise a Mistake in plain words if the class cannot be built or called."""
    for words, sentence in (
        ("forward() takes", marked("forward takes the module itself and the embeddings: def forward(self, x)")),
        ("__init__() ", marked("the class is built as mended(d_model, max_length): __init__ takes self and these two")),
        ("NotImplementedError", marked("the class has no forward; is it there, and indented as far as __init__?")),
        ("has no attribute", marked("an attribute is missing: does __init__ set the name that forward uses?")),
    ):
        if words in error:
            raise Mistake("{mistake} ({error})", mistake=say(sentence), error=error)


def _check_table_is_kept(answer: type[nn.Module], values: list[object]) -> None:
    """Raise a Mistake unless the table is a buffer that is saved, and the one that is added."""
    assert isinstance(values[0], Tensor)
    if values[0].dtype != torch.float32:
        raise Mistake(
            "float32 goes in and {dtype} comes out; the sum should keep the type of the embeddings",
            dtype=values[0].dtype,
        )
    layer = _called(answer)
    _refuse_parameters(layer)
    _refuse_no_buffer(layer)
    if not is_close(_sums(layer), _sums(answer(4, 10).eval())):
        raise Mistake(
            "right the first time, but a second call gives other sums: does forward change the table that it keeps? "
            "Cut it under a name of its own"
        )
    if not _adds_only(answer, lambda layer: layer.buffers()):
        raise Mistake(
            "right sums, but no buffer holds the table that forward adds: make it once, in __init__, and register it"
        )
    if not _adds_only(answer, lambda layer: layer.state_dict().values()):
        raise Mistake("right sums, and the table moves along, but no checkpoint holds it: it is not persistent")
    if _buffered(_called(answer)) == _buffered(answer(4, 20)):
        raise Mistake(
            "right sums, but with a max_length of 10 and of 20 its buffers are equally large; make one row for each of "
            "max_length positions"
        )


def _called(answer: type[nn.Module]) -> nn.Module:
    """A module for ten positions that was used once."""
    layer = answer(4, 10).eval()
    layer(CASES[2][0].clone())
    return layer


def _refuse_parameters(layer: nn.Module) -> None:
    if any(parameter.requires_grad for parameter in layer.parameters()):
        raise Mistake(
            "right sums, but the module has a parameter, which an optimizer would train: is it the table? make that a "
            "buffer, and leave out what nothing uses"
        )
    if list(layer.parameters()):
        raise Mistake(
            "right sums, but the module has a parameter; frozen, it is still counted as one: make the table a buffer"
        )


def _refuse_no_buffer(layer: nn.Module) -> None:
    if list(layer.buffers()):
        return
    if any(isinstance(value, Tensor) for value in vars(layer).values()):
        raise Mistake(
            "right sums, but the module has no buffer, and a tensor as a plain attribute: .to(...) leaves that behind, "
            "and no checkpoint holds it"
        )
    raise Mistake("right sums, but the module keeps no table as a buffer; make it once, and register it")


def _adds_only(answer: type[nn.Module], tensors: Callable[[nn.Module], Iterable[Tensor]]) -> bool:
    """Whether a module adds nothing else than these tensors of it: with zeros in them, what comes out is x."""
    layer = _called(answer).double().float()  # what shares memory with a buffer, and is none, stays behind
    for tensor in tensors(layer):
        tensor.zero_()
    return is_close(layer(CASES[0][0].clone()), CASES[0][0])


def _buffered(layer: nn.Module) -> int:
    return sum(buffer.numel() for buffer in layer.buffers())


def _sums(layer: nn.Module) -> Tensor:
    try:
        out: Tensor = layer(CASES[1][0].clone())
        return out
    except Exception:
        return torch.zeros(0)


SHAPES = ((3, 6, 4), (2, 10, 4), (1, 1, 4), (6, 6, 4), (2, 5, 12), (1, 40, 4), (70, 2, 4))
CASES = [(torch.linspace(-9, 9, math.prod(shape)).reshape(shape),) for shape in SHAPES]
HOOKS = {
    "08.1": diagnosis,
    "08.3": {
        "cases": CASES,
        "run_case": _build_and_call,
        "if_stopped": _name_missing_part,
        "if_right": _check_table_is_kept,
    },
    "08.4": {
        "cases": _faulty_encoders.CASES,
        "if_stopped": _faulty_encoders.name_wrong_probe,
        "if_unlisted": _faulty_encoders.name_what_passes,
    },
}
