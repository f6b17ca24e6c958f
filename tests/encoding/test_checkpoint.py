"""Checkpoints of PositionalEncoding: which are taken, which are refused."""

import warnings

import pytest
import torch
from torch import nn

from pe_lesson import PositionalEncoding
from tests.support.encoding import FLOATS, embeddings, module


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
        lambda: module(max_length=50).state_dict(),
        lambda: module(max_length=1).state_dict(),
        lambda: module().half().state_dict(),
        lambda: module(max_length=70).double().state_dict(),
        lambda: {"pe": nn.Parameter(module().pe)},
        lambda: as_float32_phases(5000, 4),
    ],
    ids=["equal", "longer", "one row", "half", "double", "parameter", "sources'"],
)
@pytest.mark.parametrize("options", [{}, {"assign": True}], ids=str)
def test_a_checkpoint_of_the_same_rows_loads_and_the_table_stays(checkpoint, options):
    made = loaded(module().eval(), checkpoint(), **options)
    assert torch.equal(made.pe, module().pe)
    assert (made.pe.dtype, made.pe.requires_grad, made.max_length) == (torch.float32, False, 10)


def test_a_long_checkpoint_from_float32_phases_loads():
    made = PositionalEncoding(64, max_length=20_000)
    assert torch.equal(loaded(made, as_float32_phases(20_000, 64)).pe, PositionalEncoding(64, max_length=20_000).pe)


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_module_of_any_type_keeps_its_type_and_its_exact_rows(dtype):
    made = loaded(module(dtype=dtype), module(max_length=20).state_dict())
    assert torch.equal(made.pe, module(dtype=dtype).pe)
    rounded = module().half().float()
    assert torch.equal(loaded(rounded, module().state_dict()).pe, module().pe)


@pytest.mark.parametrize(
    ("checkpoint", "words"),
    [
        (lambda: module(n=9_900).state_dict(), "build PositionalEncoding with its n"),
        (lambda: module(n=1000, max_length=50).state_dict(), "differs from this module's, first in row 1 (by 0.0"),
        (lambda: module(n=1000).half().state_dict(), "differs"),
        (lambda: {"pe": module().pe + 2e-6}, "first in row 0 (by 2e-06)"),
        (lambda: {"pe": module().pe + torch.nan}, "differs from this module's, first in row 0 (by nan)"),
        (lambda: {"pe": module().pe[..., [0, 2, 1, 3]]}, "with its n, unless its formula is another one"),
        (lambda: {"pe": torch.cat([module().pe[:, :9], torch.zeros(1, 1, 4)], 1)}, "first in row 9 ("),
        (lambda: module(d_model=6).state_dict(), "has shape (1, 10, 6), not (1, any length, 4)"),
        (lambda: {"pe": module().pe.transpose(0, 1)}, "of this module first, state['pe'].reshape(1, -1, 4)"),
        (lambda: {"pe": module().pe[0]}, "has shape (10, 4)"),
        (lambda: {"pe": module().pe.long()}, "is torch.int64, not a floating tensor"),
        (lambda: {"pe": module().pe.numpy()}, "is ndarray, not a floating tensor"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"strict": False}], ids=str)
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


def nested(**more) -> nn.Module:
    return nn.ModuleDict({"model": nn.Sequential(nn.Embedding(7, 4), module(**more), nn.Linear(4, 2))})


def test_a_nested_module_loads_a_checkpoint_of_another_length_and_names_the_table_it_refuses():
    source, target = nested(max_length=50), nested(max_length=8)
    loaded(target, source.state_dict())
    ids = torch.arange(7).unsqueeze(0)
    assert torch.equal(target["model"](ids), source["model"](ids))
    assert target["model"][1].pe.shape == (1, 8, 4)
    with pytest.raises(RuntimeError, match=r"model\.1\.pe of the checkpoint differs"):
        target.load_state_dict(nested(n=10).state_dict())


def test_a_meta_module_takes_its_table_with_assign():
    made = loaded(module(device="meta"), module(max_length=50).state_dict(), assign=True)
    assert made.pe.device.type == "cpu"
    assert torch.equal(made(embeddings(2, 3, 4)), module()(embeddings(2, 3, 4)))
