"""Positional encoding, step by step.

Public functions raise TypeError or ValueError, in one line, for an argument that they cannot use; ``Raises:`` stands
where there is more to say. A vocabulary raises what torchtext raises, an unknown device what torch does.

``README.md`` beside this file says which file belongs to which lesson.
"""

from pe_lesson import source
from pe_lesson._words import language
from pe_lesson.checks import check_length, check_parameters
from pe_lesson.encoding import (
    PositionalEncoding,
    diagnose,
    frequencies,
    shift_matrix,
    sinusoidal,
    sinusoidal_by_rotation,
    sinusoidal_loop,
)
from pe_lesson.text import TORCHTEXT_LOADS, Vocab, build_vocab_from_iterator, numericalize, tokenize, zen

__all__ = [
    "TORCHTEXT_LOADS",
    "PositionalEncoding",
    "Vocab",
    "build_vocab_from_iterator",
    "check_length",
    "check_parameters",
    "diagnose",
    "frequencies",
    "language",
    "numericalize",
    "shift_matrix",
    "sinusoidal",
    "sinusoidal_by_rotation",
    "sinusoidal_loop",
    "source",
    "tokenize",
    "zen",
]
