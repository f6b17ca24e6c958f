"""Positional encoding, step by step.

Which file belongs to which lesson:

00  encoding/properties, plots/conditions, plots/transformer
01  text/tokens, text/zen
02  text/vocabulary, text/torchtext_dropin, text/torchtext_vocab
03  text/ids, source
04  encoding/table, plots/diagrams
05  encoding/table, plots/diagrams
06  encoding/module, checks
07  encoding/shift, encoding/rotation, plots/similarity, plots/shift, plots/turning
08  encoding/checkpoint, encoding/module, plots/tables
09  attention/attend, attention/layer, attention/model, attention/tasks, attention/training, plots/training, progress
10  positions/learned, positions/rotary, positions/alibi, attention/results, plots/places
11  attention/masks, attention/cache, attention/layer
12  attention/retrieval, positions/rope_scaling, positions/rope_parameters, plots/stretch
13  positions/relative_bias, positions/two_dimensions, positions/model_map, plots/relative, plots/grid

``exercises/lesson_NN`` checks the answers of lesson NN (``exercises/verdict`` says them, ``exercises/patients``
are the faulty modules of lesson 08). A file whose name begins with _ is the armour of its neighbours.
"""

from pe_lesson import source
from pe_lesson.checks import check_length, check_parameters
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
