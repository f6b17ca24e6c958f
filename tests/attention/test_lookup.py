"""The looked-up digit: texts, answers, the model, and what a training reaches."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.bad_input import NOT_AN_INT, refusal
from pe_lesson.attention.lookup import Lookup, fraction_right, near_task, needle_task, show_pairs, train_lookup
from pe_lesson.positions.rotary import Rotary

pytestmark = pytest.mark.slow


@given(rows=st.integers(1, 20), length=st.integers(4, 40), seed=st.integers(0, 10**6))
def test_there_is_one_needle_before_the_last_pair_and_its_digit_is_the_answer(rows, length, seed):
    pairs, digits = needle_task(rows, length, seed)
    assert pairs.shape == (rows, length)
    for text, digit in zip(show_pairs(pairs), digits.tolist(), strict=True):
        words = text.split()
        (needle,) = [word for word in words if word.startswith("A")]
        assert needle == f"A{digit}"
        assert words[-1] != needle


@given(rows=st.integers(1, 20), length=st.integers(4, 40), seed=st.integers(0, 10**6))
def test_near_asks_for_two_positions_before_the_last_of_the_same_texts(rows, length, seed):
    pairs, digits = near_task(rows, length, seed)
    assert torch.equal(pairs, needle_task(rows, length, seed)[0])
    assert [int(text.split()[-3][1]) for text in show_pairs(pairs)] == digits.tolist()


def test_every_letter_digit_and_place_comes_up():
    pairs, digits = needle_task(500, 8, 0)
    assert pairs.unique().tolist() == list(range(64))
    assert digits.unique().tolist() == list(range(8))
    assert (pairs < 8).nonzero()[:, 1].unique().tolist() == list(range(7))


def test_sizes_are_checked():
    for task in (needle_task, near_task):
        refusal(lambda task=task: task(1, 3), ValueError, "length", "at least 4")
        for bad in NOT_AN_INT:
            refusal(lambda task=task, bad=bad: task(bad, 8), TypeError, "rows")
    refusal(lambda: Lookup(5), TypeError, "turn", "5 (int)")
    refusal(lambda: Lookup(d_model=3), ValueError, "even", 3)
    refusal(lambda: train_lookup(Lookup(), needle_task, lengths=(8, 4)), ValueError, "(8, 4)", "exchange")
    refusal(lambda: train_lookup(Lookup(), needle_task, lengths=(4, 8), steps=0), ValueError, "steps")


def test_only_the_last_position_is_read_and_the_turn_tells_positions():
    torch.manual_seed(0)
    bare, turned = Lookup(), Lookup(Rotary(16, 100))
    pairs, _ = needle_task(5, 9)
    shuffled = pairs[:, [3, 1, 4, 0, 2, 7, 6, 5, 8]]
    assert bare(pairs).shape == (5, 8)
    assert torch.allclose(bare(pairs), bare(shuffled), atol=1e-12)
    assert not torch.allclose(turned(pairs), turned(shuffled))


def test_two_heads_stand_side_by_side_in_what_is_merged():
    torch.manual_seed(0)
    model = Lookup()
    pairs, _ = needle_task(3, 7)
    x = model.letter(pairs // 8) + model.digit(pairs % 8)
    q, k, v = model.project(x).chunk(3, dim=-1)
    heads = []
    for columns in (slice(0, 16), slice(16, 32)):
        scores = q[:, -1:, columns] @ k[..., columns].transpose(1, 2) / 16**0.5
        heads.append((scores.softmax(-1) @ v[..., columns])[:, 0])
    assert torch.allclose(model(pairs), model.answer(x[:, -1] + model.merge(torch.cat(heads, dim=-1))))


def test_another_turn_is_used_for_one_question_only():
    torch.manual_seed(0)
    own, other = Rotary(16, 100), Rotary(16, 10)
    model = Lookup(own)
    pairs, digits = needle_task(512, 20, 10**6)
    expected = fraction_right(model, needle_task, 20)
    model.turn = other
    with_other = (model(pairs).argmax(-1) == digits).double().mean().item()
    model.turn = own
    assert fraction_right(model, needle_task, 20, other) == with_other
    assert model.turn is own
    assert fraction_right(model, needle_task, 20) == expected


@pytest.fixture(scope="module")
def models():
    trained = {}
    for task in (needle_task, near_task):
        torch.manual_seed(3)  # a seed that the lesson does not use
        trained[task] = Lookup(Rotary(16, 100))
        losses = train_lookup(trained[task], task, lengths=(4, 16), seed=3)
        assert len(losses) == 300
        assert losses[-1] < 0.1 < losses[0]
    return trained


def test_what_is_trained_is_learned_and_fails_at_eight_times_the_length(models):
    for task, model in models.items():
        assert fraction_right(model, task, 16) > 0.97
        assert fraction_right(model, task, 128) < 0.7


def test_squeezing_saves_needle_and_loses_near(models):
    squeezed = Rotary(16, frequencies=models[needle_task].turn.frequencies / 4)
    assert fraction_right(models[needle_task], needle_task, 64, squeezed) > 0.95
    assert fraction_right(models[near_task], near_task, 64, squeezed) < 0.3


def test_the_seed_settles_a_training():
    def losses(seed):
        torch.manual_seed(0)
        return train_lookup(Lookup(), near_task, lengths=(4, 8), steps=3, seed=seed)

    assert losses(1) == losses(1) != losses(2)
