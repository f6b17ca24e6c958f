"""The vocabulary: the same tests for torchtext's own and for the drop-in, and the two against each other."""

import gc
import inspect
import runpy
import sys
from importlib.util import find_spec

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

import pe_lesson
from pe_lesson import TORCHTEXT_LOADS
from pe_lesson.text import torchtext_dropin, vocabulary
from tests.support.bad_input import refusal

needs_torchtext = pytest.mark.skipif(
    not TORCHTEXT_LOADS, reason="torchtext loads beside torch 2.3 only; make test-torchtext runs this"
)
BUILDS = {"drop-in": torchtext_dropin.build_vocab_from_iterator}
if TORCHTEXT_LOADS:
    BUILDS["torchtext"] = pe_lesson.build_vocab_from_iterator
each = pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS.keys())
CORPUS = [["b", "a", "B"], ["a", "c"]]  # ids: a 0, B 1, b 2, c 3


def outcome(call, *arguments):
    """What a call returns, or its error's class."""
    try:
        return call(*arguments)
    except Exception as error:
        return type(error)


# ---- what is built


@pytest.mark.parametrize(
    ("corpus", "tokens"),
    [
        (CORPUS, ["a", "B", "b", "c"]),
        ([], []),
        ([[]], []),
        ([[""]], [""]),
        ([["z", "Z", "é", "e", "😀", "나"]], ["Z", "e", "z", "é", "나", "😀"]),
        ([("a", "b"), {"b": 1}], ["b", "a"]),
        (["ab", "b"], ["b", "a"]),
        ([["a", 1]], TypeError),
        ([["a", None]], TypeError),
        ([[["a"]]], TypeError),
        ([5], TypeError),
        (None, TypeError),
    ],
    ids=repr,
)
@each
def test_order_is_frequency_then_code_point(build, corpus, tokens):
    assert outcome(lambda: build(corpus).get_itos()) == tokens


@pytest.mark.parametrize(
    ("options", "tokens"),
    [
        ({"specials": ["<unk>", "<pad>"]}, ["<unk>", "<pad>", "a", "B", "b", "c"]),
        ({"specials": ["c", "x"], "special_first": False}, ["a", "B", "b", "c", "x"]),
        ({"specials": ["a"]}, ["a", "B", "b", "c"]),
        ({"specials": []}, ["a", "B", "b", "c"]),
        ({"specials": ["a", "a"]}, RuntimeError),
        ({"specials": [1]}, TypeError),
        ({"min_freq": 2}, ["a"]),
        ({"min_freq": 0}, ["a", "B", "b", "c"]),
        ({"min_freq": 2, "specials": ["zz"], "special_first": False}, ["a", "zz"]),
        ({"min_freq": "2"}, TypeError),
        ({"max_tokens": 2}, ["a", "B"]),
        ({"max_tokens": 100}, ["a", "B", "b", "c"]),
        ({"max_tokens": 2, "specials": ["x"]}, ["x", "a"]),
        ({"max_tokens": 2, "specials": ["a"]}, ["a"]),
        ({"max_tokens": 1, "specials": ["x"]}, AssertionError),
        ({"max_tokens": 0}, AssertionError),
        ({"max_tokens": 2.5}, TypeError),
    ],
    ids=repr,
)
@each
def test_options_choose_tokens_and_their_order(build, options, tokens):
    assert outcome(lambda: build(iter(CORPUS), **options).get_itos()) == tokens


@each
@given(corpus=st.lists(st.lists(st.text(max_size=3), max_size=6), max_size=6), min_freq=st.integers(0, 3))
def test_every_token_seen_often_enough_has_one_id(build, corpus, min_freq):
    counts = {token: sum(sentence.count(token) for sentence in corpus) for sentence in corpus for token in sentence}
    expected = sorted((t for t in counts if counts[t] >= min_freq), key=lambda token: (-counts[token], token))
    vocab = build(corpus, min_freq=min_freq)
    assert vocab.get_itos() == expected
    assert len(vocab) == len(expected)
    assert vocab.get_stoi() == {token: index for index, token in enumerate(expected)}
    assert vocab.lookup_indices(expected) == vocab(expected) == list(range(len(expected)))
    assert vocab.lookup_tokens(list(range(len(expected)))) == expected


