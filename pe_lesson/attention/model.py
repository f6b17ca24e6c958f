"""A transformer small enough to read: one layer of attention, a mean, and a yes or no."""

import math

import torch
from torch import Tensor, nn

from pe_lesson._arguments import floating_type, shown, whole_number
from pe_lesson.attention.tasks import LETTERS, checked_ids


def attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None = None) -> Tensor:
    """softmax(q kᵀ / √d_head + bias) v.

    Source: Vaswani et al. (2017), section 3.2.1; the bias is where masks and ALiBi enter.

    Args:
        q: queries ``(..., length, d_head)``.
        k: keys, the same shape.
        v: values, the same shape.
        bias: added to the scores, ``(length, length)`` or ``(heads, length, length)``, floating; -inf hides a key.

    Returns:
        A mixture of values for each query, ``(..., length, d_head)``.

    Raises:
        TypeError: an argument is not a floating tensor.
        ValueError: shapes that do not belong together.
    """
    given = {"q": q, "k": k, "v": v} if bias is None else {"q": q, "k": k, "v": v, "bias": bias}
    for name, x in given.items():
        if not isinstance(x, Tensor) or not x.is_floating_point():
            raise TypeError(f"{name} must be a floating tensor, got {x.dtype if isinstance(x, Tensor) else shown(x)}")
    if not q.dim() >= 2 or not q.shape == k.shape == v.shape or not q.dtype == k.dtype == v.dtype:
        found = ", ".join(f"{tuple(x.shape)} {x.dtype}" for x in (q, k, v))
        raise ValueError(f"q, k and v must have one shape (..., length, d_head) and one dtype, got {found}")
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if bias is not None:
        try:
            bias = bias.to(scores.dtype).expand_as(scores)
        except RuntimeError:
            shapes = f"{tuple(scores.shape)}, got {tuple(bias.shape)}"
            raise ValueError(f"bias must fit scores of shape {shapes}") from None
        scores = scores + bias
    return scores.softmax(dim=-1) @ v


def causal_mask(length: int, dtype: torch.dtype = torch.float64) -> Tensor:
    """``(length, length)``: 0 where a query may look, at itself and to the left, -inf elsewhere.

    Raises:
        TypeError, ValueError: ``length`` is no int >= 1, ``dtype`` is not floating.
    """
    length = whole_number("length", length)
    return torch.full((length, length), -math.inf, dtype=floating_type(dtype)).triu(diagonal=1)


class TinyAttention(nn.Module):
    """Letters in, one number out: above 0 means yes.

    Embedding, one layer of attention, a residual, the mean over all places, one linear readout.
    Positions can enter at three places, one argument each; with none of them and no mask, the
    order of the letters makes no difference to the output.

    It computes in float64: the arithmetic of one processor or release differs from another's in
    the last digit, and in float32 training would grow that into other results.

    Args:
        add: given embeddings ``(batch, length, d_model)``, returns them with positions added.
        turn: given queries or keys ``(batch, heads, length, d_head)``, returns them turned by position.
        bias: given a length, returns what to add to the scores, ``(heads, length, length)``.
        causal: whether each place sees only itself and those to its left.
        d_model: width of the embeddings.
        heads: number of heads; divides ``d_model``.
        dtype: floating type of all weights.

    Raises:
        TypeError, ValueError: a size is no int >= 1, ``heads`` does not divide ``d_model``, ``add``,
            ``turn`` or ``bias`` is not a module.
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
        dtype: torch.dtype = torch.float64,
    ) -> None:
        super().__init__()
        d_model, self.heads = whole_number("d_model", d_model), whole_number("heads", heads)
        if d_model % self.heads:
            raise ValueError(f"heads must divide d_model, got {self.heads} heads for d_model {d_model}")
        for name, place in (("add", add), ("turn", turn), ("bias", bias)):
            if not isinstance(place, nn.Module | None):
                raise TypeError(f"{name} must be a module such as Rotary(8), or None, got {shown(place)}")
        dtype = floating_type(dtype)
        self.add, self.turn, self.bias, self.causal = add, turn, bias, causal
        self.embedding = nn.Embedding(len(LETTERS), d_model, dtype=dtype)
        self.project = nn.Linear(d_model, 3 * d_model, bias=False, dtype=dtype)
        self.merge = nn.Linear(d_model, d_model, bias=False, dtype=dtype)
        self.answer = nn.Linear(d_model, 1, dtype=dtype)

    def forward(self, ids: Tensor) -> Tensor:
        """One number a row.

        Args:
            ids: int64 ``(batch, length)``, as ``order_task`` makes them.

        Returns:
            ``(batch,)``; the model says yes where it is above 0.

        Raises:
            TypeError, ValueError: ``ids`` is not such a table, or has no places, or more than ``add`` has rows.
        """
        x = self.embedding(checked_ids(ids))
        if ids.size(1) == 0:
            raise ValueError(f"ids must have a letter in each row, got {tuple(ids.shape)}; there is no mean over none")
        if self.add is not None:
            x = self.add(x)
        q, k, v = self.split(self.project(x))
        if self.turn is not None:
            q, k = self.turn(q), self.turn(k)
        mixed = attend(q, k, v, self._score_bias(ids.size(1), q.dtype))
        x = x + self.merge(mixed.transpose(1, 2).flatten(2))
        return self.answer(x.mean(dim=1)).squeeze(-1)

    def split(self, projected: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """``(batch, length, 3 * d_model)`` to queries, keys and values, each ``(batch, heads, length, d_head)``."""
        q, k, v = projected.unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        return q, k, v

    def _score_bias(self, length: int, dtype: torch.dtype) -> Tensor | None:
        bias = None if self.bias is None else self.bias(length).to(dtype)
        if bias is not None and bias.size(0) != self.heads:
            raise ValueError(f"bias is for {bias.size(0)} heads, the model has {self.heads}; build both with the same")
        if not self.causal:
            return bias
        mask = causal_mask(length, dtype)
        return mask if bias is None else bias + mask
