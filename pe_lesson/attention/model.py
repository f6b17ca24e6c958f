"""A model small enough to read: layers of attention, one vector per row, and an answer."""

import copy
from typing import cast

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import floating_type, typed_repr, whole_number
from pe_lesson._words import value_error
from pe_lesson.attention._check_attention import check_caches, check_not_empty, int64_ids, module_or_none, unknown_ids
from pe_lesson.attention._pooling import pooled
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.tasks import LETTERS


class TinyAttention(nn.Module):
    """Ids go in, and an answer per row comes out: one number, above 0 for yes, or a score per class.

    Embedding, layers of attention, the mean over all tokens or the last one, one linear readout. Positions can
    enter at three places, one argument each; with none of them, no mask and the mean, the order of the
    letters makes no difference to the output.

    It computes in float64: the arithmetic of one processor or release differs from another's in
    the last digit, and in float32 training would grow that into other results.

    Args:
        positional: given embeddings ``(batch, length, d_model)`` and maybe positions, adds the rows of a table.
        rotary: given queries or keys ``(batch, heads, length, d_head)`` and positions, returns them rotated.
        bias: given positions of queries and of keys, returns what to add to the scores, ``(heads, length, keys)``.
        causal: whether each token sees only itself and those to its left.
        d_model: width of the embeddings.
        heads: number of heads; divides ``d_model``.
        layers: number of layers; ``rotary`` and ``bias`` are the same in each.
        pooling: 'mean' reads the mean over all real tokens, 'last' the last real one, as a language model does.
        num_embeddings: number of ids.
        num_classes: 1 for a yes or no, else the number of classes.
        dtype: floating type of all weights.

    Example:
        >>> from pe_lesson.positions import Rotary
        >>> TinyAttention(rotary=Rotary(8))(torch.tensor([[0, 2, 1], [1, 2, 0]])).shape
        torch.Size([2])
    """

    def __init__(
        self,
        *,
        positional: nn.Module | None = None,
        rotary: nn.Module | None = None,
        bias: nn.Module | None = None,
        causal: bool = False,
        d_model: int = 16,
        heads: int = 2,
        layers: int = 1,
        pooling: str = "mean",
        num_embeddings: int = len(LETTERS),
        num_classes: int = 1,
        dtype: torch.dtype = torch.float64,
    ) -> None:
        super().__init__()
        if pooling not in ("mean", "last"):
            raise value_error("pooling must be 'mean' or 'last', got {pooling}", pooling=typed_repr(pooling))
        self.positional, self.pooling = module_or_none("positional", positional, "Learned(64, 16)"), pooling
        num_embeddings, d_model = whole_number("num_embeddings", num_embeddings), whole_number("d_model", d_model)
        self.embedding = nn.Embedding(num_embeddings, d_model, dtype=floating_type(dtype))
        self.layers = nn.ModuleList(
            AttentionLayer(d_model, heads, rotary=rotary, bias=bias, causal=causal, dtype=dtype)
            for _ in range(whole_number("layers", layers))
        )
        self.head = nn.Linear(d_model, whole_number("num_classes", num_classes), dtype=dtype)

    def forward(
        self,
        ids: Tensor,
        positions: Tensor | None = None,
        attention_mask: Tensor | None = None,
        cache: list[Cache] | None = None,
    ) -> Tensor:
        """Numbers ``(batch,)``, or scores ``(batch, num_classes)``; arguments as for ``hidden_states``.

        Raises:
            TypeError, ValueError: as ``hidden_states``; a row has no token to read; a cache with ``pooling='mean'``.
        """
        if cache is not None and self.pooling == "mean":
            raise value_error("with a cache a mean sees the new tokens only; build the model with pooling='last'")
        check_not_empty(ids)
        padded = isinstance(attention_mask, Tensor) and attention_mask.dim() == 2
        queries = 1 if self.pooling == "last" and not padded else None  # what is not read is not computed
        x = self.hidden_states(ids, positions, attention_mask, cache, queries)  # (batch, length or 1, d_model)
        answers: Tensor = self.head(pooled(x, self.pooling, attention_mask if padded else None)).squeeze(-1)
        return answers

    def hidden_states(
        self,
        ids: Tensor,
        positions: Tensor | None = None,
        attention_mask: Tensor | None = None,
        cache: list[Cache] | None = None,
        queries: int | None = None,
    ) -> Tensor:
        """What the layers make of each token, before the answer.

        Args:
            ids: int64 ``(batch, length)``, as ``order_task`` makes them; moved to the device of the model,
                as are the positions and the mask.
            positions: int64 ``(length,)``, ``(1, length)`` or ``(batch, length)``; if None, 0, 1, 2, …, or
                with a cache from its ``count`` on.
            attention_mask: bool, ``(batch, length)``: True for real tokens, False for padding; or
                ``(batch, length, length)``: True where a query may see a key, as in a pack of several texts.
            cache: from ``new_cache``; it holds the tokens before these, and these are added to it.
            queries: compute only so many tokens, the last ones; all if None.

        Returns:
            ``(batch, length, d_model)``, or ``(batch, queries, d_model)`` if ``queries`` is given.

        Raises:
            TypeError, ValueError: ``ids`` has another shape or type, ``positions`` or ``attention_mask`` do not fit
                it, ``positional`` has too few rows, ``cache`` has not one ``Cache`` per layer, or needs ``causal``.
        """
        check_caches(cache, len(self.layers))
        device, caches = self.head.weight.device, cache or len(self.layers) * [None]
        positions = positions.to(device) if isinstance(positions, Tensor) else positions
        attention_mask = attention_mask.to(device) if isinstance(attention_mask, Tensor) else attention_mask
        x = self._embedded(ids, positions, cache[0].count if cache else 0)
        for layer, stored in zip(self.layers, caches, strict=True):
            x = layer(x, positions, attention_mask, stored, queries if layer is self.layers[-1] else None)
        return x

    def attention_weights(self, ids: Tensor) -> Tensor:
        """How much weight each token gives to each in the first layer, ``(batch, heads, length, length)``."""
        return cast("AttentionLayer", self.layers[0]).attention_weights(self._embedded(ids))

    def with_rotary(self, rotary: nn.Module | None) -> "TinyAttention":
        """A copy with the same weights and another rotation: so a model is stretched to longer texts."""
        other = copy.deepcopy(self)
        for layer in cast("list[AttentionLayer]", list(other.layers)):
            layer.rotary = module_or_none("rotary", rotary, "Rotary(8)")
        return other

    def new_cache(self, window: int | None = None) -> list[Cache]:
        """An empty cache for each layer; ``window`` as in ``Cache``."""
        return [Cache(window) for _ in self.layers]

    def _embedded(self, ids: Tensor, positions: Tensor | None = None, start: int = 0) -> Tensor:
        """Embed ids, and add positions if the model has ``positional``: those given, or those from ``start`` on."""
        try:
            x: Tensor = self.embedding(int64_ids(ids).to(self.embedding.weight.device))
        except IndexError:  # not asked before: under vmap there are no values to look at
            raise unknown_ids(ids, self.embedding.num_embeddings) from None
        if self.positional is None:
            return x
        if positions is None and start:
            positions = torch.arange(start, start + ids.size(1), device=x.device)
        added: Tensor = self.positional(x) if positions is None else self.positional(x, positions)
        return added
