"""Turn tokens into ids."""

from collections.abc import Sequence

import torch

from pe_lesson.text._check_tokens import token_lists
from pe_lesson.text.vocabulary import Vocab


def numericalize(tokenized: Sequence[Sequence[str]], vocab: Vocab, pad_token: str = "<pad>") -> torch.Tensor:
    """Turn a batch of tokenized sentences into one tensor of ids.

    Sentences shorter than the longest are filled up at the end with the id of ``pad_token``;
    sentences of equal length need no pad token. ``vocab`` does not change.

    Args:
        tokenized: one list of tokens per sentence.
        vocab: a ``Vocab`` that has every token, or a default index for those it does not have.
        pad_token: the token that fills up.

    Returns:
        int64 ``(batch, seq_length)``: ``(0, 0)`` for no sentences, ``(batch, 0)`` if all are empty.

    Raises:
        TypeError: ``vocab`` is not a ``Vocab``, or ``pad_token`` not a str.
        ValueError: a str where a list of tokens belongs, an unknown token without a default index, or
            lengths that differ without a pad token.

    Example:
        >>> from pe_lesson import build_vocab_from_iterator
        >>> sentences = [["I", "am"], ["I"]]
        >>> vocab = build_vocab_from_iterator(sentences, specials=["<pad>"])
        >>> numericalize(sentences, vocab)
        tensor([[1, 2],
                [1, 0]])
    """
    sentences = token_lists(tokenized, vocab, pad_token)
    longest = max(map(len, sentences), default=0)
    padded = [tokens + [pad_token] * (longest - len(tokens)) for tokens in sentences]
    ids = [[vocab[token] for token in tokens] for tokens in padded]
    return torch.tensor(ids, dtype=torch.long).reshape(len(sentences), longest)
