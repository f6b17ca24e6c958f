"""Positions from a mask and in a pack."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson.attention.masks import pack, positions_from_mask
from tests.support.bad_input import refusal


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


def test_the_mask_of_a_pack_is_sent_to_pack():
    pairs = torch.ones(1, 3, 3).bool()
    refusal(lambda: positions_from_mask(pairs), ValueError, "of a pack, pack() gives the positions")
