"""The texts of a language, built from the English ones and its catalogs into a folder that git does not keep."""

import json
import re
import shutil
import unicodedata
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from languages import catalogs, marked
from languages.pieces import KEPT, Piece, pieces, says_something

COPIED = ["images", "LICENSE", "CITATION.cff", "*.md", "site/*.md", "site/*.rst", "classroom/*"]  # as they are
PLAIN = re.compile(rf"{KEPT['code'].pattern}|{KEPT['formula'].pattern}|{KEPT['link'].pattern}")
CODE = "\ue000"  # in the place of code, of a formula, of where a link leads
STARS = re.compile(r"(?<!\*)(\*\*?)(?![\s*])(.+?)(?<![\s*])\1(?!\*)")
TAGS = {"*": "<em>{}</em>", "**": "<strong>{}</strong>"}
LINK = re.compile(r"\]\(([^()\s#]*)#([^()\s]+)\)")


def anchors() -> dict[str, set[str]]:
    """The places within each source that a link of any source leads to."""
    by_source: dict[str, set[str]] = {}
    for source in catalogs.sources():
        for _, text in catalogs.texts(source):
            for file, anchor in LINK.findall(text):
                if ":" not in file:
                    target = (catalogs.ROOT / source).parent / file if file else catalogs.ROOT / source
                    by_source.setdefault(target.resolve().relative_to(catalogs.ROOT).as_posix(), set()).add(anchor)
    return by_source


def github_slug(heading: str) -> str:
    """How a link names a heading on GitHub."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def slugs(heading: str) -> set[str]:
    """How a link may name a heading: JupyterLab's way, and GitHub's."""
    return {heading.replace(" ", "-"), github_slug(heading)}


def in_english(piece: Piece) -> str:
    """A message without a translation, marked as English for browsers and screen readers."""
    if piece.kind == "picture":  # an alternative is no HTML
        return piece.message
    cells = piece.message.split(" | ") if piece.kind == "row" else [piece.message]
    return " | ".join(f'<span lang="en">{cell}</span>' if says_something(cell) else cell for cell in cells)


def emphasised(text: str) -> str:
    """Stars as tags where CommonMark leaves them standing: words without spaces touch them, as in **행(row)**을."""
    codes = [match[0] for match in PLAIN.finditer(text)]  # no star in it is emphasis
    text = PLAIN.sub(CODE, text)
    text = STARS.sub(lambda match: match[0] if _stands(text, match) else TAGS[match[1]].format(match[2]), text)
    return re.sub(CODE, lambda _: codes.pop(0), text)


def _stands(text: str, match: re.Match[str]) -> bool:
    """Whether both runs of stars open and close, by CommonMark's rule of flanking."""
    outside, inside = (text[: match.start()][-1:], text[match.end() :][:1]), (match[2][0], match[2][-1])
    return all(not _mark(i) or not o.strip() or _mark(o) for i, o in zip(inside, outside, strict=True))


def _mark(letter: str) -> bool:
    """Punctuation or a symbol; code and formulas begin and end with one."""
    return letter == CODE or unicodedata.category(letter)[0] in "PS"


def translate(text: str, translations: dict[str, str], linked: set[str]) -> str:
    """A text with what is translated; the rest stays English and is marked as English."""
    out = []
    for piece in pieces(text):
        if not piece.message:
            out.append(piece.raw)
            continue
        if piece.kind == "heading" and piece.message in translations:  # links name the English heading
            out += [f'<a id="{name}"></a>\n' for name in sorted(slugs(piece.message) & linked)]
        words = translations.get(piece.message) or in_english(piece)
        out.append(piece.before + (words if piece.kind == "picture" else emphasised(words)) + piece.after)
    return "".join(out)


def in_order(text: str) -> str:
    """A glossary whose rows stand in the order of the language's own words; Hangul is in order in Unicode."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("|---")) + 1
    end = next((i for i in range(first, len(lines)) if not lines[i].startswith("|")), len(lines))
    # the term alone, so that one word stands before those that begin with it
    rows = sorted(lines[first:end], key=lambda row: re.split(r"[(|]", re.sub("<[^>]*>|^\\| *", "", row))[0].casefold())
    return "\n".join([*lines[:first], *rows, *lines[end:]]) + "\n"


def printed(cell: dict[str, Any]) -> str:
    """What a code cell has printed, as text."""
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell["outputs"]]
    return "\n".join("".join(text) for text in texts) + "\n".join(o.get("evalue", "") for o in cell["outputs"])


def kinds(cell: dict[str, Any]) -> set[str]:
    """What a code cell has put out, by MIME type."""
    return {kind for output in cell["outputs"] for kind in output.get("data", {})}


def build(language: str, folder: Path) -> None:
    """Build all texts of a language; what the package said in English is left out of a lesson's outputs."""
    _copy(folder)
    linked, messages, drawn = anchors(), marked.translated(language), marked.draws(language)
    for source in catalogs.sources():
        content = (catalogs.ROOT / source).read_text(encoding="utf-8")
        to_language = partial(
            translate, translations=catalogs.translations(language, source), linked=linked.get(source, set())
        )
        is_lesson = source.endswith(".ipynb")
        content = _lesson(content, to_language, messages, drawn) if is_lesson else to_language(content)
        content = in_order(content) if source == "notebooks/glossary.md" else content
        target = folder / source
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")


def _copy(folder: Path) -> None:
    """Copy pictures, licence and pages; what is translated is then written over."""
    for pattern in COPIED:
        for path in catalogs.ROOT.glob(pattern):
            target = folder / path.relative_to(catalogs.ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, target, dirs_exist_ok=True)
            else:
                shutil.copy(path, target)


def _lesson(content: str, to_language: Callable[[str], str], messages: list[re.Pattern[str]], drawn: bool) -> str:
    """A lesson with its text translated, and without the outputs that say something in English."""
    notebook = json.loads(content)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = to_language("".join(cell["source"])).splitlines(keepends=True)
            continue
        words = printed(cell)
        if any(pattern.search(words) for pattern in messages) or (drawn and "image/png" in kinds(cell)):
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
