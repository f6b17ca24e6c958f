"""Lesson 11: its squares are what the model adds to its scores, and its task has the answer that it gives."""

from itertools import product

import pytest
import torch

from tests.support.claims import claim
from tools import lessons

ELEVEN = "11_positions_at_work"


@pytest.fixture(scope="module")
def lesson():
    return lessons.defined_up_to(ELEVEN, "errors")


def test_a_square_is_filled_where_the_model_adds_nothing_to_the_score(lesson):
    layer, packed = lesson["models"]["RoPE"].layers[0], lesson["pack"](torch.arange(6).split([1, 2, 3]))
    rows = [(lesson["batch"][1], lesson["positions"][1], lesson["mask"][1])]
    rows += [tuple(part[0] for part in packed)]
    for ids, at, may_see in rows:
        drawn = lesson["panel"](ids, at, may_see)[0]
        added = layer.score_bias(torch.zeros(1, 2, len(ids), 8), at, at, may_see[None])
        assert torch.equal(drawn, added.reshape(drawn.shape) == 0)


def test_backwards_harms_rope_and_not_alibi_and_no_other_count_does(lesson):
    def harms(scheme, *setting):
        return lesson["errors"](scheme, *setting).max() > 0.01

    says = claim(ELEVEN, "Count backwards, with the mask on.", "torch")
    for padding, count, masked in product(range(5), lesson["counts"], (True, False)):
        only_rope = harms("RoPE", padding, count, masked) and not harms("ALiBi", padding, count, masked)
        assert only_rope == (count == "backwards" and (masked or not padding)), says
