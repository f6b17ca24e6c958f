"""What ``numericalize`` takes: a batch of token lists, a vocabulary that has an id for each token, a pad token."""

from collections.abc import Sequence

from pe_lesson._arguments import encodes, short, shown
from pe_lesson.text.vocabulary import Vocab


def checked_batch(tokenized: object, vocab: Vocab, pad_token: str) -> tuple[list[list[str]], int]:
    """The sentences as lists, and the length of the longest; TypeError or ValueError in one line of what is wrong."""
    if isinstance(vocab, type) or not hasattr(vocab, "get_default_index"):
        raise TypeError(f"vocab must be a Vocab, got {shown(vocab)}; make one with build_vocab_from_iterator")
    if not isinstance(pad_token, str) or not encodes(pad_token):
        raise TypeError(
            f"pad_token must be a str of valid Unicode, got {shown(pad_token)}; write pad_token='<pad>', for example"
        )
    sentences = [_tokens(sentence) for sentence in _sentences(tokenized)]
    longest = max(map(len, sentences), default=0)
    if any(len(sentence) < longest for sentence in sentences) and pad_token not in vocab:
        raise ValueError(
            f"sentences have {min(map(len, sentences))} to {longest} tokens and the vocabulary has no "
            f"{short(pad_token)} to fill up with; add it once with vocab.append_token({short(pad_token)})"
        )
    for sentence in sentences:
        for token in sentence:
            if token not in vocab:
                _check_default(token, vocab)
    return sentences, longest


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


def _check_default(token: str, vocab: Vocab) -> None:
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
