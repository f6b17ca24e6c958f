"""Positional encoding, step by step.

Public functions raise TypeError or ValueError, in one line, for an argument that they cannot use; ``Raises:`` stands
where there is more to say.

``README.md`` beside this file says which file belongs to which lesson.
"""

from pe_lesson import source
from pe_lesson._words import language
from pe_lesson.checks import check_length, check_parameters
from pe_lesson.encoding.diagnose import diagnose
from pe_lesson.encoding.module import PositionalEncoding
from pe_lesson.encoding.rotation import sinusoidal_by_rotation
from pe_lesson.encoding.shift import shift_matrix
from pe_lesson.encoding.table import frequencies, sinusoidal, sinusoidal_loop
from pe_lesson.text.ids import numericalize
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import TORCHTEXT_LOADS, Vocab, build_vocab_from_iterator
from pe_lesson.text.zen import zen

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
