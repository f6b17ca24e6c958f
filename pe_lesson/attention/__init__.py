"""Attention that needs positions, lessons 09 to 13, and the rooms of it.

09  ``attend`` (the formula, the causal mask), ``layer`` and ``model`` (small enough to read), ``tasks``, ``training``
10  ``alternatives`` (learned table, RoPE, ALiBi), ``training``
11  ``layer`` (positions of the caller's own, masks), ``cache`` (token by token)
"""

from pe_lesson.attention.alternatives import Alibi, Learned, Rotary
from pe_lesson.attention.attend import attend, causal_mask
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.model import TinyAttention

__all__ = [
    "Alibi",
    "AttentionLayer",
    "Cache",
    "Learned",
    "Rotary",
    "TinyAttention",
    "attend",
    "causal_mask",
]
