"""One layer of attention: positions on queries and keys or on the scores, masks, and a cache."""

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import flag, floating_type, whole_number
from pe_lesson._check_positions import token_positions
from pe_lesson._words import value_error
from pe_lesson.attention._check_attention import check_layer_input, module_or_none
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.dot_product import attend, attention_weights, causal_mask


class AttentionLayer(nn.Module):
    """One layer of attention with its residual; a whole Transformer layer also has a feed-forward part and norms.

    Args:
        d_model: width of the embeddings.
        heads: number of heads; divides ``d_model``.
        rotary: given queries or keys ``(batch, heads, length, d_head)`` and positions, returns them rotated.
        bias: given positions of queries and of keys, returns what to add to the scores, ``(heads, length, keys)``.
        causal: whether each token sees only itself and those to its left.
        dtype: floating type of all weights; torch's default if None.

    Example:
        >>> from pe_lesson.positions import Rotary
        >>> layer = AttentionLayer(8, 2, rotary=Rotary(4), causal=True)
        >>> x = torch.randn(2, 5, 8)
        >>> layer(x).shape
        torch.Size([2, 5, 8])
        >>> torch.allclose(layer(x, torch.arange(5) + 100), layer(x), atol=1e-4)  # RoPE sees offsets only
        True
    """

    def __init__(
        self,
        d_model: int,
        heads: int,
        *,
        rotary: nn.Module | None = None,
        bias: nn.Module | None = None,
        causal: bool = False,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        d_model, self.heads = whole_number("d_model", d_model), whole_number("heads", heads)
        if d_model % self.heads:
            raise value_error(
                "heads must divide d_model, got {heads} heads for d_model {d_model}", heads=self.heads, d_model=d_model
            )
        self.rotary, self.bias = module_or_none("rotary", rotary, "Rotary(8)"), module_or_none("bias", bias, "Alibi(2)")
        self.causal = flag("causal", causal)
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False, dtype=floating_type(dtype))
        self.out_proj = nn.Linear(d_model, d_model, bias=False, dtype=dtype)

    def forward(
        self,
        x: Tensor,
        positions: Tensor | None = None,
        attention_mask: Tensor | None = None,
        cache: Cache | None = None,
        queries: int | None = None,
    ) -> Tensor:
        """Mix into each token what it sees of the others; ``(batch, length, d_model)`` in and out.

        Args:
            x: embeddings.
            positions: ``(length,)``, ``(1, length)`` or ``(batch, length)``; if None, 0, 1, 2, …, or with a
                cache from its ``count`` on.
            attention_mask: bool, ``(batch, length)``: True for real tokens, False for padding; or, without a cache,
                ``(batch, length, length)``: True where a query may see a key. A token always sees itself.
            cache: keys and values of the tokens before these; these are added to it. Needs ``causal``.
            queries: compute only so many tokens, the last ones: ``(batch, queries, d_model)`` comes out; all if None.

        Raises:
            TypeError, ValueError: a tensor has another shape, type or device, ``bias`` is for another number of heads,
                or a cache comes without ``causal``.
        """
        check_layer_input(x, self.qkv.weight, attention_mask, cache is not None, self.causal)
        if positions is None:
            positions = torch.arange(x.size(1), device=x.device) + (0 if cache is None else cache.count)
        positions = key_positions = token_positions(positions, x)
        query_positions = positions if queries is None else positions[..., -whole_number("queries", queries) :]
        q, k, v = self.project(x, query_positions, positions)
        if cache is not None:
            if attention_mask is None:
                attention_mask = torch.ones(x.shape[:2], dtype=torch.bool, device=x.device)
            k, v, key_positions, attention_mask = cache.add(k, v, positions, attention_mask)
        bias = self.score_bias(q, query_positions, key_positions, attention_mask)
        mixed = attend(q, k, v, bias)  # (batch, heads, queries, d_head)
        added: Tensor = self.out_proj(mixed.transpose(1, 2).flatten(2))  # (batch, queries, d_model)
        return x[:, -q.size(-2) :] + added

    def attention_weights(self, x: Tensor) -> Tensor:
        """How much weight each token gives to each, without a mask of padding, ``(batch, heads, length, length)``."""
        check_layer_input(x, self.qkv.weight, None, cached=False, causal=self.causal)
        positions = torch.arange(x.size(1), device=x.device)
        q, k, _ = self.project(x, positions, positions)
        return attention_weights(q, k, self.score_bias(q, positions, positions, None))

    def project(self, x: Tensor, query_positions: Tensor, positions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Queries of the last tokens, keys and values of all tokens, each ``(batch, heads, length, d_head)``."""
        q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        q = q[..., -query_positions.size(-1) :, :]
        if self.rotary is not None:
            q, k = self.rotary(q, query_positions), self.rotary(k, positions)  # the values are not rotated
        return q, k, v

    def score_bias(
        self, q: Tensor, query_positions: Tensor, key_positions: Tensor, attention_mask: Tensor | None
    ) -> Tensor | None:
        """The sum of bias, causal mask and attention mask, to be added to the scores; None if there are none."""
        length, keys = q.size(-2), key_positions.size(-1)
        parts = []
        if self.bias is not None:
            bias = self.bias(query_positions, key_positions).to(q.dtype)  # (heads, length, keys), or a batch of these
            if bias.size(-3) != self.heads:
                raise value_error(
                    "bias is for {given} heads, the layer has {heads}; build both with the same",
                    given=bias.size(-3), heads=self.heads,
                )  # fmt: skip
            parts.append(bias)
        if self.causal:
            parts.append(causal_mask(length, keys, dtype=q.dtype, device=q.device))  # (length, keys)
        if attention_mask is not None:
            parts.append(additive_mask(attention_mask, length, q.dtype).unsqueeze(1))  # (batch, 1, length, keys)
        return sum(parts[1:], parts[0]) if parts else None


def additive_mask(attention_mask: Tensor, length: int, dtype: torch.dtype) -> Tensor:
    """``(batch, length, keys)``: 0 where a query may see a key, -inf elsewhere; each token sees itself.

    If a token of padding did not see itself, it could see nothing at all, and the softmax of nothing is NaN.

    Args:
        attention_mask: bool, ``(batch, keys)``, True for real tokens, or ``(batch, …, keys)``, True where a query
            may see a key.
        length: number of queries; they belong to the last of the keys.
        dtype: floating type of the result.
    """
    key = torch.arange(attention_mask.size(-1), device=attention_mask.device)
    itself = key[-length:].unsqueeze(1) == key  # (length, keys)
    seen = attention_mask.unsqueeze(1) if attention_mask.dim() == 2 else attention_mask[:, -length:]
    seen = seen | itself  # (batch, length, keys)
    return torch.zeros(seen.shape, dtype=dtype, device=seen.device).masked_fill(~seen, -torch.inf)
