"""How often a model is right: of answers, and of pairs."""

import pytest
import torch

from pe_lesson.attention.measures import accuracy, pairwise_accuracy
from pe_lesson.attention.model import TinyAttention
from pe_lesson.attention.tasks import order_task
from tests.support.bad_input import refusal


class Fixed(torch.nn.Module):
    """Answers that do not depend on the ids."""

    def __init__(self, *answers):
        super().__init__()
        self.answers = torch.tensor(answers, dtype=torch.float64)

    def forward(self, ids):
        return self.answers


def test_accuracy_counts_answers_above_0_as_yes_and_the_highest_of_classes():
    ids, labels = order_task(1, 8, 0)
    assert labels.tolist() == [1, 0, 0, 1]
    model = Fixed(3.0, 0.2, -0.2, -3.0)
    assert accuracy(model, ids, labels) == 0.5
    assert accuracy(model, ids, [1, 1, 0, 0]) == 1
    assert accuracy(model, ids, torch.tensor([0.0, 1, 0, 0])) == 0.75
    assert accuracy(Fixed([0.0, 1], [2.0, 1], [0.0, 3], [1.0, 0]), ids, [1, 1, 1, 0]) == 0.75


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((3.0, -1.0, -2.0, 1.0), 1),  # labels are yes, no, no, yes
        ((-7.0, -9.0, -8.5, -8.0), 1),  # always no, yet every yes is higher
        ((3.0, 2.0, -2.0, 1.0), 0.75),
        ((0.0, 0.0, 0.0, 0.0), 0.5),
        ((5.0, 5.0 + 1e-12, 5.0 - 1e-12, 5.0), 0.5),  # rounding is a tie
        ((5.0, 5.0 + 1e-6, 5.0 - 1e-6, 5.0), 0.5),  # two won and two lost
        ((5.0, 5.0 + 1e-6, 5.0, 5.0), 0.25),
        ((-3.0, 1.0, 2.0, -1.0), 0),
    ],
)
def test_pairwise_accuracy_compares_each_yes_with_each_no(answers, expected):
    ids, labels = order_task(1, 8, 0)
    assert pairwise_accuracy(Fixed(*answers), ids, labels) == expected


def test_answers_and_labels_must_be_one_per_row():
    ids, labels = order_task(2, 8, 0)
    for use in (accuracy, pairwise_accuracy):
        refusal(lambda use=use: use(TinyAttention(), ids, labels[:1]), ValueError, "(8,)", "(1,)")
        refusal(lambda use=use: use(ids, TinyAttention(), labels), TypeError, "model must be a module")
        refusal(lambda use=use: use(TinyAttention(), ids[:0], labels[:0]), ValueError, "a row or more")
        refusal(lambda use=use: use(TinyAttention(), ids, 2 * labels - 1), ValueError, "labels must be", "0 to 1", "-1")
        column = Fixed(*[[number] for number in labels.tolist()])
        refusal(lambda use=use, column=column: use(column, ids, labels), ValueError, "got (8, 1)")
    refusal(lambda: accuracy(TinyAttention(num_classes=3), ids, 2.5 * labels), ValueError, "0 to 2", "2.5")
    refusal(lambda: pairwise_accuracy(TinyAttention(), ids[1:], labels[1:]), ValueError, "fours")
    refusal(lambda: pairwise_accuracy(TinyAttention(), ids, labels * 0), ValueError, "fours")


def test_a_model_that_stops_goes_on_in_training_mode():
    model = TinyAttention().train()
    with pytest.raises(ValueError, match="id"):
        accuracy(model, torch.full((4, 8), 99), torch.zeros(4))
    assert model.training
