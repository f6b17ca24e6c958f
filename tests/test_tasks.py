"""The two tasks, the tiny model and its training: what lessons 09 and 10 say of them, on more seeds and lengths."""

import math
import subprocess
import sys

import pytest
import torch
from bad_input import refusal
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from torch.nn import functional

from pe_lesson import PositionalEncoding, plots
from pe_lesson._adam import Adam
from pe_lesson.alternatives import Alibi, Learned, Rotary
from pe_lesson.attention import TinyAttention, attend, causal_mask
from pe_lesson.tasks import A, B, adjacency_task, mirror, order_task, show, swap
from pe_lesson.training import (
    accuracy,
    accuracy_by_length,
    as_table,
    loss_of,
    train,
    train_seeds,
)

DRAWS, LENGTHS, SEEDS = st.integers(1, 8), st.integers(5, 20), st.integers(0, 2**31)
BOTH = pytest.mark.parametrize("task", [order_task, adjacency_task])
NOT_AN_INT = [None, "4", 4.0, True, [4]]


def with_encoding():
    return TinyAttention(add=PositionalEncoding(16, 0.0, 64, dtype=torch.float64))


def place(ids, letter):
    return (ids == letter).double().argmax(dim=1)


# the tasks


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
    assert torch.equal(labels, (place(ids, A) < place(ids, B)).double())
    for four in ids.view(draws, 4, length):
        rows = sorted(four.tolist())
        assert sorted(swap(four).tolist()) == rows
        assert sorted(mirror(four).tolist()) == rows


@given(draws=DRAWS, length=LENGTHS, seed=SEEDS)
def test_adjacency_is_labelled_right_and_closed_under_swap(draws, length, seed):
    ids, labels = adjacency_task(draws, length, seed)
    gaps = (place(ids, A) - place(ids, B)).abs()
    assert torch.equal(labels, (gaps == 1).double())
    assert (gaps[labels == 0] >= 4).all()
    for four in ids.view(draws, 4, length):
        assert sorted(swap(four).tolist()) == sorted(four.tolist())


@BOTH
def test_every_pair_of_places_comes_up_about_equally_often(task):
    ids, labels = task(3000, 8, 0)
    pairs = torch.stack([place(ids, A), place(ids, B)], dim=1)
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
    assert torch.equal(task(5, 8, 3)[0], ids)
    assert not torch.equal(task(5, 8, 4)[0], ids)


def test_swap_and_mirror_are_their_own_inverses_and_change_nothing_in_place():
    ids, _ = order_task(4, 8, 0)
    before = ids.clone()
    assert torch.equal(swap(swap(ids)), ids)
    assert torch.equal(mirror(mirror(ids)), ids)
    assert torch.equal(ids, before)
    assert swap(torch.tensor([0, 1, 5])).tolist() == [1, 0, 5]


@pytest.mark.parametrize("use", [swap, mirror])
def test_swap_and_mirror_take_ids_only(use):
    for bad in (None, [[0, 1]], torch.zeros(2, 3), torch.eye(3).long().to_sparse()):
        refusal(lambda bad=bad: use(bad), TypeError, "ids must be")
    for bad in (torch.tensor([[-1, 0]]), torch.tensor([8]), torch.tensor(0)):
        refusal(lambda bad=bad: use(bad), ValueError, "ids must")


def test_show():
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
        refusal(lambda value=value: task(1, value, 0), TypeError, "length")
        refusal(lambda value=value: task(1, 8, value), TypeError, "seed")


@pytest.mark.parametrize("use", [show, lambda ids: TinyAttention()(ids)], ids=["show", "model"])
def test_ids_are_checked(use):
    for bad in (None, [[0, 1]], "AB", torch.zeros(2, 3), torch.zeros(2, 3, dtype=torch.int32)):
        refusal(lambda bad=bad: use(bad), TypeError, "ids must be")
    for bad in (torch.tensor([0, 1]), torch.tensor([[0, 8]]), torch.tensor([[-1, 0]])):
        refusal(lambda bad=bad: use(bad), ValueError, "ids must")


# the model


def test_attend_is_torchs_own_attention():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 5, 2, 7, 8, dtype=torch.float64)
    mask = causal_mask(7)
    assert torch.allclose(attend(q, k, v), functional.scaled_dot_product_attention(q, k, v))
    causal = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert torch.allclose(attend(q, k, v, mask), causal)


