"""A drop-in for ``torchtext.vocab`` 0.18: same signatures, order of ids, everyday methods and error classes.

torchtext's last release loads beside torch 2.3 only; this runs on any torch.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index as as_int

from torch import nn

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import say, type_error

__all__ = ["Vocab", "build_vocab_from_iterator"]


class Vocab(nn.Module):
    """A two-way table between tokens (str) and ids (int), with an optional id for unknown tokens.

    Its ``state_dict`` is empty, as torchtext's is: save the tokens, ``get_itos()``, or the whole object.

    Args:
        tokens: the tokens in the order of their ids, each once.

    Example:
        >>> vocab = build_vocab_from_iterator([["to", "be", "or"], ["not", "to", "be"]], specials=["<unk>"])
        >>> vocab.get_itos()
        ['<unk>', 'be', 'to', 'not', 'or']
        >>> vocab(["to", "be"])
        [2, 1]
        >>> vocab.set_default_index(vocab["<unk>"])
        >>> vocab["question"]
        0
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        super().__init__()
        self._itos: list[str] = []
        self._stoi: dict[str, int] = {}
        self._default: int | None = None
        for token in tokens:
            self.append_token(token)

    def __len__(self) -> int:
        return len(self._itos)

    def __contains__(self, token: str) -> bool:
        return _one_token(token) in self._stoi

    def __getitem__(self, token: str) -> int:
        """The id of ``token``; the default index if it is unknown, RuntimeError if there is none."""
        found = self._stoi.get(_one_token(token), self._default)
        if found is None:
            raise RuntimeError(f"Token {token} not found and default index is not set")  # torchtext's words
        return found

    def forward(self, tokens: list[str]) -> list[int]:
        """The ids of a list of tokens; the same as ``lookup_indices``."""
        return self.lookup_indices(tokens)

    def lookup_indices(self, tokens: list[str]) -> list[int]:
        """The ids of a list of tokens."""
        if not isinstance(tokens, list):
            raise type_error(
                "tokens must be a list of str, got {tokens}; write vocab(tokenize(sentence)), or vocab[token] for one",
                tokens=typed_repr(tokens),
            )
        return [self[token] for token in tokens]

    def lookup_token(self, index: int) -> str:
        """The token with this id; RuntimeError if there is none."""
        return self._itos[self._below(len(self), index)]

    def lookup_tokens(self, indices: Sequence[int]) -> list[str]:
        """The tokens with these ids; RuntimeError if there is none for one of them."""
        return [self.lookup_token(index) for index in indices]

    def get_itos(self) -> list[str]:
        """The tokens in the order of their ids (a copy)."""
        return list(self._itos)

    def get_stoi(self) -> dict[str, int]:
        """Each token with its id (a copy)."""
        return dict(self._stoi)

    def append_token(self, token: str) -> None:
        """Give ``token`` the next free id; RuntimeError if it has one already."""
        self.insert_token(token, len(self))

    def insert_token(self, token: str, index: int) -> None:
        """Give ``token`` this id and move later ones up by one; RuntimeError if it is there or out of range."""
        index = self._below(len(self) + 1, index)
        if token in self:
            raise RuntimeError(
                say("token {token} is in the vocabulary already, with id {id}", token=repr(token), id=self[token])
            )
        self._itos.insert(index, token)
        for new_index, moved in enumerate(self._itos[index:], start=index):
            self._stoi[moved] = new_index

    def set_default_index(self, index: int | None) -> None:
        """Give every unknown token this id, unchecked; None takes it back."""
        self._default = None if index is None else as_int(index)

    def get_default_index(self) -> int | None:
        """The id of unknown tokens, None if they are refused."""
        return self._default

    def _below(self, stop: int, index: int) -> int:
        if not 0 <= as_int(index) < stop:
            raise RuntimeError(
                say("id {id} is out of range for a vocabulary of {count} tokens", id=index, count=len(self))
            )
        return as_int(index)


def build_vocab_from_iterator(
    iterator: Iterable[Iterable[str]],
    min_freq: int = 1,
    specials: list[str] | None = None,
    special_first: bool = True,
    max_tokens: int | None = None,
) -> Vocab:
    """Build a vocabulary from tokenized sentences, as torchtext does.

    Args:
        iterator: one iterable of tokens per sentence; a str counts as its letters.
        min_freq: tokens seen less often are left out.
        specials: tokens added whether seen or not, such as ``["<unk>", "<pad>"]``, each once.
        special_first: specials before (True) or after (False) all others.
        max_tokens: size of the vocabulary at most, specials included; more than the specials.

    Returns:
        A ``Vocab``: most frequent token first, ties by code point (capitals before small letters).

    Example:
        >>> build_vocab_from_iterator([["b", "a", "B"], ["a"]], min_freq=1).get_itos()
        ['a', 'B', 'b']
    """
    seen = Counter(_text(token) for sentence in iterator for token in sentence)
    ranked = sorted(seen, key=lambda token: (-seen[token], token))
    specials = list(specials or [])
    if max_tokens is not None:
        assert len(specials) < max_tokens, say("max_tokens must be more than the number of specials")
        ranked = ranked[: max_tokens - len(specials)]
    words = [token for token in ranked if token not in specials and seen[token] >= min_freq]
    return Vocab(specials + words if special_first else words + specials)


def _text(token: object) -> str:
    if not isinstance(token, str):
        raise type_error(
            "each token must be a str, got {token}; give each sentence as one flat list, as tokenize returns it",
            token=typed_repr(token),
        )
    return token


def _one_token(token: object) -> str:
    if not isinstance(token, str):
        raise type_error(
            "a token must be a str, got {token}; vocab(tokens) looks up a list, vocab.lookup_token(id) an id",
            token=typed_repr(token),
        )
    return token
