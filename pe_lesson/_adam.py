"""Adam in a few lines: ``torch.optim`` loads torch's compiler with it, half as much memory again as torch itself."""

import math
from collections.abc import Iterable

import torch
from torch import Tensor

KEEP_MEAN, KEEP_SQUARE, EPS = 0.9, 0.999, 1e-8  # beta_1, beta_2 and epsilon, as in the paper and in torch.optim


class Adam:
    """One step down the gradient, scaled for each entry by its usual size.

    The formula is algorithm 1 of Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015).

    Args:
        parameters: leaf tensors, changed in place by ``step``.
        learning_rate: greater than 0.
    """

    def __init__(self, parameters: Iterable[Tensor], learning_rate: float) -> None:
        self.learning_rate = learning_rate
        self.steps = 0
        self.state = [(p, torch.zeros_like(p), torch.zeros_like(p)) for p in parameters]

    @torch.no_grad()
    def step(self) -> None:
        """Move each parameter that has a gradient, and clear the gradient."""
        self.steps += 1
        rate = self.learning_rate / (1 - KEEP_MEAN**self.steps)
        for parameter, mean, square in self.state:
            if parameter.grad is not None:
                mean.lerp_(parameter.grad, 1 - KEEP_MEAN)
                square.mul_(KEEP_SQUARE).addcmul_(parameter.grad, parameter.grad, value=1 - KEEP_SQUARE)
                usual_size = (square.sqrt() / math.sqrt(1 - KEEP_SQUARE**self.steps)).add_(EPS)
                parameter.addcdiv_(mean, usual_size, value=-rate)
                parameter.grad = None
