"""Attention that needs positions: lessons 09 to 13.

======  =========================================================================================
lesson  files
======  =========================================================================================
09      ``attend`` (the formula, the causal mask), ``layer``, ``model``, ``tasks``, ``training``
10      ``alternatives`` (learned table, RoPE, ALiBi), ``results`` (accuracy by length)
11      ``positions``, ``layer`` (positions of the caller's own, masks), ``cache`` (token by token)
12      ``lookup`` (model and tasks), ``stretch`` (four ways), ``rope_parameters`` (a model's own)
13      ``buckets`` (relative biases), ``grid`` (two dimensions), ``model_map`` (who does what)
======  =========================================================================================
"""

from pe_lesson.attention.alternatives import Alibi, Learned, Rotary
from pe_lesson.attention.attend import attend, causal_mask
from pe_lesson.attention.buckets import BucketBias, OffsetBias
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.grid import AxialRotary
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results, accuracy_by_length, as_table
from pe_lesson.attention.tasks import adjacency_task, mirror, order_task, show, swap
from pe_lesson.attention.training import Run, accuracy, train, train_seeds

__all__ = [
    "Alibi",
    "AttentionLayer",
    "AxialRotary",
    "BucketBias",
    "Cache",
    "Learned",
    "OffsetBias",
    "Results",
    "Rotary",
    "Run",
    "TinyAttention",
    "accuracy",
    "accuracy_by_length",
    "adjacency_task",
    "as_table",
    "attend",
    "causal_mask",
    "mirror",
    "order_task",
    "show",
    "swap",
    "train",
    "train_seeds",
]
