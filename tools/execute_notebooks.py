"""Execute notebooks in place, in a fresh kernel each, normalise them, and write their minutes: ``make notebooks``."""

import sys
from pathlib import Path

import nbformat

from tools.lessons import FOLDER, PATHS, client, normalise, read
from tools.minutes import with_minutes
from tools.reading import MINUTES, reading


def main(names: list[str]) -> None:
    """Execute the notebooks named, or all, then write the minutes of every page."""
    for path in [FOLDER / Path(name).name for name in names] or PATHS:
        notebook = normalise(read(path))
        client(notebook).execute()
        notebook.cells[0].source = MINUTES.sub(reading(notebook).head, notebook.cells[0].source)
        nbformat.write(normalise(notebook), path)
        print(f"executed {path.name}: {len(notebook.cells)} cells")
    for page, text in with_minutes().items():
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
