"""How often a trained model is right, and the loss that it learns from: lessons 09 and 10."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import type_error, value_error

TIE = 1e-9  # two scores closer than this part of the largest are equal: rounding must not decide
ROWS = 64  # that a model is given at once: the scores of 256 rows of 512 letters take gigabytes


def accuracy(model: nn.Module, ids: Tensor, labels: Tensor) -> float:
    """The fraction of rows, from 0 to 1, on which the model is right, without its dropout.

    A yes-or-no model says yes where its answer is above 0; a model of classes names that of the highest score.

    Args:
        model: takes the ids and answers ``(rows,)`` or ``(rows, classes)``.
        ids: int64 ``(rows, length)``.
        labels: 1 for yes and 0 for no, or the numbers of the classes, ``(rows,)``.
    """
    answers, labels = _answers(model, ids, labels)
    predicted = answers > 0 if answers.dim() == 1 else answers.argmax(dim=-1)
    return (predicted == labels.to(predicted.dtype)).double().mean().item()


def pairwise_accuracy(model: nn.Module, ids: Tensor, labels: Tensor) -> float:
    """How often a yes scores higher than a no with the same letters, from 0 to 1; a tie counts ½.

    Rows come in fours with the same letters, two yes and two no: four comparisons each. No threshold
    is needed, and a model that cannot see positions has exactly ½. Arguments and errors as for ``accuracy``;
    ValueError, too, for rows that are not such fours.
    """
    answers, labels = _answers(model, ids, labels)
    if answers.dim() != 1 or len(answers) % 4 or ((labels.view(-1, 4) > 0.5).sum(dim=1) != 2).any():
        raise value_error("rows must come in fours, two yes and two no, as order_task makes them; use accuracy here")
    yes = labels > 0.5
    higher = answers[yes].view(-1, 2, 1) - answers[~yes].view(-1, 1, 2)  # (fours, 2, 2)
    tie = higher.abs() <= TIE * answers.abs().max()
    return torch.where(tie, 0.5, (higher > 0).double()).mean().item()


def loss_fn(answers: Tensor, labels: Tensor) -> Tensor:
    """Mean cross-entropy, natural logarithm: log 2 if all answers to a yes-or-no task are 0.

    Args:
        answers: ``(rows,)`` for yes or no, or ``(rows, classes)``.
        labels: 1 for yes and 0 for no, or the numbers of the classes, ``(rows,)``.

    Example:
        >>> loss_fn(torch.zeros(2), torch.tensor([1.0, 0.0]))
        tensor(0.6931)
    """
    if answers.dim() == 1:
        return nn.functional.binary_cross_entropy_with_logits(answers, labels.to(answers))
    return nn.functional.cross_entropy(answers, labels.to(answers.device).long())


@contextmanager
def one_thread() -> Iterator[None]:
    """Run on one thread: for tensors this small, threading costs more than it saves."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


@torch.no_grad()
def _answers(model: nn.Module, ids: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """The model's answers without dropout, and the labels on the same device."""
    if not isinstance(model, nn.Module):
        raise type_error("model must be a module such as TinyAttention(), got {model}", model=typed_repr(model))
    training = [part for part in model.modules() if part.training]  # a part may be frozen
    try:
        with one_thread():
            answers = torch.cat([model.eval()(rows) for rows in torch.split(ids, ROWS)])
    finally:
        for part in training:
            part.training = True
    labels = torch.as_tensor(labels)
    _check_labels(labels, answers)
    return answers, labels.to(answers.device)


def _check_labels(labels: Tensor, answers: Tensor) -> None:
    classes = 2 if answers.dim() == 1 else answers.size(-1)
    if classes == 1:
        raise value_error("answers must be one number per row, got {shape}: .squeeze(-1)", shape=tuple(answers.shape))
    if len(answers) == 0 or labels.shape != answers.shape[:1] or answers.dim() > 2:
        raise value_error(
            "answers must be (rows,) or (rows, classes) and labels (rows,), a row or more, got {answers} answers "
            "and {labels} labels",
            answers=tuple(answers.shape), labels=tuple(labels.shape),
        )  # fmt: skip
    wrong = labels[(labels != labels.long()) | (labels < 0) | (labels >= classes)]
    if len(wrong):
        raise value_error(
            "labels must be whole numbers from 0 to {last}, got {value}", last=classes - 1, value=wrong[0].item()
        )
