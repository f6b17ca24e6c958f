"""Text to tokens, with no model to download."""

import nltk
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_lesson import tokenize
from tests.support.bad_input import refusal


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("I wonder what will come next", ["I", "wonder", "what", "will", "come", "next"]),
        ("Hello, what is a basic split?", ["Hello", "what", "is", "a", "basic", "split"]),
        ("Stop! Go.", ["Stop", "Go"]),
        ("", []),
        (",?!.", []),
        ("I can't", ["I", "ca", "n't"]),
        ("Stay or go. Then rest.", ["Stay", "or", "go.", "Then", "rest"]),
        ("wait ... what", ["wait", "...", "what"]),
        ('say "hi"', ["say", "``", "hi", "''"]),
        ("나는 다음이 궁금하다.", ["나는", "다음이", "궁금하다"]),
        ("東京へ行く。", ["東京へ行く。"]),
        (np.str_("a b"), ["a", "b"]),
    ],
)
def test_tokens_of_one_sentence(text, tokens):
    assert tokenize(text) == tokens


@given(st.text(max_size=60))
def test_any_text_gives_tokens_without_space_and_without_punctuation(text):
    tokens = tokenize(text)
    assert all(isinstance(token, str) and token.strip() for token in tokens)
    assert not {",", "?", "!", "."} & set(tokens)


def test_no_model_is_asked_for(monkeypatch):
    def download(*names, **options):
        raise AssertionError(f"nltk data wanted: {names} {options}")

    for name in ("find", "load"):
        monkeypatch.setattr(nltk.data, name, download)
    assert tokenize("No. No download.") == ["No.", "No", "download"]


@pytest.mark.parametrize("text", [None, 5, b"I am", ["I am"]])
def test_what_is_no_text_is_refused(text):
    refusal(lambda: tokenize(text), TypeError, "text", type(text).__name__, "tokenize(sentence) for sentence")
