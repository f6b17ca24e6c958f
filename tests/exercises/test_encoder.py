"""The encoders that exercise 08.4 tries a test on: how many there are, and that the healthy ones are alike."""

import torch

from pe_lesson import sinusoidal
from pe_lesson.exercises._text import texts
from pe_lesson.exercises.judges.faulty_encoders import HEALTHY, PASSES, rounded_otherwise


def test_the_praise_says_how_many_faults_and_healthy_encoders_there_are():
    praise = texts("08")["08.4"].fields["praise"]
    assert f"all {len(PASSES)} faults" in praise
    assert "all three healthy" in praise
    assert len(HEALTHY) == 3


def test_healthy_encoders_are_alike_for_allclose_and_one_is_not_equal():
    x = torch.randn(2, 1000, 4)
    right = x + sinusoidal(1000, 4, 100)
    assert all(torch.allclose(encode(x), right) for encode in HEALTHY)
    assert not torch.equal(rounded_otherwise(x), right)
