"""The questions: asked in a question, answered shortly, shown by a section, a snippet or a paper, found by an index."""

import re

import pytest

from helpers import lessons, questions
from helpers.questions import INDEX, PAGES, QUESTIONS, SHOWS
from helpers.stored_state import sections

TEXT = INDEX.read_text(encoding="utf-8")
PEERS = (lessons.ROOT / "tests/peers/test_questions.py").read_text(encoding="utf-8")
LINKS = re.compile(
    r"(?P<read>Read in \[[^\]]+\]\(https://[^)]+\), .+? · )?"
    r"(?P<run>[Rr]un above(?: with Transformers \d\.\d+)? · )?"
    r"(?P<peers>Run with (?:Transformers|torch) \d\.\d+ · )?"
    r"(?P<shown>[Ss]hown in )?"
    r"\[lesson (?P<lesson>\d\d)\]\(\.\./(?P<file>[^)#]+)(?:#(?P<section>[^)]+))?\) · "
    r"asked in \[(?P<name>[^\]]+)\]\((?P<address>https://[^)]+)\)"
)
THREAD = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d+)")
# the places within questions.md that stood there when all answers did, as other pages may link them
OLD = """
the-words-are-already-in-order-why-does-attention-need-positions
why-is-the-encoding-added-to-the-word-and-not-put-beside-it
does-the-decoder-need-it-too
why-not-divide-the-position-by-the-length-so-that-it-lies-between-0-and-1
if-all-rows-made-of-sines-alone-are-different-what-are-the-cosines-for
nltk-stops-punkt_tab-not-found-what-now
sequence-length-is-longer-than-the-specified-maximum-1017--512-512-of-what
torchtext-stops-with-undefined-symbol-how-do-i-get-its-vocabulary
what-does-token--not-found-and-default-index-is-not-set-mean
could-every-unknown-word-simply-get-id-0
what-is-the-difference-between-nnembedding-and-nnlinear
where-in-the-embedding-of-a-word-is-its-position
index-out-of-range-which-index-and-out-of-which-range
what-does-padding_idx-do-does-attention-skip-the-padding-then
should-odd-columns-have-an-i-of-their-own
why-i--2-in-the-code-when-the-formula-says-2i
should-row-0-be-all-zeros
what-does-the-maximum-number-of-positions-mean
float32-was-wanted-and-float64-came-where-from
why-is-the-power-written-as-exp-of-a-log
the-formula-divides-why-does-the-code-multiply-by-div_term
why-is-every-frequency-used-twice
why-does-an-odd-width-stop-with-a-shape-error
this-code-has-1000-where-the-paper-has-10000-would-i-see-the-difference
does-the-table-need-a-dimension-for-the-batch
should-the-table-be-a-trained-parameter
a-checkpoint-will-not-load-into-a-model-with-a-longer-sinusoidal-table-what-can-i-do
why-dropout-after-the-sum-does-it-remove-whole-tokens
padding-gets-positions-as-well-so-it-is-no-longer-zero-does-that-matter
how-do-i-keep-padding-out-of-attention
does-true-in-a-mask-mean-look-or-hide
the-output-has-batch-size-1-not-mine-why
why-are-embeddings-multiplied-by-the-root-of-the-width
may-embedding-and-output-layer-share-one-matrix
a-sine-is-not-linear-how-can-pek--δ-be-a-linear-function-of-pek
why-both-sine-and-cosine
why-10000
why-is-the-table-computed-in-float64-and-what-if-a-device-has-none
my-data-is-batch-first-and-the-code-adds-pexsize0-is-that-wrong
does-nntransformer-include-the-positional-encoding
must-data-for-torchs-transformer-be-sequence-first
why-does-my-table-stay-on-the-cpu-when-the-model-moves-to-the-gpu
can-positions-be-stored-in-bfloat16
the-size-of-tensor-a-207-must-match-the-size-of-tensor-b-200-what-is-too-long
tensor2tensor-has-all-sines-first-then-all-cosines-does-it-matter
my-model-is-as-good-without-positions-how-can-that-be
may-i-replace-the-table-of-a-trained-model
positions-are-added-once-what-becomes-of-them-in-deeper-layers
why-does-bert-not-use-sines-and-cosines
how-many-rows-does-a-learned-table-need
can-i-load-a-model-with-a-learned-table-of-512-positions-into-one-of-1024
rope-rotates-by-the-absolute-position-does-attention-then-see-absolute-positions
can-alibi-be-used-without-a-causal-mask
how-can-a-model-without-any-encoding-know-positions
hugging-faces-llama-rotates-other-columns-than-metas-which-one-is-right
a-text-gives-another-output-when-it-is-padded-why
with-left-padding-a-rope-model-does-not-start-at-position-0-does-that-hurt
why-does-roberta-have-514-rows-for-512-positions
if-rope-forgives-a-shift-why-do-left-padded-prompts-get-wrong-answers-in-some-programs
several-documents-in-one-row-is-it-enough-to-restart-the-positions
what-does-the-mask-for-packed-documents-look-like
the-model-writes-one-token-at-a-time-which-position-does-each-get
the-cache-drops-old-keys-do-later-tokens-count-from-the-keys-that-are-left
my-model-writes-another-text-when-the-batch-is-larger-is-that-a-fault-in-the-positions
why-do-rotary-embeddings-do-badly-at-lengths-that-training-never-reached
a-larger-base-or-position-interpolation-what-is-the-difference
for-ten-times-the-length-why-is-the-new-base-so-much-more-than-ten-times-larger
what-does-an-alpha-for-ntk-aware-rope-do
does-position-interpolation-work-without-more-training
why-is-a-model-worse-on-short-texts-once-yarn-is-on
what-are-low_freq_factor-and-high_freq_factor
with-dynamic-and-a-factor-of-8-eight-times-the-length-gives-57-is-that-right
yarns-attention-factor-should-be-01-ln-s--1-why-is-it-10-for-some-models
what-is-the-longest-text-for-t5
is-t5s-number-of-buckets-its-maximum-length
why-does-this-alibi-code-add-the-same-row-to-every-query
why-are-queries-and-keys-rotated-but-not-values
patches-of-an-image-have-two-positions-how-are-both-encoded
how-is-rope-used-for-images
a-learned-table-is-interpolated-for-larger-images-what-are-the-extra-tokens-there
sources-disagree-on-what-bert-uses-where-can-i-look-it-up
""".strip().splitlines()


