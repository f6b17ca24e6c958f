"""The pages of questions: what is asked, answered, run and linked; and how a snippet is run."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from tools import lessons

INDEX = lessons.FOLDER / "questions.md"
PAGES = sorted((lessons.FOLDER / "questions").glob("*.md"))
FENCED = re.compile(r"```python\n(.*?)```", re.DOTALL)
SHOWS = "  # → "


@dataclass(frozen=True)
class Question:
    """One of them: its page, its words, the answer, the lines of its snippet, and the line of links."""

    page: Path
    asked: str
    answer: str
    snippet: str
    links: str

    def __str__(self) -> str:
        return f"{self.page.stem}: {self.asked}"


def _read(page: Path) -> list[Question]:
    found = []
    for part in page.read_text(encoding="utf-8").split("\n## ")[1:]:
        asked, rest = part.strip().split("\n\n", 1)
        snippet = "".join(FENCED.findall(rest))
        blocks = [block for block in FENCED.sub("", rest).split("\n\n") if block.strip()]
        assert len(blocks) == 2, f"an answer and a line of links: {asked}"
        found.append(Question(page, asked, blocks[0].strip(), snippet, blocks[1].strip()))
    return found


QUESTIONS = [question for page in PAGES for question in _read(page)]


def opening(page: Path) -> str:
    """The lines from which the snippets of a page go on."""
    (lines,) = FENCED.findall(page.read_text(encoding="utf-8").split("\n## ")[0])
    return lines


def differences(snippet: str, names: dict[str, object]) -> list[str]:
    """Run a snippet; where a line shows a value, or an error, compare it with what comes."""
    found, lines = [], snippet.splitlines()
    for node in ast.parse(snippet).body:
        shown = lines[node.end_lineno - 1].partition(SHOWS)[2]
        try:
            if isinstance(node, ast.Expr):
                came = str(eval(compile(ast.Expression(node.value), "snippet", "eval"), names))
            else:
                exec(compile(ast.Module([node], []), "snippet", "exec"), names)
                came = ""
        except Exception as error:  # the snippet may show it
            came = f"{type(error).__name__}: {error}"
            shown = shown or "no error"
        came = " ".join(came.split())
        if shown and not re.fullmatch(".*".join(map(re.escape, re.split(" ?… ?", shown))), came):
            found.append(f"{lines[node.lineno - 1]} gives {came}")
    return found
