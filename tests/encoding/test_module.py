"""PositionalEncoding: the sum, its type and its gradients, dropout, copies, compilers, and what it refuses."""

import copy
import io
import pickle
import warnings

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


def test_gradcheck():
    made = module(dtype=torch.float64)
    assert torch.autograd.gradcheck(made, embeddings(2, 3, 4, dtype=torch.float64).requires_grad_())


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


def test_a_deep_copy_shares_nothing():
    made = module()
    copy.deepcopy(made).pe.zero_()
    assert torch.equal(made.pe, module().pe)


@pytest.fixture
def compiled():
    """A function that compiles a module without a C++ compiler, and refuses a graph break."""
    torch._dynamo.reset()
    yield lambda made, **options: torch.compile(made, backend="aot_eager", fullgraph=True, **options)
    torch._dynamo.reset()


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


def test_exports_at_a_fixed_shape():
    x = embeddings(2, 10, 4)
    assert torch.equal(torch.export.export(module().eval(), (x,)).module()(x), module()(x))


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
        (torch.zeros(2, 3, 4).to(torch.float8_e5m2), TypeError, ["float8_e5m2"]),
        (torch.zeros(2, 3, 4).to_sparse(), TypeError, ["dense", "sparse_coo", ".to_dense()"]),
        (torch.tensor(1.0), ValueError, ["(..., seq_length, 4)", "()"]),
        (torch.zeros(4), ValueError, ["(..., seq_length, 4)", "(4,)"]),
        (torch.zeros(2, 3, 5), ValueError, ["(..., seq_length, 4)", "(2, 3, 5)"]),
        (torch.zeros(2, 3, 1), ValueError, ["(2, 3, 1)"]),
        (torch.zeros(2, 3, 0), ValueError, ["(2, 3, 0)"]),
        (torch.zeros(4, 3), ValueError, ["(4, 3)"]),
        (torch.zeros(2, 11, 4), ValueError, ["11", "max_length 10", ">= 11"]),
        (torch.zeros(0, 11, 4), ValueError, ["11", "max_length 10"]),
        (torch.zeros(2, 3, 4, device="meta"), ValueError, ["meta", "cpu", ".to("]),
    ],
)
def test_what_is_no_batch_of_embeddings_is_refused(x, error, parts):
    refusal(lambda: module()(x), error, *parts)


def test_a_table_of_one_row_does_not_broadcast():
    made = module(max_length=1)
    assert torch.equal(made(torch.zeros(2, 1, 4)), made.pe.expand(2, 1, 4))
    refusal(lambda: made(torch.zeros(2, 3, 4)), ValueError, "sequence length 3", "max_length 1")


# ---- state_dict


def loaded(made: nn.Module, checkpoint: dict, **options) -> nn.Module:
    """The module after loading; a warning counts as an error, and the checkpoint must stay as it was."""
    before = {key: str(value) for key, value in checkpoint.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            made.load_state_dict(checkpoint, **options)
        finally:
            assert {key: str(value) for key, value in checkpoint.items()} == before, "the checkpoint was changed"
    return made


def as_float32_phases(max_length: int, d_model: int, n: float = 10_000.0) -> dict:
    """A checkpoint as the sources' code writes it."""
    k = torch.arange(max_length).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2) * -(torch.tensor(n).log() / d_model))
    return {"pe": torch.stack([torch.sin(k * div_term), torch.cos(k * div_term)], dim=-1).flatten(1).unsqueeze(0)}


@pytest.mark.parametrize(
    "checkpoint",
    [
        lambda: module().state_dict(),
        lambda: dict(module().state_dict()),
        lambda: module(max_length=50).state_dict(),
        lambda: module(max_length=3).state_dict(),
        lambda: module(max_length=1).state_dict(),
        lambda: module().half().state_dict(),
        lambda: module().bfloat16().state_dict(),
        lambda: module(max_length=70).double().state_dict(),
        lambda: {"pe": nn.Parameter(module().pe)},
        lambda: as_float32_phases(5000, 4),
    ],
    ids=["equal", "plain dict", "longer", "shorter", "one row", "half", "bfloat16", "double", "parameter", "sources'"],
)
@pytest.mark.parametrize("options", [{}, {"assign": True}, {"strict": False}], ids=str)
def test_a_checkpoint_of_the_same_rows_loads_and_the_table_stays(checkpoint, options):
    made = loaded(module().eval(), checkpoint(), **options)
    assert torch.equal(made.pe, module().pe)
    assert (made.pe.dtype, made.pe.requires_grad, made.max_length) == (torch.float32, False, 10)
    assert torch.equal(made(embeddings(2, 10, 4)), module()(embeddings(2, 10, 4)))