def test_attend_in_float32_takes_a_float64_bias():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 2, 5, 4)
    expected = functional.scaled_dot_product_attention(q, k, v, attn_mask=Alibi(2)(5).float())
    result = attend(q, k, v, Alibi(2)(5))
    assert result.dtype == torch.float32
    assert torch.allclose(result, expected, atol=1e-6)


def test_attend_refuses_what_does_not_belong_together():
    q = torch.zeros(2, 5, 4)
    for bad in (None, [[1.0]], q.long(), q.bool(), q.cfloat()):
        for name in ("q", "k", "v"):
            given = {"q": q, "k": q, "v": q, name: bad}
            refusal(lambda given=given: attend(**given), TypeError, f"{name} must be a floating tensor")
    for bad in (5, torch.zeros(5, 5, dtype=torch.bool)):
        refusal(lambda bad=bad: attend(q, q, q, bad), TypeError, "bias must be a floating tensor")
    for bad in (q[:, :4], q[..., :3], q.double(), q[0]):
        refusal(lambda bad=bad: attend(q, bad, q), ValueError, "one shape", "one dtype")
    refusal(lambda: attend(torch.zeros(4), torch.zeros(4), torch.zeros(4)), ValueError, "(4,)")
    for bad in (torch.zeros(4, 4), torch.zeros(3, 5, 5), torch.zeros(7, 2, 5, 5)):
        refusal(lambda bad=bad: attend(q, q, q, bad), ValueError, "(2, 5, 5)", tuple(bad.shape))


def test_causal_mask_checks_its_arguments():
    for bad in NOT_AN_INT:
        refusal(lambda bad=bad: causal_mask(bad), TypeError, "length")
    refusal(lambda: causal_mask(-1), ValueError, "length", -1)
    for bad in (torch.int64, torch.bool, torch.cfloat):
        refusal(lambda bad=bad: causal_mask(3, bad), TypeError, "dtype")


def test_model_is_torchs_own_layer_with_the_same_weights():
    torch.manual_seed(0)
    model = TinyAttention()
    theirs = torch.nn.MultiheadAttention(16, 2, bias=False, batch_first=True, dtype=torch.float64)
    theirs.load_state_dict({"in_proj_weight": model.project.weight, "out_proj.weight": model.merge.weight})
    ids, _ = order_task(4, 8, 0)
    x = model.embedding(ids)
    expected = model.answer((x + theirs(x, x, x, need_weights=False)[0]).mean(dim=1)).squeeze(-1)
    assert torch.allclose(model(ids), expected)


def test_the_three_places_and_the_mask_are_all_used():
    torch.manual_seed(0)
    add, turn, bias = Learned(8, 16, dtype=torch.float64), Rotary(8), Alibi(2)
    model = TinyAttention(add=add, turn=turn, bias=bias, causal=True)
    ids, _ = order_task(4, 8, 0)
    x = add(model.embedding(ids))
    q, k, v = (part.unflatten(-1, (2, 8)).transpose(1, 2) for part in model.project(x).chunk(3, dim=-1))
    mixed = functional.scaled_dot_product_attention(turn(q), turn(k), v, attn_mask=bias(8) + causal_mask(8))
    expected = model.answer((x + model.merge(mixed.transpose(1, 2).flatten(2))).mean(dim=1)).squeeze(-1)
    assert torch.allclose(model(ids), expected)


@given(seed=st.integers(0, 1000), order=st.permutations(range(8)))
def test_without_positions_and_mask_any_order_gives_the_same_answer(seed, order):
    torch.manual_seed(seed)
    model = TinyAttention()
    ids, _ = order_task(2, 8, seed)
    assert torch.allclose(model(ids), model(ids[:, order]), rtol=0, atol=1e-12)


@pytest.mark.parametrize("length", [2, 5, 8, 16, 33])
@pytest.mark.parametrize("seed", range(5))
def test_without_positions_accuracy_is_half_and_loss_log_2_or_more(length, seed):
    torch.manual_seed(seed)
    model = TinyAttention()
    for task in (order_task, adjacency_task) if length >= 5 else (order_task,):
        rows = task(32, length, seed)
        assert accuracy(model, *rows) == 0.5
        assert loss_of(model, *rows).item() >= math.log(2) - 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_symmetric_bias_alone_gives_half_on_order_at_every_length(seed):
    torch.manual_seed(seed)
    model = TinyAttention(bias=Alibi(2))
    for length in (2, 8, 31):
        ids, labels = order_task(32, length, seed)
        assert torch.allclose(model(ids), model(mirror(ids)), rtol=0, atol=1e-12)
        assert accuracy(model, ids, labels) == 0.5


