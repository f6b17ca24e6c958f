"""The two tasks: every draw balanced, labelled right, every pair of positions alike often."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import A, B, adjacency_task, mirror, order_task, show, swap
from tests.support.bad_input import NOT_AN_INT, refusal

DRAWS, LENGTHS, SEEDS = st.integers(1, 8), st.integers(5, 20), st.integers(0, 2**31)
BOTH = pytest.mark.parametrize("task", [order_task, adjacency_task])


def position(ids, letter):
    return (ids == letter).double().argmax(dim=1)


@BOTH
@given(draws=DRAWS, length=LENGTHS, seed=SEEDS)
def test_each_draw_is_four_rows_of_the_same_letters_two_yes_two_no(task, draws, length, seed):
    ids, labels = task(draws, length, seed)
    assert ids.shape == (4 * draws, length)
    assert ids.dtype == torch.int64
    assert labels.shape == (4 * draws,)
    assert labels.dtype == torch.float64
    assert ((ids == A).sum(1) == 1).all()
    assert ((ids == B).sum(1) == 1).all()
    assert ids.min() >= 0
    assert ids.max() <= 7
    letters = ids.sort(dim=1).values.view(draws, 4, length)
    assert (letters == letters[:, :1]).all()
    assert (labels.view(draws, 4).sum(1) == 2).all()
    assert set(labels.tolist()) == {0.0, 1.0}


@given(draws=DRAWS, length=st.integers(2, 20), seed=SEEDS)
def test_order_is_labelled_right_and_closed_under_swap_and_mirror(draws, length, seed):
    ids, labels = order_task(draws, length, seed)
    assert torch.equal(labels, (position(ids, A) < position(ids, B)).double())
    for four in ids.view(draws, 4, length):
        rows = sorted(four.tolist())
        assert sorted(swap(four).tolist()) == rows
        assert sorted(mirror(four).tolist()) == rows


@given(draws=DRAWS, length=LENGTHS, seed=SEEDS)
def test_adjacency_is_labelled_right_and_closed_under_swap(draws, length, seed):
    ids, labels = adjacency_task(draws, length, seed)
    gaps = (position(ids, A) - position(ids, B)).abs()
    assert torch.equal(labels, (gaps == 1).double())
    assert (gaps[labels == 0] >= 4).all()
    for four in ids.view(draws, 4, length):
        assert sorted(swap(four).tolist()) == sorted(four.tolist())


@BOTH
def test_every_pair_of_positions_comes_up_about_equally_often(task):
    ids, labels = task(3000, 8, 0)
    pairs = torch.stack([position(ids, A), position(ids, B)], dim=1)
    for answer in (0, 1):
        _, counts = pairs[labels == answer].unique(dim=0, return_counts=True)
        wanted = {order_task: 28, adjacency_task: 14 if answer else 20}[task]
        assert len(counts) == wanted
        assert counts.min() > 0.6 * 6000 / wanted
        assert counts.max() < 1.5 * 6000 / wanted


@BOTH
def test_the_seed_alone_decides(task):
    torch.manual_seed(1)
    state = torch.get_rng_state()
    ids, _ = task(5, 8, 3)
    assert torch.equal(torch.get_rng_state(), state)
    torch.manual_seed(2)
    with torch.device("meta"):
        assert torch.equal(task(5, 8, 3)[0], ids)
    assert not torch.equal(task(5, 8, 4)[0], ids)
    assert torch.equal(task(5, 8)[0], task(5, 8, 0)[0])


def test_long_rows_need_no_list_of_all_pairs():
    ids, labels = order_task(1, 100_000, 0)
    assert ids.shape == (4, 100_000)
    assert torch.equal(labels, (position(ids, A) < position(ids, B)).double())


def test_swap_and_mirror_are_their_own_inverses_and_change_nothing_in_place():
    ids, _ = order_task(4, 8, 0)
    before = ids.clone()
    assert torch.equal(swap(swap(ids)), ids)
    assert torch.equal(mirror(mirror(ids)), ids)
    assert torch.equal(ids, before)
    assert swap(torch.tensor([0, 1, 5])).tolist() == [1, 0, 5]


def test_show_writes_ids_as_letters():
    assert show(torch.tensor([[0, 2, 1], [7, 1, 0]])) == ["A c B", "h B A"]
    assert show(torch.zeros(0, 3, dtype=torch.int64)) == []


@pytest.mark.parametrize(("task", "shortest"), [(order_task, 2), (adjacency_task, 5)])
def test_sizes_of_a_task_are_checked(task, shortest):
    assert task(1, shortest, 0)[0].shape == (4, shortest)
    refusal(lambda: task(1, shortest - 1, 0), ValueError, "length", f"at least {shortest}")
    refusal(lambda: task(0, 8, 0), ValueError, "draws", "at least 1")
    refusal(lambda: task(1, 8, -1), ValueError, "seed", "at least 0")
    for value in NOT_AN_INT:
        refusal(lambda value=value: task(value, 8, 0), TypeError, "draws")
        refusal(lambda value=value: task(1, value, 0), TypeError, f"write length={max(4, shortest)}, for example")
        refusal(lambda value=value: task(1, 8, value), TypeError, "seed")


@pytest.mark.parametrize("use", [show, lambda ids: TinyAttention()(ids)], ids=["show", "model"])
def test_ids_are_checked(use):
    for bad in (None, [[0, 1]], "AB", torch.zeros(2, 3), torch.zeros(2, 3, dtype=torch.int32)):
        refusal(lambda bad=bad: use(bad), TypeError, "ids must be")
    for bad in (torch.tensor([0, 1]), torch.tensor([[0, 8]]), torch.tensor([[-1, 0]])):
        refusal(lambda bad=bad: use(bad), ValueError, "ids must")
