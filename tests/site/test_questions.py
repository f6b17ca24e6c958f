"""The search leads from what people type, an error message or a name, to a question about it."""

import json
from functools import cache

import pytest

from tests.site.built import SITE, ids

FOLDER = "notebooks/questions/"


@cache
def index() -> dict:
    """The search index of the English pages."""
    text = (SITE / "searchindex.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix("Search.setIndex(").rstrip("; \n").removesuffix(")"))


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("inv_freq", "rope"),
        ("[cls]", "tokens"),
        ("generate()", "batches"),
        ("indexerror: index out of range in self", "tokens"),
        ("size mismatch for pos_embed", "other"),
        ("embed_dim must be divisible by num_heads", "module"),
    ],
)
def test_code_and_messages_lead_to_a_question(typed: str, question: str) -> None:
    found = {(index()["docnames"][page], place) for page, place, _ in index()["indexentries"][typed]}
    places = [place for page, place in found if page == FOLDER + question]
    assert places
    assert set(places) <= ids(f"{FOLDER}{question}.html")


@pytest.mark.parametrize("stem", ["autocast", "concaten", "cross", "fine", "tune", "buffer", "quantis", "alibi"])
def test_words_lead_to_a_page_of_questions(stem: str) -> None:
    found = [index()[kind].get(stem, []) for kind in ("terms", "titleterms")]  # a page is in one of them
    pages = {page for part in found for page in (part if isinstance(part, list) else [part])}
    names = [index()["docnames"][page] for page in pages]
    assert [name for name in names if name.startswith(FOLDER)] != []
