"""Every figure of the lessons, as a function that returns a Matplotlib figure."""

from pe_lesson.plots.diagrams import denominators, formula, hadamard, pipeline, positions
from pe_lesson.plots.tables import heat_map

__all__ = ["denominators", "formula", "hadamard", "heat_map", "pipeline", "positions"]
