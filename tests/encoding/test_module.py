"""PositionalEncoding: the sum, its type and its gradients, dropout, and what it refuses."""

import pytest
import torch

from pe_lesson import PositionalEncoding, sinusoidal_by_rotation, sinusoidal_loop
from tests.support.bad_input import bad_calls, one_line, refusal
from tests.support.encoding import FLOATS, embeddings, module

# ---- what it is


def test_the_table_is_a_buffer_of_one_by_length_by_width():
    made = PositionalEncoding(6)
    assert (made.d_model, made.max_length, made.n, made.dropout.p) == (6, 5000, 10_000.0, 0.1)
    assert list(made.state_dict()) == ["pe"]
    assert list(made.parameters()) == []
    assert made.pe.shape == (1, 5000, 6)
    assert not made.pe.requires_grad
    torch.testing.assert_close(made.pe[0, :40], torch.tensor(sinusoidal_loop(40, 6)).float(), rtol=0, atol=3e-8)


def test_repr_names_the_sizes():
    assert "d_model=4, max_length=10, n=1000" in repr(module(n=1000))


@pytest.mark.parametrize("dtype", FLOATS)
def test_the_tables_type_is_rounded_from_float64(dtype):
    exact = sinusoidal_by_rotation(600, 4, dtype=torch.float64)
    assert torch.equal(module(max_length=600, dtype=dtype).pe[0], exact.to(dtype))


def test_type_is_torchs_default(default_float64):
    assert module().pe.dtype == torch.float64


def test_type_and_device_are_those_asked_for():
    with torch.device("meta"):
        assert module().pe.is_meta
    assert module(device="meta").pe.is_meta
    assert module().double().pe.dtype == torch.float64


# ---- the sum


@pytest.mark.parametrize(
    "shape", [(6, 4), (3, 6, 4), (2, 3, 6, 4), (1, 10, 4), (3, 0, 4), (0, 6, 4), (0, 0, 4), (0, 4)]
)
@pytest.mark.parametrize("dtype", FLOATS)
def test_row_k_is_added_to_every_token_at_position_k(shape, dtype):
    x = embeddings(*shape, dtype=dtype)
    before = x.clone()
    result = module()(x)
    assert (result.shape, result.dtype) == (shape, dtype)
    assert torch.equal(result, (x + module().pe[0, : shape[-2]]).to(dtype))
    assert torch.equal(x, before), "the embeddings were changed in place"
    assert x.numel() == 0 or result.data_ptr() != x.data_ptr()


@pytest.mark.parametrize("table_type", FLOATS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_output_type_is_input_type_whatever_the_tables(dtype, table_type):
    assert module(dtype=table_type)(embeddings(2, 3, 4, dtype=dtype)).dtype == dtype


# ---- gradients and dropout


@pytest.mark.parametrize("dtype", FLOATS)
def test_gradients_reach_the_embeddings_only(dtype):
    x = embeddings(2, 3, 4, dtype=dtype).requires_grad_()
    made = module()
    made(x).sum().backward()
    assert torch.equal(x.grad, torch.ones_like(x))
    assert made.pe.grad is None


@pytest.mark.parametrize("p", [0, 0.1, 0.5, 1, 1.0])
def test_dropout_zeroes_and_scales_while_training_only(p):
    made, x = module(dropout=p), embeddings(40, 10, 4)
    full = module()(x)
    torch.manual_seed(0)
    trained = made(x)
    kept = trained != 0
    assert abs(kept.double().mean().item() - (1 - p)) <= 0.05
    torch.testing.assert_close(trained[kept], full[kept] / (1 - p) if p < 1 else full[kept])
    assert torch.equal(made.eval()(x), full)


# ---- what it refuses


@pytest.mark.parametrize(("call", "name", "value", "error"), bad_calls([PositionalEncoding], max_length=4, d_model=4))
def test_bad_arguments_are_refused_in_one_line(call, name, value, error):
    refusal(call, error, name, one_line(value)[:50])


@pytest.mark.parametrize(
    ("x", "error", "parts"),
    [
        (None, TypeError, ["torch.Tensor", "NoneType"]),
        ([[1.0, 2.0, 3.0, 4.0]], TypeError, ["torch.Tensor", "list"]),
        (torch.zeros(3, 4).numpy(), TypeError, ["torch.Tensor", "ndarray", "torch.as_tensor"]),
        (torch.zeros(2, 3, 4, dtype=torch.long), TypeError, ["int64", "nn.Embedding"]),
        (torch.zeros(2, 3, 4, dtype=torch.bool), TypeError, ["bool"]),
        (torch.zeros(2, 3, 4, dtype=torch.complex64), TypeError, ["complex64"]),
        (torch.tensor(1.0), ValueError, ["(..., seq_length, 4)", "()"]),
        (torch.zeros(4), ValueError, ["(..., seq_length, 4)", "(4,)"]),
        (torch.zeros(2, 3, 5), ValueError, ["(..., seq_length, 4)", "(2, 3, 5)"]),
        (torch.zeros(2, 11, 4), ValueError, ["11", "max_length 10", ">= 11"]),
        (torch.zeros(0, 11, 4), ValueError, ["11", "max_length 10"]),
        (torch.zeros(2, 3, 4, device="meta"), ValueError, ["meta", "cpu", ".to("]),
    ],
)
def test_what_is_no_batch_of_embeddings_is_refused(x, error, parts):
    refusal(lambda: module()(x), error, *parts)


def test_on_the_meta_device_nothing_is_built():
    made = PositionalEncoding(10**4, max_length=10**11, device="meta")  # 4 petabytes
    assert made.pe.shape == (1, 10**11, 10**4)


def test_a_table_of_one_row_does_not_broadcast():
    made = module(max_length=1)
    assert torch.equal(made(torch.zeros(2, 1, 4)), made.pe.expand(2, 1, 4))
    refusal(lambda: made(torch.zeros(2, 3, 4)), ValueError, "sequence length 3", "max_length 1")
