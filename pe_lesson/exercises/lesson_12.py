"""Exercises of lesson 12."""

import math

import torch

from pe_lesson import frequencies
from pe_lesson.exercises._engine import exercise

exercise(
    "12.1",
    cases=[(4, 2), (10, 4), (3, 5), (32, 16)],
    praise="longer texts are squeezed, and a text that fits is left alone",
)

exercise(
    "12.2",
    cases=[
        (torch.tensor([1.0, 0.3, 0.1], dtype=torch.float64), 30),
        (frequencies(16, 100), 16),
        (torch.tensor([2 * math.pi / 8, 0.1], dtype=torch.float64), 8),  # one turn, to the bit
        (frequencies(8, 10_000), 1000),
        (torch.tensor([0.01, 0.02, 0.001], dtype=torch.float64), 7),
        (torch.tensor([2 * math.pi, 0.9, 0.5, 0.01], dtype=torch.float64), 10),
        (torch.tensor([0.7, 0.63, 0.01], dtype=torch.float64), 9),  # 6.3 radians, one turn; 5.67, none with one more
    ],
    praise="these have shown angles all round the circle",
)

exercise(
    "12.3",
    cases=[
        (frequencies(6, 100), 2.0, 16, 0.3, 5.0),
        (frequencies(16, 100), 4.0, 16, 0.5, 2.0),
        (frequencies(8, 10_000), 8.0, 300, 1.0, 4.0),
    ],
    praise="this is how Llama 3.1 sets its frequencies",
)
