"""What the lessons say, quoted and found, so that a test can name the sentence that has become untrue."""

from importlib.metadata import version

from torch import Tensor

from tools import lessons


def claim(notebook: str, quote: str, library: str = "transformers") -> str:
    """What a failed test says: the sentence, where it stands, and the library that does otherwise.

    The sentence must stand in the notebook as it is quoted, else this fails at once.
    """
    quote, heading = _spaces(quote), ""
    for cell in lessons.read(lessons.FOLDER / f"{notebook}.ipynb").cells:
        for block in cell.source.split("\n\n"):
            if cell.cell_type == "markdown" and block.startswith("#"):
                heading = block.splitlines()[0].lstrip("# ")
            if quote in _spaces(block):
                where = f"notebooks/{notebook}.ipynb, '{heading}', cell {cell.id}"
                return f"\nno longer true of {library} {version(library)}: {quote!r}\n{where}"
    raise AssertionError(f"notebooks/{notebook}.ipynb does not say {quote!r} any more: quote here what it says now")


def agree(ours: Tensor, theirs: Tensor, sentence: str, tolerance: float = 1e-5) -> None:
    """Same shape, and no entry further apart than ``tolerance``."""
    assert ours.shape == theirs.shape, f"shapes {tuple(ours.shape)} and {tuple(theirs.shape)} {sentence}"
    apart = (ours.double() - theirs.double()).abs().max().item()
    assert apart <= tolerance, f"{apart:.1e} apart, {tolerance:.0e} allowed {sentence}"


def _spaces(text: str) -> str:
    return " ".join(text.split())
