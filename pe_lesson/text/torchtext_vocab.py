"""The class ``Vocab`` of the drop-in for torchtext: what ``torchtext_dropin.py`` builds."""

from collections.abc import Sequence
from itertools import count
from operator import index as as_index

from torch import Tensor, nn

from pe_lesson._arguments import encodes, short, shown


class Vocab(nn.Module):
    """A two-way table between tokens (str) and ids (int), with an optional id for unknown tokens.

    Its ``state_dict`` is empty, as torchtext's is: save the tokens, ``get_itos()``, or the whole object.

    Args:
        tokens: the tokens in the order of their ids, each once.

    Raises:
        RuntimeError: a token stands twice.
        TypeError: a token is not a str.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        super().__init__()
        self._itos: list[str] = []
        self._stoi: dict[str, int] = {}
        self._default: int | None = None
        for token in tokens:
            if _text(token) in self._stoi:
                raise RuntimeError(f"Duplicate token found in tokens list: {token}")
            self.append_token(token)

    def __len__(self) -> int:
        return len(self._itos)

    def __contains__(self, token: str) -> bool:
        return _text(token) in self._stoi

    def __getitem__(self, token: str) -> int:
        """The id of ``token``; of an unknown one the default index, RuntimeError if there is none."""
        found = self._stoi.get(_text(token), self._default)
        if found is None:
            raise RuntimeError(f"Token {token} not found and default index is not set")
        return found

    def forward(self, tokens: list[str]) -> list[int]:
        """The ids of a list of tokens; the same as ``lookup_indices``."""
        return self.lookup_indices(tokens)

    def lookup_indices(self, tokens: list[str]) -> list[int]:
        """The ids of a list of tokens."""
        if not isinstance(tokens, list):
            raise TypeError(f"tokens must be a list of str, got {shown(tokens)}; wrap it: vocab([...])")
        return [self[token] for token in tokens]

    def lookup_token(self, index: int) -> str:
        """The token with this id; RuntimeError if there is none."""
        return self._itos[self._in_range(_number(index), len(self))]

    def lookup_tokens(self, indices: Sequence[int]) -> list[str]:
        """The tokens with these ids; RuntimeError at the first that does not exist."""
        if isinstance(indices, str | bytes | dict | Tensor) or not hasattr(indices, "__getitem__"):
            raise TypeError(f"indices must be a sequence of int, got {shown(indices)}")
        positions = count()
        return [
            self._itos[self._in_range(_number(index), len(self), f" at position {next(positions)}")]
            for index in indices
        ]

    def get_itos(self) -> list[str]:
        """The tokens in the order of their ids (a copy)."""
        return list(self._itos)

    def get_stoi(self) -> dict[str, int]:
        """Each token with its id (a copy)."""
        return dict(self._stoi)

    def append_token(self, token: str) -> None:
        """Give ``token`` the next free id; RuntimeError if it has one already."""
        if token in self:
            raise RuntimeError(f"Token {token} already exists in the Vocab with index: {self._stoi[token]}")
        self._stoi[token] = len(self)
        self._itos.append(token)

    def insert_token(self, token: str, index: int) -> None:
        """Give ``token`` this id and move later ones up by one; RuntimeError if it is there or out of range."""
        known, index = token in self, _number(index)
        position = self._in_range(index, len(self) + 1, size=len(self))
        if known:
            raise RuntimeError(f"Token {token} not found in Vocab")  # torchtext's own wording
        self._itos.insert(position, token)
        self._stoi = {each: new for new, each in enumerate(self._itos)}

    def set_default_index(self, index: int | None) -> None:
        """Give every unknown token this id, unchecked; None takes it back."""
        self._default = None if index is None else _number(index)

    def get_default_index(self) -> int | None:
        """The id of unknown tokens, None if they are refused."""
        return self._default

    @staticmethod
    def _in_range(index: int, stop: int, where: str = "", size: int | None = None) -> int:
        if not 0 <= index < stop:
            size = stop if size is None else size
            raise RuntimeError(f"Specified index {index}{where} is out of bounds for vocab of size {size}")
        return index


def _text(token: object) -> str:
    if not isinstance(token, str):
        raise TypeError(f"a token must be a str, got {shown(token)}")
    if not encodes(token):
        raise TypeError(f"a token must be valid Unicode, got the lone surrogate in {short(token)}")
    return token


def _number(index: object) -> int:
    if isinstance(index, str) or not hasattr(index, "__index__"):
        raise TypeError(f"an index must be an int, got {shown(index)}")
    number = as_index(index)
    if not -(2**63) <= number < 2**63:
        raise TypeError(f"an index must fit into 64 bits, got {shown(index)}")
    return number
