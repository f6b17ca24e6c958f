"""Exercises of lesson 08. Number 08.2 is not used again."""

import inspect
import re

import torch
from torch import Tensor, nn

from pe_lesson import sinusoidal
from pe_lesson._arguments import short, shown
from pe_lesson.exercises._encoders import HEALTHY, PASSES
from pe_lesson.exercises._engine import Mistake, NotAnswered, exercise, grader, same
from pe_lesson.exercises._read import read_bool

FINDINGS = {"a": "bfloat16", "b": "swapped", "c": "healthy", "d": "one row", "e": "promoted"}


@grader("08.1")
def diagnosis(answer: object) -> str:
    if not isinstance(answer, dict):
        raise Mistake(f"a dict from patient to finding is asked for, this is {shown(answer)}")
    if answer and all(finding is ... or finding is None for finding in answer.values()):
        raise NotAnswered
    if any(key in FINDINGS.values() for key in answer if isinstance(key, str)):
        raise Mistake("the dict is turned round: the patients are its keys, the findings its values")
    if set(answer) == {"A", "B", "C", "D", "E"}:
        raise Mistake("the keys are small letters: a, b, c, d, e")
    if answer and not any(isinstance(key, str) for key in answer):
        raise Mistake('the keys are letters, strings such as "a", not the patients themselves')
    for patient, right in FINDINGS.items():
        finding = answer.get(patient, ...)
        if finding is ... or finding is None:
            raise Mistake(f"patient {patient} has no finding yet; give one of {', '.join(sorted(FINDINGS.values()))}")
        if finding not in FINDINGS.values():
            raise Mistake(_spelling(patient, finding))
        if finding != right:
            raise Mistake(f"if patient {patient} were {finding!r}, {_contradiction(patient, finding)}")
    return "five patients, five findings, and each took a probe of its own"


def _spelling(patient: str, finding: object) -> str:
    names = ", ".join(sorted(FINDINGS.values()))
    if finding is torch.bfloat16:
        return f"the finding of patient {patient} is a dtype; a string is asked for, with quotes"
    letters = str(finding).lower().replace("_", " ").replace("onerow", "one row").strip()
    if any(
        sum(a != b for a, b in zip(letters, name, strict=False)) <= 2 and letters[:2] == name[:2]
        for name in FINDINGS.values()
    ):
        return f"the finding of patient {patient}, {short(finding)}, is spelt in another way: {names}"
    return f"{short(finding)}, of patient {patient}, is none of the findings; they are {names}"


def _contradiction(patient: str, finding: str) -> str:
    """What a wrong finding would have to show, and the patient does not."""
    if finding == "promoted":
        return "it would give float64 for float32; it gives float32"
    if finding == "healthy":
        shows = {"a": "in a long sentence some get their neighbour's", "e": "the numbers are, but what is their dtype"}
        return f"every token would get its own row in the right type; {shows.get(patient, 'tokens 0 and 1 of a sentence get the same')}"
    if finding == "bfloat16":
        if patient in "bd":
            return "the first tokens of a sentence would get rows of their own; here tokens 0 and 1 get the same"
        return "two neighbours of a long sentence, past 256, would get one row; here each gets its own"
    if patient in "bd":
        return "another sentence would tell: give it two, and look at the second sentence, too"
    return "all tokens of a sentence would get the same row; here they get rows of their own"


def _use(answer: object, x: Tensor) -> object:
    if isinstance(answer, nn.Module):
        raise Mistake("this is a module already built; answer with the class, without parentheses after it")
    if not inspect.isclass(answer):
        raise Mistake(f"a class is asked for, this is {shown(answer)}")
    layer: object = answer(4, 10)  # type: ignore[call-arg]
    if not isinstance(layer, nn.Module):
        raise Mistake("the class is no nn.Module; begin it with class Mended(nn.Module)")
    return layer.eval()(x)


def _not_built(error: str) -> None:
    """A Mistake in plain words if the class cannot be built or called."""
    for words, sentence in (
        ("forward() takes", "forward takes the module itself and the embeddings: def forward(self, x)"),
        ("__init__() ", "the class is built as mended(d_model, max_length): __init__ takes self and these two"),
        ("NotImplementedError", "the class has no forward; is it there, and indented as far as __init__?"),
        ("has no attribute", "forward asks for a name that __init__ has not given"),
    ):
        if words in error:
            raise Mistake(f"{sentence} ({error})")