@pytest.mark.parametrize(
    "options",
    [{"causal": True}, {"turn": Rotary(8)}, {"causal": True, "bias": Alibi(2)}],
    ids=["mask", "rotary", "both"],
)
def test_mask_and_rotation_break_the_symmetry(options):
    torch.manual_seed(0)
    model = TinyAttention(**options)
    ids, _ = order_task(8, 8, 0)
    assert not torch.allclose(model(ids), model(swap(ids)))
    assert not torch.allclose(model(ids), model(mirror(ids)))


def test_a_causal_model_mixes_nothing_later_into_a_place():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, 1, 6, 4, dtype=torch.float64)
    later = v.clone()
    later[..., 4:, :] += 1
    before, after = attend(q, k, v, causal_mask(6)), attend(q, k, later, causal_mask(6))
    assert torch.equal(before[..., :4, :], after[..., :4, :])
    assert not torch.allclose(before[..., 4:, :], after[..., 4:, :])


def test_model_checks_its_sizes():
    refusal(lambda: TinyAttention(d_model=15), ValueError, "heads must divide d_model", 15)
    refusal(lambda: TinyAttention(heads=0), ValueError, "heads")
    refusal(lambda: TinyAttention(d_model=4.0), TypeError, "d_model")
    refusal(lambda: TinyAttention(dtype=torch.int64), TypeError, "dtype")
    for name in ("add", "turn", "bias"):
        refusal(lambda name=name: TinyAttention(**{name: 5}), TypeError, name, "5 (int)")
    refusal(lambda: TinyAttention()(torch.zeros(4, 0, dtype=torch.int64)), ValueError, "(4, 0)", "a letter")
    ids, _ = order_task(1, 8, 0)
    refusal(lambda: TinyAttention(bias=Alibi(3))(ids), ValueError, "3 heads", "2")
    refusal(lambda: TinyAttention(add=Learned(4, 16))(ids), ValueError, "max_length >= 8")
    refusal(lambda: TinyAttention(turn=Rotary(4))(ids), ValueError, "d_head")
    refusal(lambda: TinyAttention(add=PositionalEncoding(8))(ids), ValueError, "(..., seq_length, 8)")


def test_model_in_float32_stays_in_float32():
    ids, _ = order_task(1, 8, 0)
    model = TinyAttention(turn=Rotary(8), bias=Alibi(2), causal=True, dtype=torch.float32)
    assert model(ids).dtype == torch.float32


# training


@pytest.fixture(scope="module")
def runs():
    return {"without": train_seeds(TinyAttention, order_task, 3), "with": train_seeds(with_encoding, order_task, 3)}


def test_without_encoding_training_stays_at_half(runs):
    assert len(runs["without"]) == 3
    for run in runs["without"]:
        assert len(run.losses) == 150
        assert len(run.accuracies) == 16
        assert all(abs(right - 0.5) < 0.01 for right in run.accuracies)
        assert min(run.losses) > math.log(2) - 1e-9


def test_with_encoding_training_reaches_the_top(runs):
    for run in runs["with"]:
        assert run.accuracies[0] < 0.7
        assert min(run.accuracies[-3:]) >= 0.99
        assert max(run.losses[-10:]) < 0.1


def test_a_trained_model_without_its_table_is_at_half(runs):
    bare = TinyAttention()
    bare.load_state_dict(runs["with"][0].model.state_dict(), strict=False)
    assert accuracy(bare, *order_task(64, 8, 1)) == 0.5


def test_the_mask_alone_tells_order():
    run = train(lambda: TinyAttention(causal=True), order_task)
    assert run.accuracies[-1] >= 0.99


def test_symmetric_bias_sees_distance_and_not_direction():
    order, adjacency = (
        train(lambda: TinyAttention(bias=Alibi(2)), task, steps=200) for task in (order_task, adjacency_task)
    )
    assert all(right == 0.5 for right in order.accuracies)
    assert adjacency.accuracies[-1] > 0.6


@pytest.mark.parametrize(
    "make", [lambda: TinyAttention(turn=Rotary(8)), lambda: TinyAttention(add=Learned(8, 16, dtype=torch.float64))]
)
def test_the_other_schemes_learn_order(make):
    assert train(make, order_task, steps=200).accuracies[-1] > 0.95


