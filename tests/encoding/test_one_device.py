"""``OneDevice`` refuses on a computer without a GPU what a GPU refuses."""

import pytest
import torch
from torch.nn import functional

from pe_lesson.encoding.one_device import OneDevice


@pytest.mark.parametrize(
    ("run", "refused"),
    [
        (lambda here, there: here + there, True),
        (lambda here, there: here[there[:, 0].long()], False),
        (lambda here, there: there[here[:, 0].long()], True),
        (lambda here, there: torch.cat([here, there]), True),
        (lambda here, there: here + there[0, 0], False),
        (lambda here, there: here + there.to(here), False),
        (lambda here, there: here.clone().copy_(there), False),
        (lambda here, there: here.clone().index_put_((there[:, 0].long(),), here), False),
        (lambda here, there: here.clone().index_put_((here[:, 0].long(),), there), True),
        (lambda here, there: here.index_put((there[:, 0].long(),), there), True),
        (lambda here, there: functional.embedding(there[:, 0].long(), here), True),
        (lambda here, there: here.index_select(0, there[:, 0].long()), True),
    ],
)
def test_one_device_refuses_what_a_gpu_refuses(run, refused):
    here, there = torch.ones(4, 4, device="meta"), torch.ones(4, 4)
    with OneDevice():
        if refused:
            with pytest.raises(RuntimeError, match="same device"):
                run(here, there)
        else:
            assert run(here, there).is_meta
