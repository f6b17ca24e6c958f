"""Text in columns."""

from collections.abc import Sequence
from unicodedata import east_asian_width


def text_table(lines: Sequence[Sequence[str]], narrowest: int = 0) -> str:
    """Join entries into lines of text: each column is as wide as its widest entry, with two spaces after it."""
    widths = [max(narrowest, *map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(_padded, line, widths)).rstrip() for line in lines)


def _padded(entry: str, width: int) -> str:
    return entry + (width - _width(entry)) * " "


def _width(text: str) -> int:
    """How many characters wide a text is; a Hangul syllable is as wide as two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
