"""PositionalEncoding.forward beside the bare operations."""

import torch
import torch.nn.functional as F  # noqa: N812
from measure import interleaved

from pe_lesson import PositionalEncoding

SHAPE = (32, 256, 512)


def forward_ratios(device: str) -> dict[str, float]:
    """Time of a forward pass ÷ time of the bare operations, without and with dropout."""
    x = torch.randn(SHAPE, device=device)
    made = PositionalEncoding(SHAPE[-1], 0.1, device=device)
    rows = made.pe[:, : SHAPE[1]]
    bare = {True: lambda: F.dropout(x + rows, 0.1), False: lambda: x + rows}
    ratios = {}
    for name, training in (("eval ÷ x + pe", False), ("train ÷ F.dropout(x + pe)", True)):
        made.train(training)
        with torch.no_grad():
            seconds = interleaved({"ours": lambda: made(x), "bare": bare[training]}, 41, device)
        ratios[name] = seconds["ours"] / seconds["bare"]
    return ratios
