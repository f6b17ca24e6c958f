"""Attention that uses positions: lessons 09 to 12, and 14."""

from pe_lesson.attention.cache import Cache
from pe_lesson.attention.dot_product import attend, attention_weights, causal_mask
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.measures import accuracy, loss_fn, pairwise_accuracy
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.results import Results, as_table, evaluate
from pe_lesson.attention.retrieval import TokenEmbedding, by_content, by_offset, show_texts
from pe_lesson.attention.tasks import adjacency_task, order_task
from pe_lesson.attention.training import Run, batches, train

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
    "attention_weights",
    "batches",
    "by_content",
    "by_offset",
    "causal_mask",
    "evaluate",
    "loss_fn",
    "order_task",
    "pairwise_accuracy",
    "show_texts",
    "train",
]
