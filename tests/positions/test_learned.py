"""The learned table: its rows are added, it has no more of them, and what it refuses."""

import torch

from pe_lesson.positions.learned import Learned
from tests.support.bad_input import bad_vectors, refusal


def test_learned_adds_its_first_rows():
    torch.manual_seed(0)
    learned, x = Learned(8, 4), torch.randn(3, 5, 4)
    assert torch.equal(learned(x), x + learned.table.weight[:5])
    assert learned(x.half()).dtype == torch.float16
    assert learned(x[:, :0]).shape == (3, 0, 4)
    assert Learned(8, 4, dtype=torch.float64).table.weight.dtype == torch.float64


def test_learned_adds_the_rows_of_given_positions():
    learned, x = Learned(8, 4), torch.randn(2, 3, 4)
    k = torch.tensor([[0, 0, 1], [7, 2, 0]])
    assert torch.equal(learned(x, k), x + learned.table.weight[k])
    assert learned(x.bfloat16(), k).dtype == torch.bfloat16


def test_learned_has_no_row_beyond_its_own():
    assert Learned(8, 4)(torch.zeros(1, 8, 4)).shape == (1, 8, 4)
    refusal(lambda: Learned(8, 4)(torch.zeros(1, 9, 4)), ValueError, "9", "max_length 8", "Learned", ">= 9")


def test_default_positions_count_from_0():
    x, learned = torch.randn(2, 3, 4, 8), Learned(9, 8)
    for k in (torch.arange(4), torch.arange(4).unsqueeze(0), torch.arange(4).expand(2, 4)):
        assert torch.equal(learned(x, k), learned(x))


def test_positions_that_do_not_fit_are_refused():
    learned, x = Learned(9, 8), torch.zeros(2, 3, 4, 8)
    for bad in ([0, 1, 2, 3], torch.zeros(4), torch.zeros(4, dtype=torch.bool), torch.zeros(4, dtype=torch.float64)):
        refusal(lambda bad=bad: learned(x, bad), TypeError, "positions must be")
    for shape in ((), (3,), (3, 4), (2, 1, 4), (1, 5)):
        bad = torch.zeros(shape, dtype=torch.int64)
        refusal(lambda bad=bad: learned(x, bad), ValueError, "positions must have shape", shape)
    refusal(lambda: learned(x, torch.tensor([0, 1, 2, 9])), ValueError, "9", "max_length")
    refusal(lambda: learned(x, torch.tensor([0, 1, 2, -1])), ValueError, "negative")


def test_sizes_are_checked():
    refusal(lambda: Learned(4.0, 4), TypeError, "max_length")
    refusal(lambda: Learned(4, "4"), TypeError, "d_model")
    refusal(lambda: Learned(0, 4), ValueError, "max_length")
    refusal(lambda: Learned(4, -1), ValueError, "d_model")
    refusal(lambda: Learned(4, 4, dtype=torch.int64), TypeError, "dtype")


def test_tensors_that_do_not_fit_are_refused():
    bad_vectors(Learned(8, 4))
