"""A drop-in for ``torchtext.vocab`` 0.18: same signatures, order, methods and exception classes.

torchtext's last release loads beside torch 2.3 only. This module gives the same vocabulary on any
torch: a table of tokens whose ids follow frequency, then code point. Where torchtext raises a
RuntimeError, this raises one with the same first line; where torchtext refuses a type, TypeError.
"""

from collections import Counter
from collections.abc import Iterable
from operator import index as as_index

from pe_lesson._arguments import shown
from pe_lesson.text.torchtext_vocab import Vocab

__all__ = ["Vocab", "build_vocab_from_iterator"]


def build_vocab_from_iterator(
    iterator: Iterable,
    min_freq: int = 1,
    specials: list[str] | None = None,
    special_first: bool = True,
    max_tokens: int | None = None,
) -> Vocab:
    """Build a vocabulary from tokenized sentences, as torchtext does.

    Args:
        iterator: one iterable of tokens per sentence; a str counts as its letters.
        min_freq: tokens seen less often are left out.
        specials: tokens added whether seen or not, such as ``["<unk>", "<pad>"]``; a str counts as its letters.
        special_first: specials before (True) or after (False) all others.
        max_tokens: size of the vocabulary at most, specials counted in.

    Returns:
        A ``Vocab``: most frequent token first, ties by code point (capitals before small letters).

    Raises:
        AssertionError: ``max_tokens`` leaves no room beside the specials.
        RuntimeError: a special stands twice.
        TypeError: a token is not a str, a sentence no iterable, a number no number.
    """
    ranked = _ranked(_counted(iterator))
    specials = list(specials or [])
    if max_tokens is not None:
        ranked = ranked[: _room(max_tokens, len(specials))]
    words = [token for token, seen in ranked if token not in specials and _enough(seen, min_freq)]
    return Vocab(specials + words if special_first else words + specials)


def _room(max_tokens: int, specials: int) -> int:
    """How many tokens may stand beside the specials."""
    try:
        if not specials < max_tokens:
            raise AssertionError("len(specials) >= max_tokens, so the vocab will be entirely special tokens.")
        return as_index(max_tokens) - specials
    except TypeError:
        raise TypeError(f"max_tokens must be an int or None, got {shown(max_tokens)}") from None


def _enough(seen: int, min_freq: float) -> bool:
    try:
        return seen >= min_freq
    except TypeError:
        raise TypeError(f"min_freq must be a number, got {shown(min_freq)}; write min_freq=1, for example") from None


def _counted(iterator: Iterable) -> Counter:
    if not _iterates(iterator):
        raise TypeError(f"iterator must give one list of tokens per sentence, got {shown(iterator)}")
    counter: Counter = Counter()
    for tokens in iterator:
        if tokens is not None and not _iterates(tokens):  # torchtext counts nothing for None
            raise TypeError(f"each sentence must be a list of tokens, got {shown(tokens)}; call tokenize on it first")
        counter.update(tokens)
    return counter


def _ranked(counter: Counter) -> list[tuple[str, int]]:
    """Most frequent first, ties by code point."""
    try:
        return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))
    except TypeError:
        odd = next((token for token in counter if not isinstance(token, str)), None)
        raise TypeError(f"each token must be a str, got {shown(odd)}; call tokenize on the sentence first") from None


def _iterates(value: object) -> bool:
    return hasattr(value, "__iter__") or hasattr(value, "__getitem__")
