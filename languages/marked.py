"""Find what is said outside the texts: by the site's templates, and by the package to a learner who answers."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir

from languages import catalogs

METHODS = {
    catalogs.SITE: [("_templates/**.html", "jinja2.ext:babel_extract"), ("pages/**.py", "python")],
    catalogs.PACKAGE: [("**.py", "python"), ("exercises/lesson_*.txt", "languages.marked:sentences")],
}
OURS = dict.fromkeys(
    ("say", "marked", "Mistake", "_fault", "type_error", "value_error")
)  # of the package; their first argument is a message
TELLING = 8  # letters; "yes" and "of" stand in any output
# lines of lesson_NN.txt that a learner reads; pe_lesson/exercises/_text.py says what they are
SAID = {"> ": "praise", "- ": "of this answer", "@otherwise ": "else", "@table_ends ": "else", "@sizes_differ ": "else"}


def template(source: str) -> Catalog:
    """The messages of the site or of the package, each with its file; an exercise's with its number and an answer."""
    catalog = Catalog(fuzzy=False)
    said = extract_from_dir(
        catalogs.ROOT / source,
        METHODS[source],
        keywords=OURS if source == catalogs.PACKAGE else DEFAULT_KEYWORDS,
        directory_filter=lambda _: True,  # babel passes over folders that begin with _
    )
    for name, _, message, comments, _ in said:
        catalog.add(message, locations=[(f"{source}/{name}", catalogs.NO_LINE)], auto_comments=comments)
    return catalog


def sentences(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The sentences of ``lesson_NN.txt`` as babel asks for them; read as lines, so that nobody needs torch for it."""
    lines = file.read().decode("utf-8").splitlines()
    number = ""
    for i, line in enumerate(lines):
        if line.startswith("## "):
            number = line[3:].strip()
        mark = next((mark for mark in SAID if line.startswith(mark)), None)
        if mark and re.fullmatch(r"\d\d\.\d+", number):
            code = [answer[4:] for answer in lines[i + 1 : i + 2] if mark == "- "]
            yield i + 1, None, line.removeprefix(mark), [": ".join([f"{number}, {SAID[mark]}", *code])]


def translated(language: str) -> list[re.Pattern[str]]:
    """What the package says otherwise in this language, as it stands in an English output; places hold anything."""
    found = []
    for message in catalogs.translations(language, catalogs.PACKAGE):
        words = re.split(r"\{\w+\}", message)
        if sum(letter.isalpha() for word in words for letter in word) >= TELLING:
            found.append(re.compile(".+?".join(map(re.escape, words))))
    return found


def draws(language: str) -> bool:
    """Whether words in figures are translated."""
    messages = filter(catalogs.is_translated, catalogs.read(language, catalogs.PACKAGE))
    return any("/plots/" in name for message in messages for name, _ in message.locations)


def hand_over(language: str, folder: Path) -> None:
    """Put the site's catalog where Sphinx finds and compiles it, below the folder that ``locale_dirs`` names."""
    path = folder / language / "LC_MESSAGES/sphinx.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(catalogs.file(language, catalogs.SITE), path)