def _table_is_kept(answer: object, values: list[object]) -> None:
    """A Mistake unless the table is a buffer that is saved, and the one that is added."""
    assert isinstance(values[0], Tensor)
    if values[0].dtype != torch.float32:
        raise Mistake(
            f"float32 goes in and {values[0].dtype} comes out; the sum should keep the type of the embeddings"
        )
    layer = answer(4, 10).eval()  # type: ignore[operator]
    layer(CASES[2][0].clone())
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
    if not same(_sums(layer), _sums(answer(4, 10).eval())):  # type: ignore[operator]
        raise Mistake(
            "right the first time, but forward changes the table that it keeps; cut it under a name of its own"
        )
    for buffer in layer.buffers():
        buffer.zero_()
    x = CASES[0][0]
    if not same(layer(x.clone()), x):
        raise Mistake(
            "right sums, and there is a buffer, but nothing uses it: the table that is added is still a plain attribute"
        )


def _sums(layer: nn.Module) -> Tensor:
    try:
        return layer(CASES[1][0].clone())
    except Exception:
        return torch.zeros(0)


def _module(keep: str = "", add: str = "return x + self.pe[:, : x.size(1)]", start: str = "super().__init__()") -> str:
    keep = keep or 'self.register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(0))'
    return (
        f"class Mended(nn.Module):\n    def __init__(self, d_model, max_length):\n        {start}\n        {keep}\n\n"
        f"    def forward(self, x):\n        {add}\n\n\nmended = Mended"
    )


CASES = [(torch.linspace(-1, 1, b * t * 4).reshape(b, t, 4),) for b, t in ((3, 6), (2, 10), (1, 1), (6, 6))]
WIDE = 'self.register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(1))'
ROW_B = "every token of sentence b still gets row b: the slice counts sentences"
SIZE_0 = "x.size(0) counts sentences here; batch first, x.size(1) is the length"
PLACE = "the 1 stands in the wrong place of the table's shape: it belongs where the batch is, in front"
exercise(
    "08.3",
    head="mended =",
    cases=CASES,
    right=lambda x: x + sinusoidal(x.size(1), 4),
    play=_use,
    stop=_not_built,
    also=_table_is_kept,
    mistakes={
        _module("self.pe = sinusoidal(max_length, d_model).unsqueeze(1)", "return x + self.pe[: x.size(0)]"): ROW_B,
        _module(add="return x + self.pe[:, : x.size(0)]"): SIZE_0,
        _module(WIDE, "return x + self.pe[: x.size(1)]"): PLACE,
        _module(WIDE): PLACE,
        _module(
            add="return x + self.pe"
        ): "the table is not cut to the sentence: its first dimension is the 1, its second one the length",
        _module(
            add="return (x + self.pe[:, : x.size(1)]).transpose(0, 1)"
        ): "the output is sequence first; batch first went in, and batch first should come out",
        _module(
            add="return self.pe[:, : x.size(1)]"
        ): "this returns the rows of the table alone; the sum with the embeddings is asked for",
        _module(
            add="return self.pe[:, : x.size(1)].expand_as(x)"
        ): "this returns the rows of the table alone; the sum with the embeddings is asked for",
        _module(add="return x"): "nothing was added",
        _module(add="return x + self.pe[:, :1]"): "every token gets row 0; a table or a slice of one row is broadcast",
        _module(add="return x + self.pe[0, 0]"): "every token gets row 0; a table or a slice of one row is broadcast",
        _module(add="return x - self.pe[:, : x.size(1)]"): "the table is subtracted",
        _module(
            add="return x + self.pe[:, 1 : x.size(1) + 1]"
        ): "every token gets the row of the next one; the slice begins at 0",
        _module(add="return x + self.pe[:, : x.size(2)]"): "x.size(2) is the width; x.size(1) is the length",
        _module(add="return x + self.pe[:, :6]"): "the length 6 is fixed; take it from x",
        _module(
            'self.register_buffer("pe", sinusoidal(max_length, d_model, 100).unsqueeze(0))'
        ): "the rows are those of n = 100; sinusoidal's default is 10,000",
        _module(
            'self.register_buffer("pe", sinusoidal(d_model, max_length).unsqueeze(0))'
        ): "length and width have changed places: sinusoidal(max_length, d_model)",
        _module(
            "pe = sinusoidal(max_length, d_model).unsqueeze(0)"
        ): "the table is a local name of __init__, gone when it ends; register it as a buffer",
        _module(
            'self.pe = sinusoidal(max_length, d_model).unsqueeze(0)\n        self.register_buffer("pe", self.pe)'
        ): "there is an attribute under that name already; register the buffer in its place",
        _module(start="pass"): "super().__init__() is missing: a module has to be set up before it can hold a buffer",
        _module(
            add="return x + self.pe[:, x.size(1)]"
        ): "this is one row, the one after the last word; a slice needs its colon, [:, : x.size(1)]",
        _module(
            'register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(0))'
        ): "it is a method of the module: self.register_buffer",
        _module(
            "self.register_buffer(sinusoidal(max_length, d_model).unsqueeze(0))"
        ): "a buffer needs a name, a string, before the tensor",
        _module(
            'self.pe = self.register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(0))'
        ): "register_buffer returns nothing, and self.pe = … puts this nothing in the buffer's place",
        _module(add="return x + pe[:, : x.size(1)]"): "forward finds the table as self.pe",
        _module('self.register_buffer("pe", sinusoidal(max_length, d_model).unsqueeze(2))'): PLACE,
        "mended = PositionalEncoding": "the class takes d_model and max_length; the package's has the dropout for its second argument",
    },
    praise="batch first in and out, and the table goes where the module goes",
)


