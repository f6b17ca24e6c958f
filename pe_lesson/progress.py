"""A progress line for slow cells in JupyterLab, cleared when the cell finishes."""

import os
import sys
from collections.abc import Iterable, Iterator, Sized
from time import monotonic
from typing import TypeVar

from pe_lesson._words import say

Item = TypeVar("Item")
LAB = "JPY_SESSION_NAME"  # Jupyter's servers give it to the kernels of open notebooks; nbclient and nbval do not
SECONDS = 0.2  # between two updates


def progress(items: Iterable[Item], words: str, total: int | None = None) -> Iterator[Item]:
    """Yield ``items`` one by one and show how many are done; nothing is shown outside an open notebook.

    At its end the line is cleared, with all that the cell has printed before: print after the loop.

    Args:
        items: what a loop iterates over.
        words: what is counted, such as ``"step"``.
        total: number of items; ``len(items)`` if None.

    Example:
        >>> sum(progress([1, 2, 3], "number"))
        6
    """
    if LAB not in os.environ or "IPython" not in sys.modules:
        yield from items
        return
    from IPython.display import clear_output, display

    total = len(items) if total is None and isinstance(items, Sized) else total
    line, last = display({"text/plain": f"{say(words)} 0"}, raw=True, display_id=True), 0.0  # type: ignore[no-untyped-call,unused-ignore]
    try:
        for done, item in enumerate(items):
            if monotonic() - last > SECONDS:
                text = say("{words} {done} of {total}", words=say(words), done=done + 1, total=total)
                line.update({"text/plain": text if total else f"{say(words)} {done + 1}"}, raw=True)
                last = monotonic()
            yield item
    finally:
        clear_output()  # type: ignore[no-untyped-call,unused-ignore]
