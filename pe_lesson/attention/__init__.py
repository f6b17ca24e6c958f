"""Attention that uses positions: lessons 09 to 12."""

from pe_lesson.attention.attend import attend, causal_mask
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results, accuracy_by_length, as_table
from pe_lesson.attention.tasks import adjacency_task, mirror, order_task, show, swap
from pe_lesson.attention.training import Run, accuracy, train, train_seeds

__all__ = [
    "AttentionLayer",
    "Cache",
    "Results",
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