def lesson(question: questions.Question) -> str:
    return LINKS.fullmatch(question.links)["lesson"]


def place(question: questions.Question) -> str:
    slug = re.sub(r"[^\w -]", "", question.asked.lower()).replace(" ", "-")
    return f"questions/{question.page.name}#{slug}"


def test_at_most_150_questions_each_once_in_eight_pages_of_8500_words():
    asked = [question.asked for question in QUESTIONS]
    assert len(PAGES) == 8
    assert 100 <= len(set(asked)) == len(asked) <= 150
    assert sum(len(question.answer.split()) for question in QUESTIONS) <= 8500


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_an_answer_is_short_and_is_shown_and_was_asked(question):
    assert question.asked.endswith("?")
    assert 20 <= len(question.answer.split()) <= 60
    found = LINKS.fullmatch(question.links)
    assert found, question.links
    path = lessons.FOLDER / found["file"]
    assert path.name.startswith(found["lesson"])
    assert path.is_file()
    assert bool(found["shown"]) == bool(found["section"])
    assert not found["section"] or found["section"] in sections(path)
    assert bool(found["run"]) == bool(question.snippet)
    assert found["read"] or found["run"] or found["peers"] or found["shown"], "nothing shows it"
    assert ("transformers" in question.snippet) == ("with Transformers" in (found["run"] or ""))
    assert not found["peers"] or question.asked in PEERS
    thread = THREAD.fullmatch(found["address"])
    host = found["address"].split("/")[2].removeprefix("www.")
    assert found["name"] == f"{thread[1]}#{thread[2]}" if thread else found["name"].startswith(f"{host}, ")


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.snippet], ids=str)
def test_a_snippet_is_short_and_shows_what_comes(question):
    lines = [line for line in question.snippet.splitlines() if line]  # the formatter sets empty ones between
    assert len(lines) <= 6
    assert max(map(len, lines)) <= 120
    assert SHOWS in question.snippet


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_follows_the_lessons_and_begins_like_the_others(page):
    numbers = [lesson(question) for question in QUESTIONS if question.page == page]
    assert numbers == sorted(numbers)
    assert questions.opening(page) == questions.opening(PAGES[0])
    assert f"](questions/{page.name})" in TEXT


def test_the_index_leads_to_each_question_by_its_lesson_and_by_what_one_does():
    parts = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])
    wanted = sorted(map(place, QUESTIONS))
    for links in (parts["What are you doing?"], parts["By lesson"]):
        assert sorted(re.findall(r"\]\((questions/[^)]+#[^)]+)\)", links)) == wanted
    for number, listed in re.findall(r"### Lesson (\d\d)\n(.*?)(?=\n###|$)", parts["By lesson"], re.DOTALL):
        here = [question for question in QUESTIONS if lesson(question) == number]
        assert listed.count("](questions/") == len(here)
        assert [question.asked for question in here if f"[{question.asked}]({place(question)})" not in listed] == []


def test_each_link_of_the_index_leads_somewhere():
    places = {place(question) for question in QUESTIONS}
    linked = re.findall(r"\]\((questions/[^)]+#[^)]+)\)", TEXT)
    assert [target for target in linked if target not in places] == []


def test_every_old_place_leads_to_its_answer():
    lines = [line for line in TEXT.splitlines() if "<a id=" in line]
    assert sorted(name for line in lines for name in re.findall(r'<a id="([^"]+)"></a>', line)) == sorted(OLD)
    assert [line for line in lines if not re.fullmatch(r"- (<a id=\"[^\"]+\"></a>)+\[.+\]\(questions/.+\)", line)] == []
