"""Checkpoints of PositionalEncoding: which are taken, which are refused, and what that costs."""

import copy
import warnings

import pytest
import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from pe_lesson import PositionalEncoding, sinusoidal

FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


def module(d_model=4, dropout=0.0, max_length=10, **more) -> PositionalEncoding:
    return PositionalEncoding(d_model, dropout, max_length, **more)


def embeddings(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(0))


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
        (lambda: module(n=100).state_dict(), "differs from this module's, first in row 1 ("),
        (lambda: module(n=9_900).state_dict(), "build PositionalEncoding with its n"),
        (lambda: module(n=1000, max_length=50).state_dict(), "differs"),
        (lambda: module(n=1000).half().state_dict(), "differs"),
        (lambda: {"pe": module().pe + torch.nan}, "differs from this module's, first in row 0 (by nan)"),
        (lambda: {"pe": torch.cat([module().pe[:, :9], torch.zeros(1, 1, 4)], 1)}, "first in row 9 ("),
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


@pytest.mark.parametrize(("dtype", "k"), [(dtype, k) for dtype in FLOATS for k in (0, 5000)])
def test_rows_may_differ_by_four_roundings_and_the_drift_of_float32_phases(dtype, k):
    made = module(max_length=6000, dtype=dtype)
    allowed = 4 * torch.finfo(dtype).eps + k * torch.finfo(torch.float32).eps
    for gap, taken in ((0.8, True), (1.2, False)):
        saved = sinusoidal(6000, 4, dtype=torch.float64).unsqueeze(0)
        saved[0, k, 2] += gap * allowed
        errors = []
        made._load_from_state_dict({"pe": saved}, "", {}, True, [], [], errors)
        assert (not errors) == taken, (gap, errors)


@pytest.mark.parametrize("max_length", [9000, 20_000])
def test_a_difference_anywhere_is_found(max_length):
    made = module(d_model=8, max_length=max_length)
    for k in (0, 8191, 8192, 8999):  # 8192 rows of 8 columns are compared at once
        saved = made.pe[:, :9000].clone()
        saved[0, k, 7] += 0.5
        with pytest.raises(RuntimeError, match=rf"first in row {k} \(by 0.5\);"):
            made.load_state_dict({"pe": saved})


@pytest.mark.parametrize("options", [{}, {"assign": True}], ids=str)
def test_loading_puts_the_modules_own_table_right(options):
    made = module(d_model=8, max_length=9000)
    right = made.pe.clone()
    made.half().float()  # its table is float32 again, its numbers are rounded to float16
    assert not torch.equal(made.pe, right)
    assert torch.equal(loaded(made, module(d_model=8).state_dict(), **options).pe, right)


class LargestNew(TorchDispatchMode):
    """Notes the bytes of the largest memory that a call of torch makes."""

    def __init__(self, *known: torch.Tensor) -> None:
        super().__init__()
        self.known, self.largest = {x.untyped_storage().data_ptr() for x in known}, 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if isinstance(result, torch.Tensor) and result.untyped_storage().data_ptr() not in self.known:
            self.largest = max(self.largest, result.untyped_storage().nbytes())
        return result


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_large_checkpoint_is_compared_a_group_at_a_time(dtype):
    made = module(d_model=64, max_length=100_000)  # 25.6 MB
    checkpoint = {"pe": made.pe.to(dtype, copy=True)}
    with LargestNew(made.pe, checkpoint["pe"]) as mode:
        made.load_state_dict(checkpoint)
    assert 0 < mode.largest <= made.pe.nbytes / 10


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
