"""The two retrievals: texts and answers."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson.attention import TinyAttention, TokenEmbedding, by_content, by_offset, show_texts
from tests.support.bad_input import NOT_AN_INT, refusal


@given(rows=st.integers(1, 20), length=st.integers(4, 40), seed=st.integers(0, 10**6))
def test_there_is_one_a_before_the_last_token_and_its_digit_is_the_answer(rows, length, seed):
    ids, digits = by_content(rows, length, seed)
    assert ids.shape == (rows, length)
    for text, digit in zip(show_texts(ids), digits.tolist(), strict=True):
        tokens = text.split()
        assert [token for token in tokens[:-1] if token.startswith("A")] == [f"A{digit}"]
        assert not tokens[-1].startswith("A")


@given(rows=st.integers(1, 20), length=st.integers(4, 40), seed=st.integers(0, 10**6))
def test_by_offset_asks_for_two_positions_before_the_last_of_the_same_texts(rows, length, seed):
    ids, digits = by_offset(rows, length, seed)
    assert torch.equal(ids, by_content(rows, length, seed)[0])
    assert [int(text.split()[-3][1]) for text in show_texts(ids)] == digits.tolist()


def test_every_letter_digit_and_position_comes_up():
    ids, digits = by_content(500, 8, 0)
    assert ids.unique().tolist() == list(range(64))
    assert digits.unique().tolist() == list(range(8))
    assert (ids < 8).nonzero()[:, 1].unique().tolist() == list(range(7))


def test_an_embedding_is_the_sum_of_its_letters_and_its_digits():
    embedding = TokenEmbedding(3)
    vectors = embedding(torch.tensor([[0, 9, 63]]))
    parts = [embedding.letter.weight[i // 8] + embedding.digit.weight[i % 8] for i in (0, 9, 63)]
    assert torch.equal(vectors, torch.stack(parts)[None])
    model = TinyAttention(d_model=4, num_classes=8)
    model.embedding = TokenEmbedding(4)
    refusal(lambda: model(torch.tensor([[64]])), ValueError, "ids must be from 0 to 63", 64)


def test_sizes_are_checked():
    for task in (by_content, by_offset):
        refusal(lambda task=task: task(1, 3), ValueError, "length", "at least 4")
        for bad in NOT_AN_INT:
            refusal(lambda task=task, bad=bad: task(bad, 8), TypeError, "rows")
    refusal(lambda: TokenEmbedding("8"), TypeError, "d_model")
    for bad in (-1, 64):
        refusal(lambda bad=bad: show_texts(torch.tensor([[bad]])), ValueError, "ids must be from 0 to 63")
