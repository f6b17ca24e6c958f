"""The ways to build the table that are measured side by side: length, width and device in, table out."""

import math

import torch
from positional_encodings.torch_encodings import PositionalEncoding1D
from torch import Tensor

from pe_lesson import sinusoidal, sinusoidal_by_rotation


def exponential(length: int, width: int, device: str) -> Tensor:
    """The arithmetic of two of the sources, and of The Annotated Transformer: frequencies as exp(log)."""
    table = torch.zeros(length, width, device=device)
    k = torch.arange(0, length, device=device).unsqueeze(1)
    omega = torch.exp(torch.arange(0, width, 2, device=device) * -(math.log(10_000.0) / width))
    table[:, 0::2] = torch.sin(k * omega)
    table[:, 1::2] = torch.cos(k * omega)
    return table


def power(length: int, width: int, device: str) -> Tensor:
    """The arithmetic of another source, and of Dive into Deep Learning: positions divided by powers of n."""
    table = torch.zeros(length, width, device=device)
    k = torch.arange(0, length, dtype=torch.float, device=device).unsqueeze(1)
    two_i = torch.arange(0, width, 2, dtype=torch.float, device=device)
    table[:, 0::2] = torch.sin(k / 10_000 ** (two_i / width))
    table[:, 1::2] = torch.cos(k / 10_000 ** (two_i / width))
    return table


def peer(length: int, width: int, device: str) -> Tensor:
    """positional-encodings from PyPI; the embeddings that it asks for are one number, stretched."""
    embeddings = torch.zeros(1, 1, 1, device=device).expand(1, length, width)
    return PositionalEncoding1D(width).to(device)(embeddings)[0]


FORMS = {
    "sinusoidal_by_rotation": lambda length, width, device: sinusoidal_by_rotation(length, width, device=device),
    "sinusoidal": lambda length, width, device: sinusoidal(length, width, device=device),
    "usual form, exp(log)": exponential,
    "usual form, powers": power,
    "positional-encodings": peer,
}
