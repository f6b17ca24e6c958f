"""When two pictures count as the same."""

import numpy as np

OTHER_COLOUR = 0.1  # of its range: a pixel that differs more is another
OTHER_PIXELS = 0.001  # of all: a figure with as many of them is another


def same_picture(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two pictures as ``imread`` gives them have one shape and hardly a pixel of another colour."""
    return a.shape == b.shape and (np.abs(a - b) > OTHER_COLOUR).any(axis=-1).mean() < OTHER_PIXELS
