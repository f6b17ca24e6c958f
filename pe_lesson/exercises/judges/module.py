"""Exercise 08.3 builds and calls a learner's module, and sees whether its table is a buffer that is saved."""

import inspect
import math
import re
from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import marked, say
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.exercises._read import is_close

SHAPES = ((3, 6, 4), (2, 10, 4), (1, 1, 4), (6, 6, 4), (2, 5, 12), (1, 40, 4), (70, 2, 4))
CASES = [(torch.linspace(-9, 9, math.prod(shape)).reshape(shape),) for shape in SHAPES]


def build_and_call(answer: object, x: Tensor) -> object:
    """What a learner's module makes of x; a Mistake if the answer is no class of modules."""
    if isinstance(answer, nn.Module):
        raise Mistake("this is a module already built; answer with the class, without parentheses after it")
    if not inspect.isclass(answer):
        raise Mistake("the exercise asks for a class, this is {value}", value=typed_repr(answer))
    if not issubclass(answer, nn.Module):
        raise Mistake("the class is not an nn.Module; begin it with class Mended(nn.Module)")
    return answer(x.size(-1), max(10, x.size(1)))(x)


def name_missing_part(error: str) -> None:
    """Raise a Mistake in plain words if the class cannot be built or called."""
    for words, sentence in (
        (r"before Module\.__init__|no attribute '_\w*(hooks|buffers|parameters|modules)|of 'super'|super\(type", marked(
            "is super().__init__() there, first, with both pairs of parentheses, and no other class's name in them?"
        )),
        (r"forward\(\) (takes|missing)", marked(
            "a forward gets other arguments than it takes: is yours def forward(self, x)?"
        )),
        (r"__init__\(\) (takes|missing|got)", marked(
            "an __init__ gets other arguments than it takes: is yours def __init__(self, d_model, max_length), and "
            "does it call super().__init__() without any?"
        )),
        (r'missing the required "forward"', marked(
            "a forward is missing: is it there, and indented as far as __init__?"
        )),
        (r"'(?!Tensor|Parameter|NoneType)[A-Z]\w*' object has no attribute", marked(
            "an attribute is missing: is it spelt right, and does __init__ set it, as one of self, not as a local name?"
        )),
    ):  # fmt: skip
        if re.search(words, error):
            raise Mistake("{mistake} ({error})", mistake=say(sentence), error=error)


def check_table_is_kept(answer: type[nn.Module], values: list[object], *_: object) -> None:
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
            "right the first time, but not in a second call: does forward change the table that it keeps? "
            "Cut it under a name of its own"
        )
    if not _adds_only(answer, lambda layer: layer.buffers()):
        raise Mistake(
            "right sums, but with zeros in its buffers forward still changes x: does it make a table of its own, or "
            "use another tensor? Make the table once, in __init__, and register it"
        )
    if not _adds_only(answer, lambda layer: layer.state_dict().values()):
        raise Mistake("right sums, but a checkpoint does not hold all that forward adds: is a buffer not persistent?")
    if _buffered(_called(answer)) == _buffered(answer(4, 20)):
        raise Mistake(
            "right sums, but the buffers of mended(4, 10) and of mended(4, 20) are equally large; make one row for "
            "each of max_length positions"
        )


def _called(answer: type[nn.Module]) -> nn.Module:
    """A module for ten positions that was used once."""
    layer = answer(4, 10).eval()
    layer(CASES[2][0].clone())
    return layer


def _refuse_parameters(layer: nn.Module) -> None:
    if list(layer.parameters()):
        raise Mistake(
            "right sums, but the module has a parameter, which an optimizer trains unless it is frozen: is it the "
            "table? make that a buffer, and leave out what nothing uses"
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
    """Whether all that a module adds is in these tensors of it: with zeros in them, what comes out is x."""
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
