"""Exercises of lesson 08. Number 08.2 is not used again."""

import inspect

import torch
from torch import Tensor, nn

from pe_lesson import PositionalEncoding, sinusoidal
from pe_lesson._arguments import short, shown
from pe_lesson.exercises import patients
from pe_lesson.exercises._engine import Mistake, NotAnswered, exercise, grader, same

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
    letters = str(finding).lower().replace("_", " ").strip()
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
        "mended = PositionalEncoding": "the class takes d_model and max_length; the package's has the dropout for its second argument",
    },
    praise="batch first in and out, and the table goes where the module goes",
)


def with_the_module(x: Tensor) -> Tensor:
    return PositionalEncoding(4, 0.0, 1000, 100)(x)


def first_sentence_only(x: Tensor) -> Tensor:
    return torch.cat([patients.c(x[:1]), x[1:]])


def words_lost(x: Tensor) -> Tensor:
    return patients.c(torch.zeros_like(x))


def one_row_on(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4, 100, start=1)


def other_n(x: Tensor) -> Tensor:
    return x + sinusoidal(x.size(1), 4)


def _probe(x: str = "torch.randn(2, 300, 4)", table: str = "sinusoidal(x.size(1), 4, 100)", result: str = "") -> str:
    result = result or f"out.dtype == x.dtype and torch.allclose(out, x + {table}, atol=1e-4)"
    return f"x = {x}\nout = encode(x)\nreturn {result}"


DTYPE = "a promoted sum passes: put float32 in, and look at the dtype of what comes out"
exercise(
    "08.4",
    head="def is_healthy(encode):",
    cases=[(f,) for f in (patients.c, with_the_module, patients.a, patients.b, patients.d, patients.e)]
    + [(f,) for f in (first_sentence_only, words_lost, one_row_on, other_n)],
    right=lambda encode: encode in (patients.c, with_the_module),
    mistakes={
        _probe("torch.randn(2, 6, 4)"): "too short: positions in bfloat16 go wrong from 257 on only",
        _probe(
            "torch.randn(2, 6, 4)", result="torch.allclose(out.float(), x + sinusoidal(6, 4, 100), atol=1e-4)"
        ): f"too short, and {DTYPE}",
        _probe(
            "torch.zeros(2, 6, 4)"
        ): "too short for positions in bfloat16, and zeros do not show whether words are kept",
        _probe(
            "torch.randn(1, 6, 4)"
        ): "too short for positions in bfloat16, and one sentence does not show what the second gets",
        _probe(
            "torch.zeros(1, 6, 4)"
        ): "too short, with zeros, and one sentence: try a long one, with words, and a second one",
        _probe(result="torch.allclose(out.float(), x + sinusoidal(300, 4, 100), atol=1e-4)"): DTYPE,
        _probe(
            "torch.zeros(2, 300, 4)",
            result="torch.allclose(out.float(), sinusoidal(300, 4, 100).expand(2, -1, -1), atol=1e-4)",
        ): f"{DTYPE}; and zeros do not show whether words are kept",
        _probe(
            result="torch.allclose(out, x + sinusoidal(300, 4, 100), atol=1e-4)"
        ): "allclose stops where two types meet; compare the dtypes first, and answer False if they differ",
        _probe("torch.zeros(2, 300, 4)"): "zeros do not show whether the words are kept; put numbers in",
        _probe("torch.randn(1, 300, 4)"): "one sentence does not show what the second one gets",
        _probe(
            "torch.zeros(1, 300, 4)"
        ): "one sentence of zeros shows neither the words nor what a second sentence gets",
        _probe(
            table="sinusoidal(x.size(1), 4)"
        ): "this compares with the table of n = 10,000; patients mean to add that of n = 100",
        _probe(
            result="not (out.dtype == x.dtype and torch.allclose(out, x + sinusoidal(300, 4, 100), atol=1e-4))"
        ): "it says True and False the wrong way round",
        _probe(
            result="out.shape == x.shape"
        ): "it says True to every function: the shape is right in all of them; which rows were added?",
        _probe(result="out.dtype == x.dtype"): "this looks at the dtype alone; which rows were added?",
        _probe(
            result="out.dtype == x.dtype and torch.allclose(out, x + sinusoidal(300, 4, 100), atol=3)"
        ): "the tolerance is too wide: no entry of the table is above 1",
        "return False": "this says False to every function, healthy ones too",
    },
    praise="a probe that one can keep, and run on every encoder to come",
)
