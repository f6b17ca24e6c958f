"""A language that says in brackets what it is asked to say, so that a test sees what went through it."""

from collections.abc import Container

import pytest

from pe_lesson import _words


class _Bracketed:
    """A catalog that knows these messages, or all."""

    def __init__(self, known: Container[str] | None) -> None:
        self.known = known

    def get(self, message: str) -> str | None:
        return f"«{message}»" if self.known is None or message in self.known else None


def speak_in_brackets(monkeypatch: pytest.MonkeyPatch, known: Container[str] | None = None) -> None:
    """The package speaks that language; what it does not know stays English."""
    monkeypatch.setattr(_words, "_catalog", lambda code: _Bracketed(known))
    monkeypatch.setattr(_words, "_chosen", "ko")
