"""A model small enough to read: layers of attention, a mean, and a yes or no."""

import torch
from torch import Tensor, nn

from pe_lesson._arguments import floating_type, shown, whole_number
from pe_lesson.attention._checks import check_module
from pe_lesson.attention.cache import Cache
from pe_lesson.attention.layer import AttentionLayer
from pe_lesson.attention.tasks import LETTERS, checked_ids


class TinyAttention(nn.Module):
    """Letters in, one number out: above 0 means yes.

    Embedding, a layer of attention, the mean over all tokens, one linear readout. Positions can
    enter at three places, one argument each; with none of them and no mask, the order of the
    letters makes no difference to the output.

    It computes in float64: the arithmetic of one processor or release differs from another's in
    the last digit, and in float32 training would grow that into other results.

    Args:
        add: given embeddings ``(batch, length, d_model)`` and maybe positions, returns them with positions added.
        turn: as in ``AttentionLayer``, the same in each layer.
        bias: as in ``AttentionLayer``, the same in each layer.
        causal: whether each token sees only itself and those to its left.
        d_model: width of the embeddings.
        heads: number of heads; divides ``d_model``.
        layers: number of layers.
        read: 'mean' reads the mean over all real tokens, 'last' the last real one, as a language model does.
        dtype: floating type of all weights.

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``heads`` does not divide ``d_model``, ``add``,
            ``turn`` or ``bias`` is not a module, ``read`` is another word.
    """

    def __init__(
        self,
        *,
        add: nn.Module | None = None,
        turn: nn.Module | None = None,
        bias: nn.Module | None = None,
        causal: bool = False,
        d_model: int = 16,
        heads: int = 2,
        layers: int = 1,
        read: str = "mean",
        dtype: torch.dtype = torch.float64,
    ) -> None:
        super().__init__()
        if read not in ("mean", "last"):
            raise ValueError(f"read must be 'mean' or 'last', got {shown(read)}")
        self.add, self.read = check_module("add", add), read
        self.embedding = nn.Embedding(len(LETTERS), whole_number("d_model", d_model), dtype=floating_type(dtype))
        self.layers = nn.ModuleList(
            AttentionLayer(d_model, heads, turn=turn, bias=bias, causal=causal, dtype=dtype)
            for _ in range(whole_number("layers", layers))
        )
        self.answer = nn.Linear(d_model, 1, dtype=dtype)

    def forward(
        self,
        ids: Tensor,
        positions: Tensor | None = None,
        mask: Tensor | None = None,
        cache: list[Cache] | None = None,
    ) -> Tensor:
        """One number per row; arguments as in ``vectors``.

        Returns:
            ``(batch,)``; the model says yes where it is above 0.

        Raises:
            TypeError, ValueError: as ``vectors``; there is no token to read; a cache with ``read='mean'``.
        """
        x = self.vectors(ids, positions, mask, cache)  # (batch, length, d_model)
        if x.size(1) == 0:
            raise ValueError(f"ids must have a letter in each row, got {tuple(ids.shape)}; there is no mean over none")
        if cache is not None and self.read == "mean":
            raise ValueError("with a cache a mean sees the new letters only; build the model with read='last'")
        real = mask.to(x.device).expand(ids.shape) if mask is not None and mask.dim() == 2 else None
        read = self._read(x, real)  # (batch, d_model)
        return self.answer(read).squeeze(-1)  # (batch,)

    def vectors(
        self,
        ids: Tensor,
        positions: Tensor | None = None,
        mask: Tensor | None = None,
        cache: list[Cache] | None = None,
    ) -> Tensor:
        """What the layers make of each letter, before the mean.

        Args:
            ids: int64 ``(batch, length)``, as ``order_task`` makes them; moved to the device of the model,
                as are the positions and the mask.
            positions: int64 ``(length,)``, ``(1, length)`` or ``(batch, length)``; 0, 1, 2, … if None, and
                with a cache on from its ``count``.
            mask: bool, ``(batch, length)``: True for real letters, False for padding; or ``(batch, length, length)``:
                True where a query may see a key, as in a pack of several texts.
            cache: from ``new_cache``, for the letters before these, which are added to it.

        Returns:
            ``(batch, length, d_model)``.

        Raises:
            TypeError, ValueError: ``ids`` is no such table, ``positions`` or ``mask`` do not fit it, ``add``
                has too few rows, or there is a cache without ``causal``.
        """
        device = self.embedding.weight.device
        x = self.embedding(checked_ids(ids).to(device))
        if cache is not None and positions is None:
            positions = torch.arange(cache[0].count, cache[0].count + ids.size(1))
        positions = positions.to(device) if isinstance(positions, Tensor) else positions
        mask = mask.to(device) if isinstance(mask, Tensor) else mask
        if self.add is not None:
            x = self.add(x) if positions is None else self.add(x, positions)
        for number, layer in enumerate(self.layers):
            x = layer(x, positions, mask, None if cache is None else cache[number])
        return x

    def _read(self, x: Tensor, real: Tensor | None) -> Tensor:
        if real is None:
            return x.mean(dim=1) if self.read == "mean" else x[:, -1]
        if self.read == "mean":
            return (x * real.unsqueeze(-1)).sum(dim=1) / real.sum(dim=1, keepdim=True)
        last = real.cumsum(dim=1).argmax(dim=1)  # (batch,): no later letter is real
        return x[torch.arange(len(x), device=x.device), last]

    def new_cache(self, keep: int | None = None) -> list[Cache]:
        """An empty cache for each layer; ``keep`` as in ``Cache``."""
        return [Cache(keep) for _ in self.layers]
