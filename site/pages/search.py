"""Search: code and messages lead to the question about them; in Korean, Japanese and Chinese two letters are a word.

There every two neighbouring letters are a word, in the index and in what somebody searches for.
"""

import re

from babel import Locale
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.search import SearchLanguage
from sphinx.transforms import SphinxTransform

from languages import catalogs

LETTERS = "\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3"  # kana, Chinese characters, Hangul
RUN = re.compile(f"[{LETTERS}]+|(?:(?![{LETTERS}])\\w)+")


class Pairs(SearchLanguage):
    """Split a run of letters into its overlapping pairs; a run of one letter, and any other word, stays."""

    js_splitter_code = """
var splitQuery = query => (query.match(/[%s]+|(?:(?![%s])[\\p{Letter}\\p{Number}_])+/gu) || []).flatMap(run =>
    /[%s]/.test(run) && run.length > 1 ? [...run.slice(1)].map((letter, i) => run[i] + letter) : [run]);
""" % ((LETTERS.encode("ascii", "backslashreplace").decode(),) * 3)

    def split(self, input: str) -> list[str]:  # noqa: A002 - Sphinx names it so
        """The words of a text."""
        words = []
        for run in RUN.findall(input):
            pairs = [run[i : i + 2] for i in range(len(run) - 1)] if re.match(f"[{LETTERS}]", run) else []
            words += [*run, *pairs] if pairs else [run]
        return words


class QuestionIndex(SphinxTransform):
    """Code in an answer, and what its heading quotes, lead to that question: the search lists them like an index."""

    default_priority = 720  # sections have their names

    def apply(self, **kwargs: object) -> None:
        """Go through the questions of this page."""
        if not self.env.docname.startswith("notebooks/questions/"):
            return
        for section in self.document.findall(nodes.section):
            quotes = {code.astext() for part in section[:2] for code in part.findall(nodes.literal)}
            quotes |= {words for _, words in re.findall(r"""(?<!\w)(["'])(.{9,}?)\1(?!\w)""", section[0].astext())}
            entries = [("single", words, section["ids"][0], "", None) for words in sorted(quotes) if ";" not in words]
            if entries and not isinstance(section.parent, nodes.document):
                section.insert(1, addnodes.index(entries=entries))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx; the letters for each language whose own name is written in them."""
    app.add_transform(QuestionIndex)
    for code in catalogs.languages():
        if re.search(f"[{LETTERS}]", Locale(code).get_display_name(code) or ""):
            name = Locale(code).english_name or code
            app.add_search_language(type(name, (Pairs,), {"lang": code, "language_name": name}))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
