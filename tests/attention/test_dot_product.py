"""Attention itself and the causal mask, beside torch's own."""

import torch
from torch.nn import functional

from pe_lesson.attention.dot_product import attend, causal_mask
from pe_lesson.positions.alibi import Alibi
from tests.support.bad_input import refusal


def test_attend_is_torchs_own_attention():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 5, 2, 7, 8, dtype=torch.float64)
    mask = causal_mask(7)
    assert torch.allclose(attend(q, k, v), functional.scaled_dot_product_attention(q, k, v))
    causal = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert torch.allclose(attend(q, k, v, mask), causal)


def test_attend_in_float32_takes_a_float64_bias():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 2, 5, 4)
    expected = functional.scaled_dot_product_attention(q, k, v, attn_mask=Alibi(2)(torch.arange(5)).float())
    result = attend(q, k, v, Alibi(2)(torch.arange(5)))
    assert result.dtype == torch.float32
    assert torch.allclose(result, expected, atol=1e-6)


def test_attend_refuses_what_does_not_belong_together():
    q = torch.zeros(2, 5, 4)
    for bad in (None, [[1.0]], q.long()):
        for name in ("q", "k", "v"):
            given = {"q": q, "k": q, "v": q, name: bad}
            refusal(lambda given=given: attend(**given), TypeError, f"{name} must be a floating tensor")
    for bad in (5, torch.zeros(5, 5, dtype=torch.bool)):
        refusal(lambda bad=bad: attend(q, q, q, bad), TypeError, "bias must be a floating tensor")
    for bad in (q[:, :4], q[..., :3], q.double(), q[0]):
        refusal(lambda bad=bad: attend(q, bad, q), ValueError, "one length", "one dtype")
    refusal(lambda: attend(q, q, q.double()), ValueError, "one dtype")
    refusal(lambda: attend(q[:1], q, q), ValueError, "(1, 5, 4)")
    refusal(lambda: attend(torch.zeros(4), torch.zeros(4), torch.zeros(4)), ValueError, "(4,)")
    for bad in (torch.zeros(4, 4), torch.zeros(3, 5, 5), torch.zeros(7, 2, 5, 5), torch.zeros(5, 0)):
        refusal(lambda bad=bad: attend(q, q, q, bad), ValueError, "(2, 5, 5)", tuple(bad.shape))


def test_causal_mask_checks_its_arguments():
    refusal(lambda: causal_mask(3.0), TypeError, "length")
    refusal(lambda: causal_mask(-1), ValueError, "length", -1)
    refusal(lambda: causal_mask(3, dtype=torch.int64), TypeError, "dtype")
    refusal(lambda: causal_mask(3, 2), ValueError, "keys", "at least 3")


def test_fewer_queries_than_keys_are_the_last_ones():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 2, 6, 4, dtype=torch.float64)
    assert torch.equal(causal_mask(2, 6), causal_mask(6)[-2:])
    last = attend(q[:, -2:], k, v, causal_mask(2, 6))
    assert torch.allclose(last, attend(q, k, v, causal_mask(6))[:, -2:])


def test_the_mask_is_of_the_device_and_type_asked_for():
    assert causal_mask(3, device="meta").is_meta
    assert causal_mask(3, dtype=torch.float16).dtype == torch.float16
    assert causal_mask(3).dtype == torch.float64