PROBED = [(encode,) for encode in (*HEALTHY, *PASSES)]


def _what_passes(values: list[object]) -> None:
    """A Mistake that says what a test leaves out: the first two faults that it does not find."""
    said = {encode: read_bool(value) for (encode,), value in zip(PROBED, values, strict=True) if value is not None}
    if not any(said.values()):
        raise Mistake("this says False to every function, healthy ones too: should x not be in what is compared?")
    if not all(said.get(encode, True) for encode in HEALTHY):
        raise Mistake("it says False to a healthy one: what counts is what comes out, x and the rows of the table")
    if all(said.values()):
        raise Mistake("it says True to every function; shapes are right in all of them: which rows were added?")
    missed = [sentence for encode, sentence in PASSES.items() if said.get(encode)]
    more = " (other faults pass as well)" if len(missed) > 2 else ""
    raise Mistake("; and ".join(missed[:2]) + more)


def _cannot_be_added(error: str) -> None:
    """A Mistake if the probe has a shape or a length that no patient takes."""
    if found := re.search(r"size of tensor a \((\d+)\) must match the size of tensor b \((4|1000)\)", error):
        if found[2] == "1000":
            raise Mistake(f"at most 1000 positions come in, this sentence has {found[1]}")
        raise Mistake("embeddings are (batch, seq_length, 4): three sizes, the width last, and it is 4")
    if error.startswith("AssertionError"):
        raise Mistake("an assert stops at the first fault; the answer to it should be False: return the comparison")


def _probe(x: str = "torch.randn(2, 300, 4)", table: str = "sinusoidal(x.size(1), 4, 100)", result: str = "") -> str:
    result = result or f"out.dtype == x.dtype and torch.allclose(out, x + {table}, atol=1e-4)"
    return f"x = {x}\nout = encode(x)\nreturn {result}"


exercise(
    "08.4",
    head="def is_healthy(encode):",
    names="def tells_words_apart(layer):\n    one, two = layer(torch.zeros(2, 2, 4))\n"
    "    return torch.equal(one, two) and not torch.equal(one[0], one[1])",
    cases=PROBED,
    right=lambda encode: encode in HEALTHY,
    look=_what_passes,
    stop=_cannot_be_added,
    mistakes={
        _probe(
            result="torch.allclose(out, x + sinusoidal(300, 4, 100), atol=1e-4)"
        ): "allclose stops where two types meet; compare the dtypes first, and answer False if they differ",
        _probe(
            table="sinusoidal(x.size(1), 4)"
        ): "this compares with the table of n = 10,000; patients mean to add that of n = 100",
        _probe(
            result="not (out.dtype == x.dtype and torch.allclose(out, x + sinusoidal(300, 4, 100), atol=1e-4))"
        ): "it says True and False the wrong way round",
        **{
            _probe(
                result=f"out.dtype == x.dtype and torch.allclose(out, x + sinusoidal(300, 4, 100), atol={wide})"
            ): "the tolerance is too wide: no entry of the table is above 1"
            for wide in (1, 2, 3)
        },
        _probe(result="out.dtype == x.dtype"): "this looks at the dtype alone; which rows were added?",
        _probe(
            table="sinusoidal(1000, 4, 100)[: x.size(0)].unsqueeze(1)"
        ): "this compares with rows that go by sentence: x.size(0) counts sentences, x.size(1) is the length",
        "tells_words_apart(encode)": "test 1 of the lesson feeds two words of zeros, and does not ask which rows they got",
    },
    praise="a probe that one can keep, and run on every encoder to come",
)
