"""Positions from a mask and in a pack."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.bad_input import refusal
from pe_lesson import PositionalEncoding
from pe_lesson.attention import TinyAttention
from pe_lesson.attention.masks import pack, positions_from_mask
from pe_lesson.positions import Alibi, Rotary

SCHEMES = {
    "none": {},
    "sinusoids": {"positional": PositionalEncoding(16, 0.0, 64, dtype=torch.float64)},
    "RoPE": {"rotary": Rotary(8)},
    "ALiBi": {"bias": Alibi(2, slopes=[0.5, 0.25])},
}


@given(rows=st.lists(st.tuples(st.integers(0, 4), st.integers(1, 5), st.integers(0, 4)), min_size=1, max_size=4))
def test_real_tokens_are_counted_from_0_wherever_the_padding_stands(rows):
    width = max(map(sum, rows))
    mask = torch.zeros(len(rows), width, dtype=torch.bool)
    for row, (left, real, _) in zip(mask, rows, strict=True):
        row[left : left + real] = True
    positions = positions_from_mask(mask)
    assert positions.dtype == torch.int64
    assert positions.min() >= 0
    for row, found, (_, real, _) in zip(mask, positions, rows, strict=True):
        assert found[row].tolist() == list(range(real))
    assert positions_from_mask(torch.tensor([[0, 1, 1, 0]])).tolist() == [[0, 0, 1, 1]]
    assert torch.equal(positions_from_mask(mask.int()), positions)


@given(lengths=st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_a_pack_restarts_and_shows_each_document_only_itself(lengths):
    documents = [torch.arange(length) + 10 * i for i, length in enumerate(lengths)]
    ids, positions, may_see = pack(documents)
    assert ids[0].tolist() == [token for one in documents for token in one.tolist()]
    assert positions[0].tolist() == [k for length in lengths for k in range(length)]
    blocks = torch.block_diag(*[torch.ones(length, length) for length in lengths]).bool()
    assert torch.equal(may_see[0], blocks[: sum(lengths), : sum(lengths)])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_alone_is_batch_is_pack_is_cache(scheme):
    torch.manual_seed(0)
    model = TinyAttention(**SCHEMES[scheme], causal=True, layers=2)
    sentence = torch.tensor([[3, 1, 4, 0, 5]])
    alone = model.hidden_states(sentence)
    padded = torch.cat([torch.full((1, 3), 7), sentence], dim=1)
    mask = padded != 7
    in_batch = model.hidden_states(padded, positions_from_mask(mask), mask)[:, 3:]
    ids, positions, may_see = pack([torch.tensor([2, 2]), sentence[0], torch.tensor([6])])
    in_pack = model.hidden_states(ids, positions, may_see)[:, 2:7]
    cache = model.new_cache()
    written = torch.cat([model.hidden_states(token, cache=cache) for token in sentence.split(1, dim=1)], dim=1)
    for other in (in_batch, in_pack, written):
        assert torch.allclose(other, alone, rtol=0, atol=1e-12)


def test_documents_of_any_ids_see_only_themselves():
    for count, ids in ((3, torch.tensor([7])), (300, torch.tensor([1, 1]))):
        _, _, may_see = pack([ids] * count)
        assert may_see.sum() == count * len(ids) ** 2
    refusal(lambda: pack([torch.tensor([True])]), ValueError, "int64")
    refusal(lambda: pack([torch.tensor([1.0])]), ValueError, "int64")


def test_what_is_no_mask_and_no_document_gets_one_line():
    refusal(lambda: positions_from_mask([[1]]), TypeError, "attention_mask", "ids != pad_id")
    for bad in (torch.ones(1, 2), torch.tensor([[5, 7, 1, 1]]), torch.tensor([[0, -1]])):
        refusal(lambda bad=bad: positions_from_mask(bad), TypeError, "attention_mask", "ids != pad_id")
    refusal(lambda: positions_from_mask(torch.ones(2).bool()), ValueError, "(2,)", "mask[None]")
    refusal(lambda: pack([]), ValueError, "documents")
    refusal(lambda: pack([torch.zeros(1, 2)]), ValueError, "documents")
    refusal(lambda: pack([[1, 2]]), ValueError, "documents")
