"""The pictures that notebooks and README embed, by name. Run as a program: ``make images``."""

from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

from pe_lesson import frequencies, plots, sinusoidal

FOLDER = Path(__file__).resolve().parents[2] / "images"
PICTURES: dict[str, Callable[[], Figure]] = {
    "denominators.png": plots.denominators,
    "dials.png": lambda: plots.dials(3, 5, n=100),
    "formula.png": plots.formula,
    "hadamard.png": plots.hadamard,
    "heat_map.png": lambda: plots.heat_map(sinusoidal(100, 64), "Fast waves left, slow waves right"),
    "pair_turns.png": lambda: plots.pair_turns(frequencies(16, 100), 16, 64, {"as trained": frequencies(16, 100)}),
    "pipeline.png": plots.pipeline,
    "places.png": plots.three_places,
    "sine_alone.png": plots.sine_alone,
    "transformer.png": plots.transformer,
}


def save(figure: Figure, path: Path) -> None:
    # no version of Matplotlib in the file: the same picture is the same bytes
    figure.savefig(path, dpi=100, facecolor="white", metadata={"Software": None})


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        save(draw(), FOLDER / name)
        print(f"drew images/{name}")
