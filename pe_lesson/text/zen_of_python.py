"""A real text that is on every machine: the Zen of Python."""

import contextlib
import io
from importlib import import_module


def zen() -> list[str]:
    """The Zen of Python, one string per line, title first, without empty lines.

    Example:
        >>> len(zen()), zen()[1]
        (20, 'Beautiful is better than ugly.')
    """
    with contextlib.redirect_stdout(io.StringIO()):  # importing `this` prints the text, the first time only
        this = import_module("this")
    text = "".join(this.d.get(letter, letter) for letter in this.s)
    return [line for line in text.splitlines() if line]
