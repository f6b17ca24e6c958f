"""Text in columns."""

from collections.abc import Sequence


def text_table(lines: Sequence[Sequence[str]], narrowest: int = 0) -> str:
    """One line of text per line, each column as wide as its widest entry, two spaces between columns."""
    widths = [max(narrowest, *map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
