"""How far a long cell is: a line below it in JupyterLab, gone when the cell is done."""

import os
import sys
from collections.abc import Iterable, Iterator, Sized
from time import monotonic
from typing import TypeVar

Item = TypeVar("Item")
LAB = "JPY_SESSION_NAME"  # Jupyter's servers give it to the kernels of open notebooks; nbclient and nbval do not
SECONDS = 0.2  # between two looks


def progress(items: Iterable[Item], words: str, total: int | None = None) -> Iterator[Item]:
    """Yield ``items`` one by one and say how many are done; say nothing outside an open notebook.

    Args:
        items: what a loop goes through.
        words: what is counted, as in ``"step"``.
        total: how many there are; asked of ``items`` if None.
    """
    if LAB not in os.environ or "IPython" not in sys.modules:
        yield from items
        return
    from IPython.display import clear_output, display

    total = len(items) if total is None and isinstance(items, Sized) else total
    line, last = display({"text/plain": f"{words} 0"}, raw=True, display_id=True), 0.0
    try:
        for done, item in enumerate(items):
            if monotonic() - last > SECONDS:
                line.update({"text/plain": f"{words} {done + 1}" + (f" of {total}" if total else "")}, raw=True)
                last = monotonic()
            yield item
    finally:
        clear_output()
