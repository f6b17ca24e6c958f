"""Validation for ``numericalize``: a batch of token lists, a vocabulary with an id for each token, a pad token."""

from collections.abc import Sequence

from pe_lesson._check_arguments import short_repr, typed_repr
from pe_lesson._words import type_error, value_error
from pe_lesson.text.vocabulary import Vocab


def token_lists(tokenized: object, vocab: Vocab, pad_token: str) -> list[list[str]]:
    """The sentences as lists; TypeError or ValueError unless each token, and padding if needed, has an id."""
    if isinstance(vocab, type) or not hasattr(vocab, "get_default_index"):
        raise type_error(
            "vocab must be a Vocab, got {vocab}; make one with build_vocab_from_iterator", vocab=typed_repr(vocab)
        )
    if not isinstance(pad_token, str):
        raise type_error(
            "pad_token must be a str, got {pad_token}; write pad_token='<pad>', for example",
            pad_token=typed_repr(pad_token),
        )
    if isinstance(tokenized, str) or not isinstance(tokenized, Sequence):
        raise value_error(
            "tokenized must be a list of token lists, got {tokenized}; for one sentence write [tokenize(sentence)]",
            tokenized=typed_repr(tokenized),
        )
    sentences = [_tokens(sentence) for sentence in tokenized]
    lengths = {len(tokens) for tokens in sentences}
    if len(lengths) > 1 and pad_token not in vocab:
        raise value_error(
            "sentences have {smallest} to {longest} tokens and the vocabulary has no {pad_token} to fill up with; add "
            "it once with vocab.append_token({pad_token})",
            smallest=min(lengths), longest=max(lengths), pad_token=short_repr(pad_token),
        )  # fmt: skip
    unknown = [token for tokens in sentences for token in tokens if token not in vocab]
    if unknown and vocab.get_default_index() is None:
        raise value_error(
            "token {token} is not in the vocabulary of {count} tokens; build the vocabulary with it, or give "
            "unknown tokens an id with vocab.set_default_index(...)",
            token=short_repr(unknown[0]), count=len(vocab),
        )  # fmt: skip
    return sentences


def _tokens(sentence: object) -> list[str]:
    if isinstance(sentence, str) or not isinstance(sentence, Sequence):
        raise value_error(
            "each sentence must be a list of tokens, got {sentence}; call tokenize on it, or write [tokens] if these "
            "are tokens",
            sentence=typed_repr(sentence),
        )
    for token in sentence:  # torchtext's C++ may crash on anything but str
        if not isinstance(token, str):
            raise value_error(
                "each token must be a str, got {token}; give each sentence as one flat list, as tokenize returns it",
                token=typed_repr(token),
            )
    return list(sentence)
