"""Training: what it reaches, that a seed settles it, what it leaves alone."""

import math

import pytest
import torch

from helpers.bad_input import refusal
from pe_lesson import PositionalEncoding
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import accuracy_by_length
from pe_lesson.attention.tasks import adjacency_task, order_task
from pe_lesson.attention.training import HELD_OUT, accuracy, batches, loss_of, train, train_seeds
from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.rotary import Rotary

pytestmark = pytest.mark.slow


def with_encoding():
    return TinyAttention(add=PositionalEncoding(16, 0.0, 64, dtype=torch.float64))


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


def test_training_is_a_plain_loop_with_torchs_adam():
    run = train(with_encoding, order_task, steps=12, seed=3, learning_rate=0.03)
    torch.manual_seed(3)
    model = with_encoding()
    adam = torch.optim.Adam(model.parameters(), lr=0.03)
    for step, ids, labels in batches(order_task, 8, 12, seed=3):
        loss = torch.nn.functional.binary_cross_entropy_with_logits(model(ids), labels)
        assert loss.item() == pytest.approx(run.losses[step - 1], abs=1e-9)
        adam.zero_grad()
        loss.backward()
        adam.step()


@pytest.mark.parametrize("make", [with_encoding, with_dropout], ids=["plain", "dropout"])
def test_a_longer_training_starts_with_the_shorter_one(make):
    short, long = (train(make, adjacency_task, steps=steps, seed=2, every=5) for steps in (10, 25))
    assert long.losses[:10] == short.losses
    assert long.accuracies[:3] == short.accuracies


def test_each_step_and_each_seed_has_rows_of_its_own_and_none_the_held_out_ones():
    drawn = []

    def noted(draws, length, seed):
        drawn.append(seed)
        return order_task(draws, length, seed)

    for seed in range(3):
        assert [step for step, _, _ in batches(noted, 8, 100, seed)] == list(range(1, 101))
    assert len(set(drawn)) == 300
    assert HELD_OUT not in drawn


def test_150_steps_unless_told():
    run = train(TinyAttention, order_task, length=2)
    assert (len(run.losses), len(run.accuracies), run.every) == (150, 16, 10)


def test_training_checks_its_numbers():
    for name, bad in (("steps", 0), ("seed", -1), ("length", 1), ("every", 0)):
        refusal(lambda name=name, bad=bad: train(TinyAttention, order_task, **{name: bad}), ValueError, name)
        refusal(lambda name=name: train(TinyAttention, order_task, **{name: 1.5}), TypeError, name)
    refusal(lambda: train(TinyAttention, order_task, learning_rate=0), ValueError, "learning_rate")
    refusal(lambda: train_seeds(TinyAttention, order_task, 0), ValueError, "seeds")
    for bad in ("order_task", None, 5):
        refusal(lambda bad=bad: train(TinyAttention, bad), TypeError, "task must be a function")
    for bad in (None, TinyAttention(), "model", lambda: None, lambda: 5):
        refusal(lambda bad=bad: train(bad, order_task), TypeError, "make_model must")


def test_answers_and_labels_must_be_one_number_a_row():
    class Columns(torch.nn.Module):
        def forward(self, ids):
            return torch.zeros(len(ids), 1)

    ids, labels = order_task(2, 8, 0)
    for use in (accuracy, loss_of):
        refusal(lambda use=use: use(Columns(), ids, labels), ValueError, "(8, 1)", "(8,)")
        refusal(lambda use=use: use(TinyAttention(), ids, labels[:1]), ValueError, "(8,)", "(1,)")
        refusal(lambda use=use: use(ids, TinyAttention(), labels), TypeError, "model must be a module")
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


def test_a_model_elsewhere_is_trained_where_it_is():
    model, (ids, labels) = TinyAttention(causal=True).to("meta"), order_task(2, 8, 0)
    loss = loss_of(model, ids, labels)
    loss.backward()
    assert loss.is_meta
    assert model.embedding.weight.grad.is_meta
