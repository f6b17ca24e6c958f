"""Training: that a seed settles it, what it leaves alone."""

import math

import pytest
import torch

from pe_lesson import PositionalEncoding
from pe_lesson.attention.measures import accuracy, loss_fn, pairwise_accuracy
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.retrieval import by_content
from pe_lesson.attention.tasks import order_task
from pe_lesson.attention.training import EVAL_SEED, batches, train
from pe_lesson.positions.rotary import Rotary
from tests.support.attention import SCHEMES, every_scheme, with_encoding
from tests.support.bad_input import refusal

pytestmark = pytest.mark.slow


def with_dropout():
    return TinyAttention(positional=PositionalEncoding(16, 0.5, 64, dtype=torch.float64))


def one(make=with_encoding, task=order_task, seed=0, **how):
    (run,) = train(make, task, seeds=[seed], **how)
    return run


def one_by_one(make, task, seed, steps):
    """The plain loop: what `train` does for all seeds at once."""
    torch.manual_seed(seed)
    model, losses = make(), []
    adam = torch.optim.Adam(model.parameters(), lr=0.01)
    for ids, labels in batches(task, 8, steps, seed):
        loss = loss_fn(model(ids), labels)
        adam.zero_grad()
        loss.backward()
        adam.step()
        losses.append(loss.item())
    return model, losses


@every_scheme
@pytest.mark.parametrize("options", [{}, {"causal": True, "pooling": "last", "layers": 2}], ids=["mean", "last of two"])
def test_all_seeds_at_once_give_what_one_by_one_gives(scheme, options):
    def make():
        return TinyAttention(**SCHEMES[scheme](), **options)

    for run, seed in zip(train(make, order_task, seeds=[2, 7], steps=30), (2, 7), strict=True):
        model, losses = one_by_one(make, order_task, seed, 30)
        assert run.losses == pytest.approx(losses, abs=1e-6)
        for name, weight in model.state_dict().items():
            assert torch.allclose(weight, run.model.state_dict()[name], rtol=0, atol=1e-6)


def test_classes_and_a_length_per_step_that_all_seeds_share():
    lengths = []

    def task(draws, length, seed):
        lengths.append(length)
        return by_content(draws, length, seed)

    def make():
        return TinyAttention(rotary=Rotary(8), pooling="last", num_embeddings=64, num_classes=8)

    runs = train(make, task, seeds=range(3), length=(4, 9), steps=30, draws=8)
    assert lengths[0] == 9  # the held-out rows
    steps = [set(lengths[1 + 3 * step : 4 + 3 * step]) for step in range(30)]
    assert all(len(step) == 1 for step in steps)
    assert set.union(*steps) == {4, 5, 6, 7, 8, 9}
    assert [run.losses[0] for run in runs] == pytest.approx([math.log(8)] * 3, rel=0.3)
    assert len({run.losses[-1] for run in runs}) == 3


def test_a_seed_gives_the_same_run_on_any_number_of_threads_and_leaves_the_surroundings_alone():
    threads, state = torch.get_num_threads(), torch.get_rng_state()
    try:
        torch.set_num_threads(2)
        first = one(steps=20, seed=5)
        assert torch.get_num_threads() == 2
        torch.set_num_threads(1)
        torch.manual_seed(123)
        assert first.losses == pytest.approx(one(steps=20, seed=5).losses, abs=1e-12)
        assert one(steps=20, seed=6).losses != first.losses
    finally:
        torch.set_num_threads(threads)
        torch.set_rng_state(state)
    one(with_dropout, steps=1)
    assert torch.equal(torch.get_rng_state(), state)


def test_measures_are_taken_without_dropout_and_leave_the_model_as_it_was():
    torch.manual_seed(0)
    model, rows = with_dropout().train(), order_task(64, 8, 1)
    model.embedding.eval()  # as someone who freezes a part has it
    for measure in (accuracy, pairwise_accuracy):
        assert measure(model, *rows) == measure(model, *rows)
    assert model.training
    assert model.positional.dropout.training
    assert not model.embedding.training


def test_a_longer_training_starts_with_the_shorter_one():
    short, long = (one(steps=steps, seed=2, eval_every=5) for steps in (10, 25))
    assert long.losses[:10] == short.losses
    assert long.accuracies[:3] == short.accuracies


def test_each_step_and_each_seed_has_rows_of_its_own_and_none_the_held_out_ones():
    drawn = []

    def noted(draws, length, seed):
        drawn.append(seed)
        return order_task(draws, length, seed)

    train(TinyAttention, noted, seeds=range(3), steps=100, draws=1)
    assert drawn.count(EVAL_SEED) == 1
    assert len(drawn) == len(set(drawn)) == 301


def test_looks_are_taken_before_the_first_step_as_often_as_asked_and_after_the_last():
    run = one(steps=7, eval_every=3)
    assert (len(run.losses), len(run.accuracies), run.eval_every) == (7, 4, 3)
    assert run.accuracies[-1] == accuracy(run.model, *order_task(64, 8, EVAL_SEED))
    run = one()
    assert (len(run.losses), len(run.accuracies), run.eval_every) == (150, 2, 150)
    run = one(steps=0)
    assert (len(run.losses), len(run.accuracies)) == (0, 1)
    torch.manual_seed(0)
    assert torch.equal(run.model.embedding.weight, with_encoding().embedding.weight)


def test_training_checks_its_numbers():
    for name, bad in (("steps", -1), ("length", 1), ("eval_every", 0)):
        refusal(lambda name=name, bad=bad: train(TinyAttention, order_task, **{name: bad}), ValueError, name)
        refusal(lambda name=name: train(TinyAttention, order_task, **{name: 1.5}), TypeError, name)
    refusal(lambda: train(TinyAttention, order_task, draws=2.0), TypeError, "draws", "got 2.0")
    refusal(lambda: train(TinyAttention, order_task, seeds=[-1]), ValueError, "seed")
    refusal(lambda: train(TinyAttention, order_task, seeds=3), TypeError, "seeds must be a list", "range(3)")
    refusal(lambda: next(batches(order_task, 8, 1, None)), TypeError, "seed")
    refusal(lambda: next(batches(order_task, 8, -1, 0)), ValueError, "steps")
    refusal(lambda: train(TinyAttention, order_task, length=(8, 4)), ValueError, "at least 8")
    refusal(lambda: train(TinyAttention, order_task, length=(4,)), ValueError, "length must be", "(4,)")
    refusal(lambda: train(TinyAttention, 3), TypeError, "task must be a function", "3 (int)")
    refusal(lambda: train(TinyAttention, order_task, learning_rate=0), ValueError, "learning_rate")
    for bad in (None, TinyAttention(), "model", lambda: None, lambda: 5):
        refusal(lambda bad=bad: train(bad, order_task), TypeError, "make_model must")


def test_a_model_elsewhere_is_trained_where_it_is():
    model, (ids, labels) = TinyAttention(causal=True).to("meta"), order_task(2, 8, 0)
    loss = loss_fn(model(ids), labels)
    loss.backward()
    assert loss.is_meta
    assert model.embedding.weight.grad.is_meta
