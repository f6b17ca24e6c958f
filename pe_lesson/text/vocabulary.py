"""Make a vocabulary of tokens: torchtext's own class wherever torchtext loads, else a drop-in for it."""

import contextlib
from importlib import import_module
from types import ModuleType


def _torchtext() -> ModuleType | None:
    """``torchtext.vocab``, or None where torchtext is missing or does not load."""
    # ImportError: not installed. OSError: its library was compiled for another torch (2.3).
    with contextlib.suppress(ImportError, OSError):
        import_module("torchtext").disable_torchtext_deprecation_warning()
        return import_module("torchtext.vocab")
    return None


TORCHTEXT_LOADS: bool = (_found := _torchtext()) is not None
"""True where ``build_vocab_from_iterator`` and ``Vocab`` are torchtext's own."""

if _found is not None:
    Vocab = _found.Vocab
    build_vocab_from_iterator = _found.build_vocab_from_iterator
else:
    from pe_lesson.text.torchtext_dropin import Vocab, build_vocab_from_iterator

__all__ = ["TORCHTEXT_LOADS", "Vocab", "build_vocab_from_iterator"]
