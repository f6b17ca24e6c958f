"""The pictures that notebooks and README embed, by name. Run as a program: ``make images``."""

from collections.abc import Callable
from pathlib import Path

import torch
from matplotlib.figure import Figure
from torch import Tensor

from pe_lesson import build_vocab_from_iterator, frequencies, numericalize, plots, sinusoidal, source, tokenize
from tools import ROOT

FOLDER = ROOT / "images"
PICTURES: dict[str, Callable[[], Figure]] = {
    "denominators.png": plots.denominators,
    "dials.png": lambda: plots.dials(3, 5, n=100),
    "formula.png": plots.formula,
    "hadamard.png": plots.hadamard,
    "heat_map.png": lambda: plots.heat_map(sinusoidal(100, 64), "Fast waves left, slow waves right"),
    "moved_weights.png": lambda: words_reversed(),
    "pair_turns.png": lambda: plots.pair_turns(frequencies(16, 100), 16, 64, {"as trained": frequencies(16, 100)}),
    "pipeline.png": lambda: plots.pipeline(*first_sentence()),
    "places.png": plots.three_places,
    "sine_alone.png": plots.sine_alone,
    "transformer.png": plots.transformer,
}


def first_sentence() -> tuple[list[str], Tensor, Tensor, Tensor]:
    """The tokens, ids, embeddings and encodings of the source's first sentence."""
    tokenized = [tokenize(sentence) for sentence in source.SENTENCES]
    ids = numericalize(tokenized, build_vocab_from_iterator(tokenized))[0]
    return tokenized[0], ids, source.EMBEDDINGS[ids], sinusoidal(6, 4, 1000)


def words_reversed() -> Figure:
    """Lesson 00's weights of dog bites man, and of its words reversed."""
    first, second = (torch.Generator().manual_seed(seed) for seed in (0, 1))
    x = torch.stack([torch.randn(8, generator=first) for _ in range(3)])
    w_q, w_k, _ = torch.randn(3, 8, 8, generator=second) / 8**0.5
    before, after = (((rows @ w_q) @ (rows @ w_k).T).softmax(-1) for rows in (x, x.flip(0)))
    return plots.moved_weights(before, after, ["dog", "bites", "man"], [2, 1, 0])


def save(figure: Figure, path: Path) -> None:
    """Write a picture without Matplotlib's version in it, so that the same picture is the same bytes."""
    figure.savefig(path, dpi=100, facecolor="white", metadata={"Software": None})


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        save(draw(), FOLDER / name)
        print(f"drew images/{name}")
