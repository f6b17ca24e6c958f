"""Tokens to ids: order, padding, unknown tokens, and what is refused."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import Vocab, build_vocab_from_iterator, numericalize
from tests.support.bad_input import refusal

words = st.sampled_from(["a", "b", "c", "Kor", "나", "😀", ""])


def vocabulary(*, specials=("<unk>", "<pad>"), default=None):
    made = build_vocab_from_iterator([["a", "b"], ["a", "c"]], specials=list(specials))
    if default is not None:
        made.set_default_index(default)
    return made


@pytest.mark.parametrize(
    ("tokenized", "ids"),
    [
        ([["a", "b"], ["c", "a"]], [[2, 3], [4, 2]]),
        ([["a", "b", "c"], ["c"]], [[2, 3, 4], [4, 1, 1]]),
        ([["a"], []], [[2], [1]]),
        ([["a"]], [[2]]),
        ((("a", "b"),), [[2, 3]]),
        ([["zz", "a"]], [[0, 2]]),
        ([["<pad>", "a"]], [[1, 2]]),
    ],
)
def test_each_token_becomes_its_id_and_short_rows_are_filled_up(tokenized, ids):
    result = numericalize(tokenized, vocabulary(default=0))
    assert result.dtype == torch.int64
    assert result.tolist() == ids


@pytest.mark.parametrize(
    ("tokenized", "shape"),
    [([], (0, 0)), ((), (0, 0)), ([[]], (1, 0)), ([[], [], []], (3, 0)), ([["a"] * 200], (1, 200))],
)
def test_empty_batches_and_sentences_are_valid(tokenized, shape):
    result = numericalize(tokenized, vocabulary())
    assert (tuple(result.shape), result.dtype) == (shape, torch.int64)


@given(st.lists(st.lists(words, max_size=6), max_size=5))
def test_ids_lead_back_to_the_tokens(sentences):
    vocab = build_vocab_from_iterator(sentences)
    vocab.append_token("<pad>")
    before = vocab.get_itos()
    longest = max(map(len, sentences), default=0)
    result = numericalize(sentences, vocab)
    assert tuple(result.shape) == (len(sentences), longest)
    for row, sentence in zip(result.tolist(), sentences, strict=True):
        assert vocab.lookup_tokens(row) == sentence + ["<pad>"] * (longest - len(sentence))
    assert vocab.get_itos() == before, "the vocabulary was changed"


def test_any_token_can_fill_up_and_none_is_needed_for_equal_lengths():
    assert numericalize([["a", "b"], ["c"]], vocabulary(specials=["."]), pad_token=".").tolist() == [[1, 2], [3, 0]]
    assert numericalize([["a"], ["b"]], vocabulary(specials=[])).tolist() == [[0], [1]]


class Forged(dict):
    """Not a Vocab, though it has ids."""


@pytest.mark.parametrize(
    ("tokenized", "error", "parts"),
    [
        ("I am", ValueError, ["tokenized", "'I am'", "[tokenize(sentence)]"]),
        (None, ValueError, ["tokenized", "None"]),
        (torch.zeros(2, 2), ValueError, ["tokenized", "Tensor"]),
        (["I am", "a b"], ValueError, ["each sentence", "'I am'", "tokenize"]),
        (["a", "b"], ValueError, ["each sentence", "'a'"]),
        ([["a", 1]], ValueError, ["each token", "1 (int)"]),
        ([["a", None]], ValueError, ["each token", "None"]),
        ([[["a"]]], ValueError, ["each token", "['a'] (list)"]),
        ([["a", "zz"]], ValueError, ["'zz'", "5 tokens", "set_default_index"]),
        ([["a", "z\nz" * 100]], ValueError, ["'z\\nz", "set_default_index"]),
        ([["a", "b"], ["zz"]], ValueError, ["'zz'"]),
    ],
)
def test_what_is_no_batch_of_known_tokens_is_refused(tokenized, error, parts):
    refusal(lambda: numericalize(tokenized, vocabulary()), error, *parts)


@pytest.mark.parametrize("vocab", [None, 5, {"a": 0}, ["a"], Forged(a=0), Vocab], ids=str)
def test_what_is_no_vocabulary_is_refused(vocab):
    refusal(lambda: numericalize([["a"]], vocab), TypeError, "vocab", "build_vocab_from_iterator")


@pytest.mark.parametrize("pad_token", [None, 1, b"<pad>"])
@pytest.mark.parametrize("tokenized", [[["a"]], [["a"], []]], ids=["equal", "ragged"])
def test_a_pad_token_that_is_no_text_is_refused(tokenized, pad_token):
    refusal(lambda: numericalize(tokenized, vocabulary(), pad_token), TypeError, "pad_token", "<pad>")


def test_unequal_lengths_need_a_pad_token():
    call = lambda: numericalize([["a", "b"], ["c"], []], vocabulary(specials=["<unk>"]))  # noqa: E731
    refusal(call, ValueError, "0 to 2 tokens", "'<pad>'", "vocab.append_token('<pad>')")
    refusal(lambda: numericalize([["a"], []], vocabulary(default=0), "[fill]"), ValueError, "'[fill]'")
