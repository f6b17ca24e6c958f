"""The faulty modules of lesson 08's first exercise: each has its own fault and no other."""

import pytest
import torch

from pe_lesson import sinusoidal
from pe_lesson.exercises import patients

TABLE = sinusoidal(1000, 4, 100)


def rows(patient, x):
    return patient(x) - x


@pytest.mark.parametrize("patient", [patients.a, patients.b, patients.c, patients.d, patients.e])
def test_patient_keeps_the_shape_and_its_input(patient):
    x = torch.randn(2, 5, 4)
    before = x.clone()
    assert patient(x).shape == (2, 5, 4)
    assert torch.equal(x, before)


def test_each_patient_has_its_own_fault_and_no_other():
    x = torch.zeros(2, 300, 4)
    a, b, c, d, e = (rows(p, x) for p in (patients.a, patients.b, patients.c, patients.d, patients.e))
    assert torch.allclose(a[:, :257], TABLE[:257].expand(2, 257, 4), atol=1e-6)
    assert torch.equal(a[0, 256], a[0, 257])
    assert torch.equal(b, TABLE[:2].unsqueeze(1).expand(2, 300, 4))
    assert torch.equal(c, TABLE[:300].expand(2, 300, 4))
    assert torch.equal(d, TABLE[:1].expand(2, 300, 4))
    assert e.dtype == torch.float64
    assert torch.allclose(e, TABLE[:300].double().expand(2, 300, 4), atol=1e-6)
    assert {p.dtype for p in (a, b, c, d)} == {torch.float32}


def test_two_of_the_patients_look_alike_with_one_sentence():
    x = torch.randn(1, 6, 4)
    assert torch.equal(patients.b(x), patients.d(x))
