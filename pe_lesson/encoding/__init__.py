"""The encoding, lessons 00, 04 to 08 and 14: ``table`` and ``module``, and what tests, shifts and diagnoses them."""

from pe_lesson.encoding.diagnosis import diagnose
from pe_lesson.encoding.module import PositionalEncoding
from pe_lesson.encoding.rotation import sinusoidal_by_rotation
from pe_lesson.encoding.shift import shift_matrix
from pe_lesson.encoding.table import frequencies, sinusoidal, sinusoidal_loop

__all__ = [
    "PositionalEncoding",
    "diagnose",
    "frequencies",
    "shift_matrix",
    "sinusoidal",
    "sinusoidal_by_rotation",
    "sinusoidal_loop",
]
