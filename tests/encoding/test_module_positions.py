"""PositionalEncoding with positions of the learner's own: the rows, the shapes, compilers, and what is refused."""

from itertools import product

import pytest
import torch

from tests.support.bad_input import refusal
from tests.support.encoding import FLOATS, embeddings, module

ONE, TWO = [3, 0, 9], [[3, 0, 9], [1, 1, 2]]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("shape", "positions"),
    [
        ((3, 4), ONE), ((3, 4), [ONE]), ((1, 3, 4), [ONE]), ((2, 3, 4), ONE), ((2, 3, 4), [ONE]), ((2, 3, 4), TWO),
        ((2, 5, 3, 4), ONE), ((2, 5, 3, 4), [ONE]), ((2, 5, 3, 4), TWO), ((2, 2, 3, 4), TWO), ((2, 3, 2, 3, 4), TWO),
    ],
)  # fmt: skip
def test_each_token_gets_the_row_of_its_position(shape, positions, dtype):
    x, made = embeddings(*shape).to(dtype), module()
    result = made(x, torch.tensor(positions))
    assert (result.shape, result.dtype) == (x.shape, dtype)
    for index in product(*map(range, shape[:-1])):
        row = positions if isinstance(positions[0], int) else positions[index[0] if len(positions) > 1 else 0]
        assert torch.equal(result[index], (x[index] + made.pe[0, row[index[-1]]]).to(dtype))


@pytest.mark.parametrize("shape", [(10, 4), (3, 10, 4), (2, 3, 7, 4), (3, 0, 4), (0, 3, 4), (0, 0, 4), (0, 4)])
def test_counted_positions_change_nothing(shape):
    x, made = embeddings(*shape), module()
    counted = torch.arange(shape[-2])
    for positions in (counted, counted[None], counted.expand(x.size(0) if len(shape) > 2 else 1, -1)):
        assert torch.equal(made(x, positions), made(x))


def test_a_text_of_any_length_fits_if_its_positions_do():
    made, x = module(max_length=3), embeddings(2, 8, 4)
    restarted = torch.tensor([0, 1, 2, 0, 1, 0, 1, 2])  # three documents in one row
    assert torch.equal(made(x, restarted), x + made.pe[0][restarted])


def test_meta_embeddings_and_positions_give_a_meta_result():
    with torch.device("meta"):
        assert module()(torch.empty(2, 3, 4), torch.empty(2, 3, dtype=torch.long)).shape == (2, 3, 4)


# ---- what it refuses


@pytest.mark.parametrize(
    ("positions", "error", "parts"),
    [
        ([0, 1, 2], TypeError, ["torch.Tensor", "[0, 1, 2] (list)"]),
        (torch.tensor([0.0, 1.0, 2.0]), TypeError, ["int64", "float32", ".long()"]),
        (torch.tensor([0, 1, 2], dtype=torch.int32), TypeError, ["int64", "int32"]),
        (torch.tensor([0, 1, -1]), ValueError, ["negative", "-1", ".clamp(min=0)"]),
        (torch.tensor([0, 1, 10]), ValueError, ["position 10", "max_length 10", ">= 11"]),
        (torch.tensor([[0, 1, 2], [0, 2**40, 2]]), ValueError, [f"position {2**40}"]),
        (torch.tensor(0), ValueError, ["(3,) or (2, 3)", "()"]),
        (torch.tensor([0, 1]), ValueError, ["(3,) or (2, 3)", "(2,)"]),
        (torch.zeros(3, 3, dtype=torch.long), ValueError, ["(3, 3)"]),
        (torch.zeros(1, 1, 3, dtype=torch.long), ValueError, ["(1, 1, 3)"]),
        (torch.zeros(3, dtype=torch.long, device="meta"), ValueError, ["meta", "cpu", ".to("]),
    ],
)
def test_what_are_no_rows_of_the_table_is_refused(positions, error, parts):
    refusal(lambda: module()(embeddings(2, 3, 4), positions), error, "position", *parts)


def test_a_batch_of_positions_needs_a_batch_of_tokens():
    refusal(lambda: module()(embeddings(3, 4), torch.tensor(TWO)), ValueError, "(3,) or (1, 3)", "(2, 3)")


# ---- compilers: no graph break, and never a wrong row in silence


WRONG = [torch.tensor([0, 1, -1]), torch.tensor([0, 1, 10]), torch.tensor([[0, 1, 2], [0, -3, 2]])]


@pytest.mark.slow
@pytest.mark.parametrize("dynamic", [None, True])
def test_compiles_into_one_graph_and_refuses_a_row_that_is_not_there(compiled, dynamic):
    made = module().eval()
    fast, x = compiled(made, dynamic=dynamic), embeddings(2, 3, 4)
    for positions in (None, torch.tensor(ONE), torch.tensor([ONE]), torch.tensor(TWO)):
        assert torch.equal(fast(x, positions), made(x, positions))
    assert torch.equal(fast(embeddings(5, 7, 4), torch.arange(3, 10)), made(embeddings(5, 7, 4), torch.arange(3, 10)))
    for positions in WRONG:
        with pytest.raises(IndexError):
            fast(x, positions)


@pytest.mark.parametrize(
    "positions", [torch.tensor(ONE), torch.tensor([ONE]), torch.tensor(TWO)], ids=["3", "1x3", "2x3"]
)
def test_exports_with_dynamic_sizes_and_refuses_a_row_that_is_not_there(positions):
    batch, length = torch.export.Dim("batch"), torch.export.Dim("seq_length")
    of_positions = {positions.dim() - 1: length} | ({0: batch} if positions.size(0) == 2 else {})
    program = torch.export.export(
        module().eval(), (embeddings(2, 3, 4), positions), dynamic_shapes=({0: batch, 1: length}, of_positions)
    ).module()
    assert torch.equal(program(embeddings(2, 3, 4), positions), module()(embeddings(2, 3, 4), positions))
    longer = positions.repeat(1, 2) if positions.dim() == 2 else positions.repeat(2)
    assert torch.equal(program(embeddings(2, 6, 4), longer), module()(embeddings(2, 6, 4), longer))
    for wrong in (-1, 10):
        with pytest.raises(IndexError):
            program(embeddings(2, 3, 4), torch.full_like(positions, wrong))