def test_a_long_checkpoint_from_float32_phases_loads():
    made = PositionalEncoding(64, max_length=20_000)
    assert torch.equal(loaded(made, as_float32_phases(20_000, 64)).pe, PositionalEncoding(64, max_length=20_000).pe)


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_module_of_any_type_keeps_its_type(dtype):
    made = loaded(module(dtype=dtype), module(max_length=20).state_dict())
    assert torch.equal(made.pe, module(dtype=dtype).pe)


@pytest.mark.parametrize(
    ("checkpoint", "words"),
    [
        (lambda: module(n=100).state_dict(), "differs from this module's from row 1 on"),
        (lambda: module(n=9_900).state_dict(), "build PositionalEncoding with its n"),
        (lambda: module(n=1000, max_length=50).state_dict(), "differs"),
        (lambda: module(n=1000).half().state_dict(), "differs"),
        (lambda: {"pe": module().pe + torch.nan}, "differs from this module's from row 0 on, by nan"),
        (lambda: {"pe": torch.cat([module().pe[:, :9], torch.zeros(1, 1, 4)], 1)}, "from row 9 on"),
        (lambda: module(d_model=6).state_dict(), "has shape (1, 10, 6), not (1, any length, 4)"),
        (lambda: module(d_model=1).state_dict(), "has shape (1, 10, 1)"),
        (lambda: {"pe": module().pe.transpose(0, 1)}, "has shape (10, 1, 4)"),
        (lambda: {"pe": module().pe[0]}, "has shape (10, 4)"),
        (lambda: {"pe": module().pe.expand(2, 10, 4)}, "has shape (2, 10, 4)"),
        (lambda: {"pe": torch.tensor(0.0)}, "has shape ()"),
        (lambda: {"pe": module().pe.long()}, "is torch.int64, not floating"),
        (lambda: {"pe": module().pe + 1j}, "is torch.complex64, not floating"),
        (lambda: {"pe": module().pe.numpy()}, "is a ndarray, not a tensor"),
        (lambda: module(device="meta").state_dict(), "has no values (meta device)"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"assign": True}, {"strict": False}], ids=str)
def test_any_other_checkpoint_is_refused_in_one_line_and_changes_nothing(checkpoint, words, options):
    made = module()
    with pytest.raises(RuntimeError) as caught:  # torch's own class, and its own line before ours
        loaded(made, checkpoint(), **options)
    first, *ours = str(caught.value).splitlines()
    assert first == "Error(s) in loading state_dict for PositionalEncoding:"
    assert len(ours) == 1
    assert ours[0].strip().startswith("pe of the checkpoint ")
    assert words in ours[0]
    assert torch.equal(made.pe, module().pe)


def test_missing_and_unexpected_keys_are_torchs_business():
    with pytest.raises(RuntimeError, match=r'Missing key.*"pe"'):
        module().load_state_dict({})
    with pytest.raises(RuntimeError, match=r'Unexpected key.*"weight"'):
        module().load_state_dict({**module().state_dict(), "weight": torch.zeros(1)})
    result = module().load_state_dict({"other": torch.zeros(1)}, strict=False)
    assert (result.missing_keys, result.unexpected_keys) == (["pe"], ["other"])


def nested(**more) -> nn.Module:
    return nn.ModuleDict({"model": nn.Sequential(nn.Embedding(7, 4), module(**more), nn.Linear(4, 2))})


def test_a_nested_module_loads_a_checkpoint_of_another_length():
    source, target = nested(max_length=50), nested(max_length=8)
    loaded(target, source.state_dict())
    ids = torch.arange(7).unsqueeze(0)
    assert torch.equal(target["model"](ids), source["model"](ids))
    assert target["model"][1].pe.shape == (1, 8, 4)


def test_a_nested_module_names_the_table_it_refuses():
    target = nested()
    before = copy.deepcopy(target.state_dict())
    with pytest.raises(RuntimeError, match=r"model\.1\.pe of the checkpoint differs"):
        target.load_state_dict(nested(n=10).state_dict())
    assert torch.equal(target["model"][1].pe, before["model.1.pe"])


def test_a_meta_module_takes_its_table_with_assign():
    made = loaded(module(device="meta"), module(max_length=50).state_dict(), assign=True)
    assert made.pe.device.type == "cpu"
    assert torch.equal(made.pe, module().pe)
    assert torch.equal(made(embeddings(2, 3, 4)), module()(embeddings(2, 3, 4)))


def test_a_meta_module_refuses_another_table_with_assign():
    with pytest.raises(RuntimeError, match="differs"):
        module(device="meta").load_state_dict(module(n=10).state_dict(), assign=True)
