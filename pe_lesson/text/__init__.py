"""Text to ids, lessons 01 to 03 and 14: tokens, a vocabulary or torchtext's, ids, and two texts to try them on."""

from pe_lesson.text.ids import numericalize
from pe_lesson.text.tokens import tokenize
from pe_lesson.text.vocabulary import TORCHTEXT_LOADS, Vocab, build_vocab_from_iterator
from pe_lesson.text.zen_of_python import zen

__all__ = ["TORCHTEXT_LOADS", "Vocab", "build_vocab_from_iterator", "numericalize", "tokenize", "zen"]