# ---- what it answers: (what is asked of the small vocabulary, the answer or the error)

QUESTIONS = {
    "repr": (repr, "Vocab()"),
    "state_dict": (lambda v: dict(v.state_dict()), {}),
    "known": (lambda v: ["a" in v, "zz" in v], [True, False]),
    "unknown": (lambda v: v["zz"], RuntimeError),
    "call": (lambda v: v(["a", "b"]), [0, 2]),
    "call unknown": (lambda v: v(["a", "zz"]), RuntimeError),
    "call of a str": (lambda v: v("ab"), TypeError),
    "id of an int": (lambda v: v[0], TypeError),
    "an int in it": (lambda v: 0 in v, TypeError),
    "append an int": (lambda v: v.append_token(0), TypeError),
    "insert an int": (lambda v: v.insert_token(0, 0), TypeError),
    "lookup_token": (lambda v: v.lookup_token(3), "c"),
    **{f"lookup_token {i!r}": (lambda v, i=i: v.lookup_token(i), RuntimeError) for i in (4, -1)},
    **{f"lookup_token {i!r}": (lambda v, i=i: v.lookup_token(i), TypeError) for i in (1.0, "a", None)},
    "lookup_tokens": (lambda v: v.lookup_tokens([0, 1]), ["a", "B"]),
    "lookup_tokens beyond": (lambda v: v.lookup_tokens([0, 99]), RuntimeError),
    "append": (lambda v: (v.append_token("new"), v.get_itos()), (None, ["a", "B", "b", "c", "new"])),
    "append twice": (lambda v: v.append_token("a"), RuntimeError),
    "insert": (lambda v: (v.insert_token("new", 1), v.get_itos())[1], ["a", "new", "B", "b", "c"]),
    "insert moves": (lambda v: (v.insert_token("new", 1), v.get_stoi())[1], {"a": 0, "new": 1, "B": 2, "b": 3, "c": 4}),
    "insert at the end": (lambda v: (v.insert_token("new", 4), v["new"])[1], 4),
    "insert beyond": (lambda v: v.insert_token("new", 5), RuntimeError),
    "insert twice": (lambda v: v.insert_token("a", 0), RuntimeError),
    "no default": (lambda v: v.get_default_index(), None),
    "default": (
        lambda v: (v.set_default_index(3), v.get_default_index(), v["zz"], v(["zz", "a"])),
        (None, 3, 3, [3, 0]),
    ),
    "default beyond": (lambda v: (v.set_default_index(999), v["zz"])[1], 999),
    "default a str": (lambda v: v.set_default_index("a"), TypeError),
    "default taken back": (lambda v: (v.set_default_index(1), v.set_default_index(None), v["zz"]), RuntimeError),
    "default stays when ids move": (lambda v: (v.set_default_index(1), v.insert_token("q", 0), v["zz"])[2], 1),
}


@pytest.mark.parametrize(("question", "answer"), QUESTIONS.values(), ids=QUESTIONS.keys())
@each
def test_the_vocabulary_answers(build, question, answer):
    assert outcome(question, build(CORPUS)) == answer


@each
def test_what_is_given_out_is_a_copy(build):
    vocab = build(CORPUS)
    vocab.get_itos().append("new")
    vocab.get_stoi()["new"] = 9
    assert (len(vocab), "new" in vocab, vocab.get_itos()) == (4, False, ["a", "B", "b", "c"])


def test_slips_get_one_line():
    build = torchtext_dropin.build_vocab_from_iterator
    vocab = build(CORPUS)
    refusal(lambda: build([["a", 1]]), TypeError, "each token must be a str", "1 (int)", "tokenize")
    for slip in (lambda: vocab[["a"]], lambda: 0 in vocab):
        refusal(slip, TypeError, "a token must be a str", "vocab(tokens) looks up a list")
    refusal(lambda: vocab("ab"), TypeError, "tokens must be a list of str", "vocab[token]")
    for call, words in (
        (lambda: vocab["zz"], "Token zz not found and default index is not set"),
        (lambda: vocab.append_token("B"), "'B' is in the vocabulary already, with id 1"),
        (lambda: vocab.lookup_token(9), "id 9 is out of range for a vocabulary of 4 tokens"),
    ):
        with pytest.raises(RuntimeError, match=words):
            call()


