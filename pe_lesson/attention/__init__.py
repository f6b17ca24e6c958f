"""Attention that uses positions: lessons 09 to 12."""

from pe_lesson.attention.attend import attend, causal_mask
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results, as_table, by_length
from pe_lesson.attention.retrieval import TokenEmbedding, by_content, by_offset, show_texts
from pe_lesson.attention.tasks import adjacency_task, mirror, order_task, show, swap
from pe_lesson.attention.training import Run, accuracy, batches, loss_of, train, yes_above_no

__all__ = [
    "AttentionLayer",
    "Cache",
    "Results",
    "Run",
    "TinyAttention",
    "TokenEmbedding",
    "accuracy",
    "adjacency_task",
    "as_table",
    "attend",
    "batches",
    "by_content",
    "by_length",
    "by_offset",
    "causal_mask",
    "loss_of",
    "mirror",
    "order_task",
    "show",
    "show_texts",
    "swap",
    "train",
    "yes_above_no",
]
