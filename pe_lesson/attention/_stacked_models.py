"""Train the models of all seeds as one: their weights are stacked, and each step changes all of them."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state, vmap

from pe_lesson.attention.measures import loss_fn


class StackedModels:
    """Models of one class, each with its own weights and its own batches; Adam trains all of them in one step.

    Args:
        models: one or more; ``copy_back`` changes them, ``step`` does not.
        learning_rate: Adam's.
    """

    def __init__(self, models: Sequence[nn.Module], learning_rate: float) -> None:
        self.models = models
        self.weights, self.buffers = stack_module_state(list(models))  # (models, ...) each
        self.adam = torch.optim.Adam(self.weights.values(), lr=learning_rate)

    def step(self, ids: Tensor, labels: Tensor) -> list[float]:
        """Learn from ids ``(models, rows, length)`` and labels ``(models, rows)``; return the loss of each model."""
        losses = vmap(self._loss, randomness="different")(self.weights, self.buffers, ids, labels)  # (models,)
        self.adam.zero_grad()
        # each model's weights are in its own term only
        losses.sum().backward()  # type: ignore[no-untyped-call]
        self.adam.step()
        numbers: list[float] = losses.tolist()
        return numbers

    def _loss(self, weights: dict[str, Tensor], buffers: dict[str, Tensor], ids: Tensor, labels: Tensor) -> Tensor:
        return loss_fn(functional_call(self.models[0], (weights, buffers), (ids,)), labels)

    @torch.no_grad()
    def copy_back(self) -> None:
        """Copy the weights into the models that they came from."""
        for i, model in enumerate(self.models):
            for name, weight in model.named_parameters():
                weight.copy_(self.weights[name][i])