@pytest.mark.parametrize(("tokens", "answer"), [(["b", "a"], ["b", "a"]), ([], []), (["a", "a"], RuntimeError)])
def test_a_vocabulary_from_tokens_in_order(tokens, answer):
    assert outcome(lambda: torchtext_dropin.Vocab(tokens).get_itos()) == answer


# ---- the two against each other

alphabet = st.sampled_from(["a", "b", "B", "c", "é", "나", "😀", "", "<unk>", "<pad>"])
index = st.integers(-1, 9)
steps = st.one_of(
    st.tuples(st.just("append_token"), alphabet),
    st.tuples(st.just("insert_token"), alphabet, index),
    st.tuples(st.just("set_default_index"), st.none() | index),
    st.tuples(st.just("lookup_indices"), st.lists(alphabet, max_size=4)),
    st.tuples(st.just("lookup_tokens"), st.lists(index, max_size=4)),
    st.tuples(st.just("lookup_token"), index),
    st.tuples(st.just("__getitem__"), alphabet),
    st.tuples(st.just("__contains__"), alphabet),
)
options = st.fixed_dictionaries(
    {
        "min_freq": st.sampled_from([1, 0, 1.5, 2, 3]),
        "specials": st.none() | st.lists(alphabet, max_size=3),
        "special_first": st.booleans(),
        "max_tokens": st.none() | st.integers(-1, 9),
    }
)


@needs_torchtext
@given(
    corpus=st.lists(st.lists(alphabet | st.text(max_size=2), max_size=8), max_size=5),
    options=options,
    steps=st.lists(steps, max_size=40),
)
def test_drop_in_and_torchtext_agree(corpus, options, steps):
    gc.collect()  # each of torchtext's holds 120 MB, and hypothesis keeps them in cycles
    made = [outcome(lambda build=build: build(corpus, **options)) for build in BUILDS.values()]
    if not all(isinstance(one, nn.Module) for one in made):
        assert made[0] == made[1]
        return
    for method, *arguments in steps:
        first, second = (outcome(getattr(one, method), *arguments) for one in made)
        assert first == second, (method, arguments)
        state = [(one.get_itos(), one.get_stoi(), len(one), one.get_default_index()) for one in made]
        assert state[0] == state[1]


@needs_torchtext
def test_signatures_are_torchtexts():
    def shape(function):
        return [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]

    ours, theirs = torchtext_dropin, vocabulary
    assert shape(ours.build_vocab_from_iterator) == shape(theirs.build_vocab_from_iterator)
    for name in [name for name in vars(ours.Vocab) if not name.startswith("_")]:
        assert shape(getattr(ours.Vocab, name)) == shape(getattr(theirs.Vocab, name)), name


# ---- which of the two


def test_pe_lesson_exports_torchtexts_own_wherever_it_loads():
    home = "torchtext.vocab" if TORCHTEXT_LOADS else "pe_lesson.text.torchtext_dropin"
    for name in ("Vocab", "build_vocab_from_iterator"):
        assert getattr(pe_lesson, name).__module__.startswith(home)
    if torch.__version__.startswith("2.3.") and find_spec("torchtext"):
        assert TORCHTEXT_LOADS


@pytest.mark.parametrize("error", ["ImportError", "OSError"])
def test_the_drop_in_is_taken_when_torchtext_does_not_load(error, tmp_path, monkeypatch):
    (tmp_path / "torchtext.py").write_text(f"raise {error}('libtorchtext.so: undefined symbol')")
    for name in [name for name in sys.modules if name.partition(".")[0] == "torchtext"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    found = runpy.run_path(vocabulary.__file__)
    assert found["TORCHTEXT_LOADS"] is False
    assert found["Vocab"] is torchtext_dropin.Vocab
    assert found["build_vocab_from_iterator"] is torchtext_dropin.build_vocab_from_iterator
