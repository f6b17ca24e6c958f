"""Graders of lesson 06."""

import torch
from torch import Tensor, nn

from pe_lesson._arguments import shown
from pe_lesson.encoding.table import sinusoidal
from pe_lesson.exercises._engine import Mistake, diagnose, same
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import read_number as number
from pe_lesson.exercises._engine import read_tensor as tensor
from pe_lesson.exercises._engine import run_answer as call


@exercise("06.1")
def scaling(answer: object) -> str:
    mistakes = [
        (3, "the survivors are scaled in training; it does not stay as it was"),
        (3 * 0.8, "this multiplies by 1 - p; that would make the average smaller still"),
        (3 / 0.2, "this divides by p, the share that is dropped"),
        (3 * 1.2, "close, but the factor is not 1 + p; what factor keeps the average the same?"),
        (0, "a dropped entry is 0; this one was not dropped"),
        (3 / 0.9, "this used p = 0.1 from the lesson; here p is 0.2"),
    ]
    diagnose(
        number(answer),
        3 / 0.8,
        mistakes,
        "think of ten entries of 3: two become 0; how large must eight be for the same sum?",
    )
    return "eight such entries sum to what ten did"


@exercise("06.2")
def silence(answer: object) -> str:
    encoded = torch.arange(1.0, 25.0).reshape(2, 3, 4)
    ids = torch.tensor([[5, 1, 9], [0, 9, 9]])
    mask = (ids != 9).unsqueeze(-1)
    result = tensor(call(answer, encoded, ids, 9), (2, 3, 4), "the silenced batch")
    mistakes = [
        (encoded, "nothing changed; the padding has to become zero"),
        (encoded * ~mask, "the mask is upside down: text became zero and padding stayed"),
        (encoded * (ids != 0).unsqueeze(-1), "this took 0 for the padding id; use pad_id"),
        (encoded * (ids != 1).unsqueeze(-1), "this took 1 for the padding id; use pad_id"),
        (torch.zeros(2, 3, 4), "everything became zero, the text too"),
        (torch.where(mask, 1.0, 0.0).expand(2, 3, 4), "this is the mask; multiply the batch by it"),
        (torch.where(mask, encoded, 9.0), "the padding became its id; zeros are asked for"),
    ]
    diagnose(result, encoded * mask, mistakes, "a position is zero that is text, or is not zero that is padding")
    return "silent where there is no text, and the batch that went in is untouched"


@exercise("06.3")
def sequence_first(answer: object) -> str:
    if not (isinstance(answer, type) and issubclass(answer, nn.Module)):
        raise Mistake(f"a class that inherits from nn.Module is asked for, this is {shown(answer)}")
    module = call(answer, 6)
    x = torch.arange(1.0, 121.0).reshape(5, 4, 6)  # five positions, a batch of four
    table = sinusoidal(5, 6)
    if not same(tensor(call(module, x), (5, 4, 6), "the output for x of shape (5, 4, 6)"), call(module, x)):
        raise Mistake("two calls with the same x differ; leave dropout out of this module")
    summed = tensor(call(module, x), (5, 4, 6), "the output for x of shape (5, 4, 6)") - x.double()
    right = table.unsqueeze(1).expand(5, 4, 6)
    mistakes = [
        (torch.zeros(5, 4, 6), "x came back unchanged; add the rows of the table"),
        (
            table[:4].expand(5, 4, 6),
            "every position got row 0, 1, 2, … along the batch; the rows belong along the first dimension",
        ),
        (right - x, "this returns the rows; add them to x"),
        (table[0].expand(5, 4, 6), "every position got row 0; cut the table to the length, do not pick a row"),
    ]
    diagnose(
        summed, right, mistakes, "position k of every sequence should gain row k; look at which dimension is the length"
    )
    if call(module, x).dtype != x.dtype:
        raise Mistake("right, but the sum changed its number type; build the table in float32")
    _needs_buffer(module)
    tensor(call(module, x[:1]), (1, 4, 6), "the output for a sequence of length 1")
    return "the dimension of size 1 stands where the batch is, and the length is size(0)"


def _needs_buffer(module: nn.Module) -> None:
    if "pe" in dict(module.named_parameters()):
        raise Mistake("right sums, but the table is a parameter: training would change it")
    if "pe" not in dict(module.named_buffers()):
        if any(True for _ in module.buffers()):
            raise Mistake("right sums, and the table is a buffer, but under another name; call it pe")
        where = "a plain attribute" if isinstance(getattr(module, "pe", None), Tensor) else "not registered"
        raise Mistake(f"right sums, but the table is {where}: it would not be saved with the model")
