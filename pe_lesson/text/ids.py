"""Tokens to ids."""

from collections.abc import Sequence

import torch

from pe_lesson._arguments import encodes, short, shown
from pe_lesson.text.vocabulary import Vocab


def numericalize(tokenized: Sequence[Sequence[str]], vocab: Vocab, pad_token: str = "<pad>") -> torch.Tensor:
    """Turn a batch of tokenized sentences into one tensor of ids.

    Sentences shorter than the longest are filled up at the end with the id of ``pad_token``;
    sentences of equal length need no pad token. Nothing is added to ``vocab``.

    Args:
        tokenized: one list of tokens a sentence.
        vocab: a ``Vocab`` that knows every token, or has a default index for those it does not.
        pad_token: the token that fills up.

    Returns:
        int64 ``(batch, seq_length)``: ``(0, 0)`` for no sentences, ``(batch, 0)`` if all are empty.

    Raises:
        TypeError: ``vocab`` is not a vocabulary, ``pad_token`` not a str.
        ValueError: a str where a list of tokens belongs, an unknown token without a default
            index, a default index outside the vocabulary, or lengths that differ without a pad token.
    """
    if isinstance(vocab, type) or not hasattr(vocab, "get_default_index"):
        raise TypeError(f"vocab must be a Vocab, got {shown(vocab)}; make one with build_vocab_from_iterator")
    if not isinstance(pad_token, str) or not encodes(pad_token):
        raise TypeError(
            f"pad_token must be a str of valid Unicode, got {shown(pad_token)}; write pad_token='<pad>', for example"
        )
    sentences = [_tokens(sentence) for sentence in _sentences(tokenized)]
    longest = max(map(len, sentences), default=0)
    if any(len(sentence) < longest for sentence in sentences):
        if pad_token not in vocab:
            raise ValueError(
                f"sentences have {min(map(len, sentences))} to {longest} tokens and the vocabulary has no "
                f"{short(pad_token)} to fill up with; add it once with vocab.append_token({short(pad_token)})"
            )
        sentences = [s + [pad_token] * (longest - len(s)) for s in sentences]
    rows = [[_id(token, vocab) for token in sentence] for sentence in sentences]
    return torch.tensor(rows, dtype=torch.long).reshape(len(sentences), longest)


def _sentences(tokenized: object) -> list:
    if isinstance(tokenized, str) or not isinstance(tokenized, Sequence):
        raise ValueError(
            f"tokenized must be a list of token lists, got {shown(tokenized)}; "
            "for one sentence write [tokenize(sentence)]"
        )
    return list(tokenized)


def _tokens(sentence: object) -> list[str]:
    if isinstance(sentence, str) or not isinstance(sentence, Sequence):
        raise ValueError(f"each sentence must be a list of tokens, got {shown(sentence)}; call tokenize on it first")
    for token in sentence:  # torchtext's C++ may crash on anything but str, so none gets that far
        if not isinstance(token, str):
            raise ValueError(f"each token must be a str, got {shown(token)}; call tokenize on the sentence first")
        if not encodes(token):
            raise ValueError(f"token {short(token)} is not valid Unicode; read the text with errors='replace'")
    return list(sentence)


def _id(token: str, vocab: Vocab) -> int:
    if token in vocab:
        return vocab[token]
    default = vocab.get_default_index()
    if default is None:
        raise ValueError(
            f"token {short(token)} is not in the vocabulary of {len(vocab)} tokens; build the vocabulary with it, "
            "or give unknown tokens an id with vocab.set_default_index(...)"
        )
    if not 0 <= default < len(vocab):
        raise ValueError(
            f"the default index {default} is outside the vocabulary of {len(vocab)} tokens; "
            f"call vocab.set_default_index with 0 to {len(vocab) - 1}"
        )
    return default
