"""PositionalEncoding: the sum, its type and its gradients, dropout, copies, compilers, and what it refuses."""

import copy
import io
import pickle

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from helpers.bad_input import bad_calls, one_line, refusal
from pe_lesson import PositionalEncoding, sinusoidal, sinusoidal_by_rotation, sinusoidal_loop

HALVES = [torch.float16, torch.bfloat16]
FLOATS = [*HALVES, torch.float32, torch.float64]


def module(d_model=4, dropout=0.0, max_length=10, **more) -> PositionalEncoding:
    return PositionalEncoding(d_model, dropout, max_length, **more)


def embeddings(*shape: int, dtype=torch.float32) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(0)).to(dtype)


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


@pytest.mark.parametrize("dtype", HALVES)
def test_phases_are_never_in_half_precision(dtype):
    made = module(d_model=8, max_length=5000).to(dtype)
    error = (made.pe[0].double() - sinusoidal(5000, 8, dtype=torch.float64)).abs().max()
    assert error <= torch.finfo(dtype).eps / 2


def test_type_and_device_follow_torchs_defaults():
    torch.set_default_dtype(torch.float64)
    try:
        assert module().pe.dtype == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)
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


@given(
    batch=st.integers(0, 4),
    seq_length=st.integers(0, 12),
    d_model=st.integers(1, 17),
    extra=st.integers(0, 5),
    n=st.floats(1.5, 1e8),
)
def test_the_sum_is_embeddings_plus_the_loops_table(batch, seq_length, d_model, extra, n):
    made = module(d_model, max_length=max(seq_length, 1) + extra, n=n)
    x = embeddings(batch, seq_length, d_model)
    table = torch.from_numpy(sinusoidal_loop(made.max_length, d_model, n))[:seq_length]
    torch.testing.assert_close(made(x).double(), x.double() + table, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("table_type", FLOATS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_output_type_is_input_type_whatever_the_tables(dtype, table_type):
    assert module(dtype=table_type)(embeddings(2, 3, 4, dtype=dtype)).dtype == dtype


@pytest.mark.parametrize("dtype", FLOATS)
def test_output_type_is_input_type_under_autocast(dtype):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert module(dropout=0.5)(embeddings(2, 3, 4, dtype=dtype)).dtype == dtype


@pytest.mark.parametrize(
    "view",
    [
        lambda: embeddings(4, 6, 3).transpose(0, 2),
        lambda: embeddings(3, 12, 4)[:, ::2],
        lambda: embeddings(6, 4).expand(3, 6, 4),
        lambda: embeddings(1, 1, 1).expand(3, 6, 4),
    ],
    ids=["transposed", "strided", "expanded", "one value"],
)
def test_non_contiguous_embeddings(view):
    x = view()
    assert not x.is_contiguous()
    result = module(dropout=0.5)(x).detach()
    assert torch.equal(view(), x), "the embeddings were changed in place"
    assert torch.equal(module()(x), module()(x.contiguous()))
    assert result.shape == x.shape


def test_meta_embeddings_give_a_meta_result():
    result = module(device="meta")(torch.empty(2, 3, 4, device="meta", dtype=torch.float16))
    assert (result.is_meta, result.shape, result.dtype) == (True, (2, 3, 4), torch.float16)


def test_vmap_is_a_batch():
    x = embeddings(5, 3, 4)
    assert torch.equal(torch.vmap(module())(x), module()(x))


# ---- gradients and dropout


@pytest.mark.parametrize("dtype", FLOATS)
def test_gradients_reach_the_embeddings_only(dtype):
    x = embeddings(2, 3, 4, dtype=dtype).requires_grad_()
    made = module()
    made(x).sum().backward()
    assert torch.equal(x.grad, torch.ones_like(x))
    assert made.pe.grad is None


def test_gradients_follow_the_dropout_mask():
    x = torch.zeros(50, 10, 4, requires_grad=True)
    made = module(dropout=0.5)
    with torch.no_grad():
        made.pe.fill_(1.0)
    torch.manual_seed(0)
    result = made(x)
    result.sum().backward()
    assert torch.equal(x.grad, result.detach()), "1 / (1 - p) where kept, 0 where dropped"
    assert set(result.unique().tolist()) == {0.0, 2.0}


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


@pytest.mark.parametrize(
    "register",
    [
        lambda module, hook: module.register_full_backward_hook(hook),
        lambda module, hook: module.register_full_backward_pre_hook(lambda *_: hook()),
        lambda module, hook: nn.modules.module.register_module_full_backward_hook(hook),
    ],
    ids=["after", "before", "global"],
)
def test_backward_hooks_on_all_modules_see_each_step(register):
    model, seen = nn.Sequential(nn.Linear(4, 4), module(dropout=0.5)), []
    handles = [register(each, lambda *_: seen.append(1)) for each in model.modules()]
    model(embeddings(2, 3, 4).requires_grad_()).sum().backward()
    for handle in handles:
        handle.remove()
    assert len(seen) >= 4


# ---- copies and compilers


def pickled(made):
    return pickle.loads(pickle.dumps(made))


def saved(made):
    file = io.BytesIO()
    torch.save(made, file)
    file.seek(0)
    return torch.load(file, weights_only=False)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled, saved])
