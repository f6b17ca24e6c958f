"""Bring a language's catalogs, one PO file per source, up to date with the English, and read them.

babel does the work of gettext's msgmerge; JupyterLab and Sphinx install it.
"""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from languages.pieces import pieces
from tools import ROOT as ROOT  # the files beside this one take it from here, and a test sets it here

FOLDER = ROOT / "languages/po"
# what a learner or a teacher reads; notebooks/glossary.md has the catalog po/ko/notebooks/glossary.po
SOURCES = ["README.md", "notebooks/*.ipynb", "notebooks/*.md", "notebooks/questions/*.md", "site/*.md"]
SITE, PACKAGE = "site", "pe_lesson"  # words of the site's own, and what the package says to a learner
HEADER = "# {language} translation of {source}, MIT licence. How to translate: languages/README.md"
MARKS = re.compile(r"`([^`]*)`|\*")  # a page shows what stands in code, stars too
NO_LINE = 0  # a line number would change with every edit above it
NEVER = datetime(2000, 1, 1)  # a date would change with every run


def languages() -> list[str]:
    """The codes of all languages that have a folder."""
    return sorted(path.name for path in FOLDER.glob("*/"))


def sources() -> list[str]:
    """The names of all texts that have a catalog."""
    return [path.relative_to(ROOT).as_posix() for pattern in SOURCES for path in sorted(ROOT.glob(pattern))]


def texts(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a source, each with its place: a cell of a notebook, or the file itself."""
    content = (ROOT / source).read_text(encoding="utf-8")
    if not source.endswith(".ipynb"):
        yield source, content
        return
    for cell in json.loads(content)["cells"]:
        if cell["cell_type"] == "markdown":
            yield f"{source}#{cell['id']}", "".join(cell["source"])


def template(source: str) -> Catalog:
    """The messages of a source, without translations."""
    catalog = Catalog(fuzzy=False)
    for place, text in texts(source):
        for piece in pieces(text):
            if piece.message:
                catalog.add(piece.message, locations=[(place, NO_LINE)], auto_comments=[piece.kind])
    return catalog


def file(language: str, source: str) -> Path:
    """The path of the catalog of a source; the package brings its own along."""
    if source == PACKAGE:
        return ROOT / PACKAGE / "locale" / f"{language}.po"
    return (FOLDER / language / source).with_suffix(".po")


def read(language: str, source: str) -> Catalog:
    """The catalog of a source; an empty one if there is none yet."""
    path = file(language, source)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as lines:
        return read_po(lines, locale=language, abort_invalid=True)


def update(language: str, source: str, template: Catalog) -> Catalog:
    """The catalog with the messages of today: new ones are empty, changed ones fuzzy, lost ones gone."""
    catalog, new = read(language, source), not file(language, source).exists()
    for message in catalog:  # babel reads the old English of a fuzzy message as a comment
        message.user_comments = [words for words in message.user_comments if not words.startswith("|")]
    catalog.update(template, update_creation_date=False)
    name = catalog.locale.english_name if catalog.locale else language
    if new:  # later it is the translators'
        catalog.header_comment = HEADER.format(language=name, source=source)
    catalog.project, catalog.version, catalog.fuzzy = "positional-encoding", "", False
    catalog.creation_date = catalog.revision_date = NEVER
    return catalog


def written(catalog: Catalog) -> bytes:
    """The bytes of its file: the same messages give the same bytes, with any version of babel."""
    for message in catalog:  # babel takes a percent sign or a formula for Python's format, and msgfmt refuses it
        english = "".join(message.id)  # a plural's two forms, too
        message.flags -= {"python-brace-format"} if "%(" in english else {"python-format", "python-brace-format"}
        if places(english) and any(name.endswith(".py") for name, _ in message.locations):
            message.flags.add("python-brace-format")
    target = BytesIO()
    write_po(target, catalog, width=100, include_previous=True, ignore_obsolete=True)
    return b"".join(line for line in target.getvalue().splitlines(keepends=True) if b'"Generated-By' not in line)


def places(message: str) -> set[str]:
    """The named places of a sentence that code says."""
    return set(re.findall(r"\{(\w+)\}", message))


def write(catalog: Catalog, path: Path) -> None:
    """Write a catalog."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalog))


def is_translated(message: Message) -> bool:
    """Whether a message is neither empty nor fuzzy."""
    return bool(message.string) and not message.fuzzy


def translations(language: str, source: str) -> dict[str, str]:
    """What is translated; no source has a plural."""
    return {str(m.id): str(m.string) for m in read(language, source) if m.id and is_translated(m)}


def offered(language: str) -> bool:
    """Whether the pages offer this language: half of the messages of lessons 00 to 06 are translated."""
    names = [name for name in sources() if re.match(r"notebooks/0[0-6]_", name)]
    messages = [message for name in names for message in read(language, name) if message.id]
    return 2 * sum(map(is_translated, messages)) > len(messages)


def headings(language: str) -> dict[str, dict[str, str]]:
    """Page by page the translated headings, as the page shows them, and the English ones."""
    pages: dict[str, dict[str, str]] = {}
    for source in sources():
        translated, here = translations(language, source), pages.setdefault(source.rpartition(".")[0], {})
        for _, text in texts(source):
            for piece in pieces(text):
                if piece.kind == "heading" and piece.message in translated:
                    shown = MARKS.sub(lambda mark: mark[1] or "", translated[piece.message])
                    here[shown] = piece.message
    return pages
