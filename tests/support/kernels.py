"""One kernel for all that a worker runs: starting it and importing torch takes longer than most lessons."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

import nbformat
from nbclient import NotebookClient

from tools import lessons

# `%reset -f` does the same and takes 0.4 s, which is more than running most lessons again
FORGET = "for _name in set(globals()) - _kept: del globals()[_name]\nOut.clear()"


class Kernel:
    """A running kernel, in which one lesson after the other starts with no names."""

    def __init__(self, client: NotebookClient) -> None:
        self.client = client
        self.run("_kept = set(globals()) | {'_kept', '_name'}")

    def start(self, notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
        """Forget what cells defined; a copy of the notebook, whose cells are run from now on."""
        self.run(FORGET)
        self.client.reset_execution_trackers()
        self.client.nb = deepcopy(notebook)
        return self.client.nb

    def run(self, source: str) -> None:
        self.client.execute_cell(nbformat.v4.new_code_cell(source), 0)


@contextmanager
def running() -> Iterator[Kernel]:
    client = lessons.client(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell()]))
    with client.setup_kernel():
        yield Kernel(client)