def test_a_copy_is_the_same_module(duplicate):
    made = module(d_model=5, dropout=0.3, n=50, dtype=torch.float64).eval()
    other = duplicate(made)
    x = embeddings(2, 3, 5)
    assert torch.equal(other(x), made(x))
    assert repr(other) == repr(made)
    assert (other.training, other.pe.dtype) == (False, torch.float64)
    other.load_state_dict(made.state_dict())


@pytest.mark.parametrize("dynamic", [None, True])
def test_compiles_into_one_graph(compiled, dynamic):
    made = module().eval()
    fast = compiled(made, dynamic=dynamic)
    for shape in [(2, 3, 4), (2, 7, 4), (5, 10, 4), (2, 1, 4), (2, 0, 4)]:
        x = embeddings(*shape)
        assert torch.equal(fast(x), made(x))
    for dtype in HALVES:
        assert fast(embeddings(2, 3, 4, dtype=dtype)).dtype == dtype


def test_compiles_while_training(compiled):
    fast, x = compiled(module(dropout=0.5)), embeddings(20, 10, 4).requires_grad_()
    before = x.detach().clone()
    result = fast(x)
    result.sum().backward()
    kept = result != 0
    torch.testing.assert_close(result[kept], 2 * module()(x)[kept])
    assert torch.equal(x.grad, 2 * kept.float())
    assert torch.equal(x.detach(), before)


def test_compiled_module_refuses_in_our_words():
    torch._dynamo.reset()
    fast = torch.compile(module(), backend="aot_eager")
    refusal(lambda: fast(embeddings(2, 11, 4)), ValueError, "11", "max_length 10")
    torch._dynamo.reset()


@pytest.mark.parametrize("training", [False, True])
def test_exports_with_dynamic_batch_and_length(training):
    made = module(dropout=0.5).train(training)
    # 9, not 10: torch 2.3 takes a slice of the whole table for a special case
    sizes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("seq_length", max=9)}
    program = torch.export.export(made, (embeddings(2, 3, 4),), dynamic_shapes={"x": sizes})
    assert list(program.graph_signature.buffers) == ["pe"]
    for shape in [(2, 3, 4), (5, 9, 4), (7, 2, 4)]:
        x = embeddings(*shape)
        result, full = program.module()(x), module()(x)
        if training:
            full, result = 2 * full[result != 0], result[result != 0]
        torch.testing.assert_close(result, full)


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


def test_sizes_that_no_memory_holds_are_refused_in_one_line():
    with pytest.raises(MemoryError) as caught:
        PositionalEncoding(2**50, max_length=2**50)
    assert "choose smaller ones" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_table_of_one_row_does_not_broadcast():
    made = module(max_length=1)
    assert torch.equal(made(torch.zeros(2, 1, 4)), made.pe.expand(2, 1, 4))
    refusal(lambda: made(torch.zeros(2, 3, 4)), ValueError, "sequence length 3", "max_length 1")
