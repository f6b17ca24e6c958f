"""Every figure of the lessons, as a function that returns a Matplotlib figure."""

from pe_lesson.plots.architecture import transformer
from pe_lesson.plots.attention import attention_arrows, moved_weights
from pe_lesson.plots.cache import kv_cache
from pe_lesson.plots.diagrams import denominators, formula, hadamard, pipeline
from pe_lesson.plots.errors import token_errors
from pe_lesson.plots.grid import grid_similarity
from pe_lesson.plots.heads import heads_split
from pe_lesson.plots.lookup import one_hot_rows, padded_rows, rows_of_a_table
from pe_lesson.plots.masks import who_sees_whom
from pe_lesson.plots.padding import padding_in_scores
from pe_lesson.plots.places import alibi_lines, rope_turn, three_places
from pe_lesson.plots.products import cosines_by_pair, four_products
from pe_lesson.plots.relative import bucket_strips, resized_rows
from pe_lesson.plots.schemes import bits_and_waves, index_growth, normalised_lengths, step_lengths
from pe_lesson.plots.similarity import effect_of_n, similarity_matrix, similarity_to, wavelengths
from pe_lesson.plots.stretch import pair_turns
from pe_lesson.plots.tables import heat_map, sines_and_cosines, two_tables
from pe_lesson.plots.training import answers_by_position, known_by_length, learning_curves
from pe_lesson.plots.turning import dials, hand_to_row, sine_alone
from pe_lesson.plots.walkthrough import who_looks_at_whom, whole_way

__all__ = [
    "alibi_lines",
    "answers_by_position",
    "attention_arrows",
    "bits_and_waves",
    "bucket_strips",
    "cosines_by_pair",
    "denominators",
    "dials",
    "effect_of_n",
    "formula",
    "four_products",
    "grid_similarity",
    "hadamard",
    "hand_to_row",
    "heads_split",
    "heat_map",
    "index_growth",
    "known_by_length",
    "kv_cache",
    "learning_curves",
    "moved_weights",
    "normalised_lengths",
    "one_hot_rows",
    "padded_rows",
    "padding_in_scores",
    "pair_turns",
    "pipeline",
    "resized_rows",
    "rope_turn",
    "rows_of_a_table",
    "similarity_matrix",
    "similarity_to",
    "sine_alone",
    "sines_and_cosines",
    "step_lengths",
    "three_places",
    "token_errors",
    "transformer",
    "two_tables",
    "wavelengths",
    "who_looks_at_whom",
    "who_sees_whom",
    "whole_way",
]
