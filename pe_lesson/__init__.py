"""Positional encoding, step by step: text, tokens, vocabulary, ids, embeddings, encoding, dropout."""

from pe_lesson import source
from pe_lesson._checks import check_length
from pe_lesson.encoding import frequencies, sinusoidal, sinusoidal_by_rotation, sinusoidal_loop
from pe_lesson.ids import numericalize
from pe_lesson.module import PositionalEncoding
from pe_lesson.parameters import check_parameters
from pe_lesson.shift import shift_matrix
from pe_lesson.tokens import tokenize
from pe_lesson.vocabulary import TORCHTEXT_LOADS, Vocab, build_vocab_from_iterator
from pe_lesson.zen import zen

__all__ = [
    "TORCHTEXT_LOADS",
    "PositionalEncoding",
    "Vocab",
    "build_vocab_from_iterator",
    "check_length",
    "check_parameters",
    "frequencies",
    "numericalize",
    "shift_matrix",
    "sinusoidal",
    "sinusoidal_by_rotation",
    "sinusoidal_loop",
    "source",
    "tokenize",
    "zen",
]