def test_a_seed_gives_the_same_run_on_any_number_of_threads_and_leaves_the_surroundings_alone():
    threads, state = torch.get_num_threads(), torch.get_rng_state()
    try:
        torch.set_num_threads(2)
        first = train(with_encoding, order_task, steps=20, seed=5)
        assert torch.get_num_threads() == 2
        torch.set_num_threads(1)
        torch.manual_seed(123)
        second = train(with_encoding, order_task, steps=20, seed=5)
        assert first.losses == pytest.approx(second.losses, abs=1e-12)
        assert train(with_encoding, order_task, steps=20, seed=6).losses != first.losses
    finally:
        torch.set_num_threads(threads)
        torch.set_rng_state(state)
    train(with_encoding, order_task, steps=1)
    assert torch.equal(torch.get_rng_state(), state)


def with_dropout():
    return TinyAttention(add=PositionalEncoding(16, 0.5, 64, dtype=torch.float64))


def test_the_seed_settles_dropout_too_and_leaves_the_surroundings_alone():
    losses = []
    for surroundings in (1, 2):
        torch.manual_seed(surroundings)
        state = torch.get_rng_state()
        losses.append(train(with_dropout, order_task, steps=5).losses)
        assert torch.equal(torch.get_rng_state(), state)
    assert losses[0] == losses[1]


def test_accuracy_is_taken_without_dropout_and_leaves_the_model_as_it_was():
    torch.manual_seed(0)
    model, rows = with_dropout().train(), order_task(64, 8, 1)
    model.embedding.eval()  # as someone who freezes a part has it
    once, again = accuracy(model, *rows), accuracy_by_length(model, order_task, [8, 12])
    assert again == accuracy_by_length(model, order_task, [8, 12])
    assert model.training
    assert model.add.dropout.training
    assert not model.embedding.training
    assert accuracy(model.eval(), *rows) == once
    assert not model.training


def test_threads_are_restored_after_an_error():
    class Broken(TinyAttention):
        def forward(self, ids):
            if self.training and torch.is_grad_enabled():
                raise KeyError("on purpose")
            return super().forward(ids)

    threads = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        with pytest.raises(KeyError):
            train(Broken, order_task, steps=1)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(threads)


def test_steps_are_those_of_torch_optim_adam():
    ours, theirs = TinyAttention(), TinyAttention()
    theirs.load_state_dict(ours.state_dict())
    unused = torch.nn.Parameter(torch.ones(2))  # without a gradient: stays
    optimizer = torch.optim.Adam([*theirs.parameters(), unused], lr=0.03)
    adam = Adam([*ours.parameters(), unused], 0.03)
    for seed in range(30):
        ids, labels = adjacency_task(4, 8, seed)
        loss_of(ours, ids, labels).backward()
        adam.step()
        optimizer.zero_grad()
        loss_of(theirs, ids, labels).backward()
        optimizer.step()
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert one.grad is None
        torch.testing.assert_close(one, other, rtol=0, atol=1e-12)
    assert unused.tolist() == [1, 1]


