"""Validation for ``numericalize``: a batch of token lists, a vocabulary with an id for each token, a pad token."""

from collections.abc import Sequence

from pe_lesson._arguments import short, shown
from pe_lesson.text.vocabulary import Vocab


def checked_batch(tokenized: object, vocab: Vocab, pad_token: str) -> tuple[list[list[str]], int]:
    """The sentences as lists, and the length of the longest; a one-line TypeError or ValueError if they do not fit."""
    if isinstance(vocab, type) or not hasattr(vocab, "get_default_index"):
        raise TypeError(f"vocab must be a Vocab, got {shown(vocab)}; make one with build_vocab_from_iterator")
    if not isinstance(pad_token, str):
        raise TypeError(f"pad_token must be a str, got {shown(pad_token)}; write pad_token='<pad>', for example")
    if isinstance(tokenized, str) or not isinstance(tokenized, Sequence):
        raise ValueError(
            f"tokenized must be a list of token lists, got {shown(tokenized)}; "
            "for one sentence write [tokenize(sentence)]"
        )
    sentences = [_tokens(sentence) for sentence in tokenized]
    longest = max(map(len, sentences), default=0)
    if any(len(sentence) < longest for sentence in sentences) and pad_token not in vocab:
        raise ValueError(
            f"sentences have {min(map(len, sentences))} to {longest} tokens and the vocabulary has no "
            f"{short(pad_token)} to fill up with; add it once with vocab.append_token({short(pad_token)})"
        )
    for sentence in sentences if vocab.get_default_index() is None else []:
        for token in sentence:
            if token not in vocab:
                raise ValueError(
                    f"token {short(token)} is not in the vocabulary of {len(vocab)} tokens; build the vocabulary "
                    "with it, or give unknown tokens an id with vocab.set_default_index(...)"
                )
    return sentences, longest


def _tokens(sentence: object) -> list[str]:
    if isinstance(sentence, str) or not isinstance(sentence, Sequence):
        raise ValueError(f"each sentence must be a list of tokens, got {shown(sentence)}; call tokenize on it first")
    for token in sentence:  # torchtext's C++ may crash on anything but str
        if not isinstance(token, str):
            raise ValueError(f"each token must be a str, got {shown(token)}; call tokenize on the sentence first")
    return list(sentence)