def test_training_loads_no_compiler():
    code = """
import sys
from pe_lesson.attention import TinyAttention
from pe_lesson.tasks import order_task
from pe_lesson.training import train
train(TinyAttention, order_task, steps=2)
print("torch._dynamo" in sys.modules)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"


def test_training_checks_its_numbers():
    for name, bad in (("steps", 0), ("seed", -1), ("length", 1), ("every", 0)):
        refusal(lambda name=name, bad=bad: train(TinyAttention, order_task, **{name: bad}), ValueError, name)
        refusal(lambda name=name: train(TinyAttention, order_task, **{name: 1.5}), TypeError, name)
    refusal(lambda: train(TinyAttention, order_task, learning_rate=0), ValueError, "learning_rate")
    refusal(lambda: train_seeds(TinyAttention, order_task, 0), ValueError, "seeds")
    refusal(lambda: train(TinyAttention, order_task, seed=10_000), ValueError, "seed must be below 10000")
    assert train(TinyAttention, order_task, steps=1, seed=9_999).losses
    for bad in (None, TinyAttention(), "model", lambda: None, lambda: 5):
        refusal(lambda bad=bad: train(bad, order_task), TypeError, "make_model must")
    refusal(lambda: accuracy_by_length(TinyAttention(), order_task, ["8"]), TypeError, "length")
    refusal(lambda: accuracy_by_length(TinyAttention(), order_task, [8.5]), TypeError, "length")


def test_answers_and_labels_must_be_one_number_a_row():
    class Columns(torch.nn.Module):
        def forward(self, ids):
            return torch.zeros(len(ids), 1)

    ids, labels = order_task(2, 8, 0)
    for use in (accuracy, loss_of):
        refusal(lambda use=use: use(Columns(), ids, labels), ValueError, "(8, 1)", "(8,)")
        refusal(lambda use=use: use(TinyAttention(), ids, labels[:1]), ValueError, "(8,)", "(1,)")
    refusal(lambda: accuracy(TinyAttention(), ids[:0], labels[:0]), ValueError, "no rows")
    torch.manual_seed(0)
    model = TinyAttention()
    assert loss_of(model, ids, labels.long()).item() == loss_of(model, ids, labels).item()


def test_weights_and_rows_both_come_from_the_seed():
    def same_weights():
        torch.manual_seed(0)
        return TinyAttention()

    one, other = (train(same_weights, order_task, steps=1, seed=seed) for seed in (0, 1))
    assert one.accuracies[0] == other.accuracies[0] == 0.5
    assert one.losses != other.losses


def test_accuracy_counts_answers_above_0_as_yes():
    class Fixed(torch.nn.Module):
        def forward(self, ids):
            return torch.tensor([3.0, 0.2, -0.2, -3.0])[: len(ids)]

    ids, labels = order_task(1, 8, 0)
    assert labels.tolist() == [1, 0, 0, 1]
    assert accuracy(Fixed(), ids, labels) == 0.5
    assert accuracy(Fixed(), ids, torch.tensor([1.0, 1, 0, 0])) == 1
    assert accuracy(Fixed(), ids, torch.tensor([0.0, 1, 0, 0])) == 0.75


def test_accuracies_are_taken_as_often_as_asked():
    run = train(TinyAttention, order_task, steps=7, every=3)
    assert (len(run.losses), len(run.accuracies), run.every) == (7, 3, 3)


def test_accuracy_by_length_has_no_row_beyond_a_learned_table():
    torch.manual_seed(0)
    learned = TinyAttention(add=Learned(8, 16, dtype=torch.float64))
    found = accuracy_by_length(learned, order_task, [4, 8, 9, 32])
    assert [at for at, right in found.items() if right is None] == [9, 32]
    assert accuracy_by_length(TinyAttention(), order_task, [4, 32]) == {4: 0.5, 32: 0.5}


def test_table():
    results = {"none": [{8: 0.5, 16: 0.5}] * 2, "learned": [{8: 0.901, 16: None}, {8: 1.0, 16: None}]}
    assert as_table(results).splitlines() == [
        "              8             16",
        "none          0.50          0.50",
        "learned       0.90 to 1.00  no row",
    ]


def test_tables_of_different_lengths_are_refused():
    for bad in ({}, {"none": []}, {"none": [{8: 0.5}], "learned": [{16: 0.5}]}, {"none": [{8: 0.5}, {}]}):
        refusal(lambda bad=bad: as_table(bad), ValueError, "every scheme must have")
    panels = {"order": {"none": [{8: 0.5}]}, "distance": {"none": [{16: 0.5}]}}
    for bad in ({}, panels):
        refusal(lambda bad=bad: plots.accuracy_by_length(bad, trained=8), ValueError, "every scheme must have")


# the figures


def test_learning_curves_have_one_line_a_run(runs):
    figure = plots.learning_curves(runs)
    assert isinstance(figure, Figure)
    left, right = figure.axes
    assert len(right.lines) == 6
    assert right.lines[0].get_xdata()[-1] == 150
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["without", "with"]
    assert len(plots.learning_curves({"short": [train(TinyAttention, order_task, steps=1)]}).axes) == 2


def test_answers_by_place():
    figure = plots.answers_by_place({"one": torch.rand(4, 4), "two": torch.rand(4, 4)})
    assert [axes.get_title() for axes in figure.axes[:2]] == ["one", "two"]
    assert figure.axes[0].get_ylabel() == "position of A"


def test_accuracy_by_length_draws_only_what_there_is():
    results = {"none": [{8: 0.5, 16: 0.5}, {8: 0.6, 16: 0.5}], "learned": [{8: 1.0, 16: None}] * 2}
    figure = plots.accuracy_by_length({"order": results, "distance": results, "both": results}, trained=8)
    none, learned = [line for line in figure.axes[0].lines if line.get_label() in results]
    assert none.get_ydata() == pytest.approx([0.55, 0.5])
    assert len(learned.get_xdata()) == 1
    assert [tick.get_text() for tick in figure.axes[2].get_xticklabels()] == ["8\n(trained)", "16"]


def test_three_places():
    words = {text.get_text() for text in plots.three_places().axes[0].texts}
    assert {"add", "turn", "bias"} <= words
