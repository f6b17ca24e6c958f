"""The vocabulary: the same tests for torchtext's own and for the drop-in, and the two against each other."""

import copy
import gc
import inspect
import pickle
import runpy
import sys
import types
from importlib.util import find_spec

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

import pe_lesson
from helpers.bad_input import refusal
from pe_lesson import TORCHTEXT_LOADS
from pe_lesson.text import torchtext_dropin, vocabulary

needs_torchtext = pytest.mark.skipif(
    not TORCHTEXT_LOADS, reason="torchtext loads beside torch 2.3 only; make test-torchtext runs this"
)
BUILDS = {"drop-in": torchtext_dropin.build_vocab_from_iterator}
if TORCHTEXT_LOADS:
    BUILDS["torchtext"] = pe_lesson.build_vocab_from_iterator
each = pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS.keys())
CORPUS = [["b", "a", "B"], ["a", "c"]]  # ids: a 0, B 1, b 2, c 3


def outcome(call, *arguments):
    """What a call returns, or its error's class and, of torchtext's own words, the first line."""
    try:
        return call(*arguments)
    except (RuntimeError, AssertionError) as error:
        return type(error), str(error).splitlines()[0]
    except Exception as error:
        return type(error)


def after(*steps):
    """A function that builds the small vocabulary, takes steps on it and returns its tokens."""

    def run(vocab):
        for method, *arguments in steps:
            getattr(vocab, method)(*arguments)
        return vocab.get_itos()

    return run


# ---- what is built


@pytest.mark.parametrize(
    ("corpus", "tokens"),
    [
        (CORPUS, ["a", "B", "b", "c"]),
        ([], []),
        ([[]], []),
        ([[""]], [""]),
        ([["z", "Z", "é", "e", "\0", "😀", "나"]], ["\0", "Z", "e", "z", "é", "나", "😀"]),
        ([("a", "b"), {"b": 1}], ["b", "a"]),
        (["ab", "b"], ["b", "a"]),
        ("abc", ["a", "b", "c"]),
        ([None, ["a"]], ["a"]),
        ([[1, 2]], TypeError),
        ([[None]], TypeError),
        ([["a", 1]], TypeError),
        ([[["a"]]], TypeError),
        ([["\ud800"]], TypeError),
        ([5], TypeError),
        (5, TypeError),
        (None, TypeError),
    ],
    ids=repr,
)
@each
def test_order_is_frequency_then_code_point(build, corpus, tokens):
    assert outcome(lambda: build(corpus).get_itos()) == tokens


@each
def test_any_iterator_of_any_iterators_will_do(build):
    assert build(iter(sentence) for sentence in CORPUS).get_itos() == ["a", "B", "b", "c"]
    assert build(["ab", iter("b"), ("c",)]).get_itos() == ["b", "a", "c"]


NO_ROOM = (AssertionError, "len(specials) >= max_tokens, so the vocab will be entirely special tokens.")


@pytest.mark.parametrize(
    ("options", "tokens"),
    [
        ({"specials": ["<unk>", "<pad>"]}, ["<unk>", "<pad>", "a", "B", "b", "c"]),
        ({"specials": ["<unk>"], "special_first": False}, ["a", "B", "b", "c", "<unk>"]),
        ({"specials": ["c", "x"], "special_first": False}, ["a", "B", "b", "c", "x"]),
        ({"specials": ["a"]}, ["a", "B", "b", "c"]),
        ({"specials": []}, ["a", "B", "b", "c"]),
        ({"specials": ("x",)}, ["x", "a", "B", "b", "c"]),
        ({"specials": "xy"}, ["x", "y", "a", "B", "b", "c"]),
        ({"specials": ["a", "a"]}, (RuntimeError, "Duplicate token found in tokens list: a")),
        ({"specials": [1]}, TypeError),
        ({"specials": [["a"]]}, TypeError),
        ({"specials": 5}, TypeError),
        ({"min_freq": 2}, ["a"]),
        ({"min_freq": 1.5}, ["a"]),
        ({"min_freq": 0}, ["a", "B", "b", "c"]),
        ({"min_freq": -3}, ["a", "B", "b", "c"]),
        ({"min_freq": float("nan")}, []),
        ({"min_freq": 2, "specials": ["zz"], "special_first": False}, ["a", "zz"]),
        ({"min_freq": "a"}, TypeError),
        ({"min_freq": "a", "specials": ["a", "b", "c", "B"]}, ["a", "b", "c", "B"]),
        ({"max_tokens": 2}, ["a", "B"]),
        ({"max_tokens": 100}, ["a", "B", "b", "c"]),
        ({"max_tokens": 2, "specials": ["x"]}, ["x", "a"]),
        ({"max_tokens": 2, "specials": ["a"]}, ["a"]),
        ({"max_tokens": 3, "specials": ["a"]}, ["a", "B"]),
        ({"max_tokens": 1, "specials": ["x"]}, NO_ROOM),
        ({"max_tokens": 0}, NO_ROOM),
        ({"max_tokens": -1}, NO_ROOM),
        ({"max_tokens": float("nan")}, NO_ROOM),
        ({"max_tokens": 2.5}, TypeError),
        ({"max_tokens": "a"}, TypeError),
        ({"bogus": 1}, TypeError),
    ],
    ids=repr,
)
@each
def test_options(build, options, tokens):
    assert outcome(lambda: build(CORPUS, **options).get_itos()) == tokens


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ({"min_freq": "2"}, ["min_freq", "'2' (str)", "min_freq=1"]),
        ({"min_freq": None}, ["min_freq", "None"]),
        ({"max_tokens": 1.5}, ["max_tokens", "1.5 (float)"]),
        ({"max_tokens": "3"}, ["max_tokens", "'3' (str)"]),
        ({"iterator": [["a", 1]]}, ["each token must be a str", "1 (int)", "tokenize"]),
        ({"iterator": [["a", None]]}, ["each token must be a str", "None"]),
        ({"iterator": [["a"], 5]}, ["each sentence", "5 (int)", "tokenize"]),
        ({"iterator": 5}, ["iterator", "5 (int)"]),
        ({"iterator": None}, ["iterator", "None"]),
    ],
    ids=repr,
)
def test_the_drop_in_says_in_one_line_what_cannot_be_counted(arguments, parts):
    build = torchtext_dropin.build_vocab_from_iterator
    refusal(lambda: build(**{"iterator": CORPUS, **arguments}), TypeError, *parts)


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

TAKEN = (RuntimeError, "Token a already exists in the Vocab with index: 0")
TAKEN_IN_TORCHTEXTS_WORDS = (RuntimeError, "Token a not found in Vocab")
UNKNOWN = (RuntimeError, "Token zz not found and default index is not set")


def out_of_bounds(index, where=""):
    return RuntimeError, f"Specified index {index}{where} is out of bounds for vocab of size 4"


QUESTIONS = {
    "repr": (repr, "Vocab()"),
    "length": (len, 4),
    "truth": (bool, True),
    "training": (lambda v: v.training, True),
    "state_dict": (lambda v: dict(v.state_dict()), {}),
    "parameters": (lambda v: list(v.parameters()), []),
    "module": (lambda v: isinstance(v, nn.Module), True),
    "stoi": (lambda v: v.get_stoi(), {"a": 0, "B": 1, "b": 2, "c": 3}),
    "list(vocab)": (list, TypeError),
    "known": (lambda v: ["a" in v, "zz" in v, "" in v], [True, False, False]),
    "str subclass": (lambda v: (v[np.str_("b")], np.str_("b") in v), (2, True)),
    "unknown": (lambda v: v["zz"], UNKNOWN),
    "call": (lambda v: v(["a", "b"]), [0, 2]),
    "call of none": (lambda v: v([]), []),
    "call unknown": (lambda v: v(["a", "zz"]), UNKNOWN),
    "lookup_indices unknown": (lambda v: v.lookup_indices(["zz"]), UNKNOWN),
    "keywords": (
        lambda v: (
            v(tokens=["a"]),
            v.lookup_indices(tokens=["a"]),
            v.lookup_tokens(indices=[0]),
            v.lookup_token(index=0),
        ),
        ([0], [0], ["a"], "a"),
    ),
    "call without": (lambda v: v(), TypeError),
    **{
        f"call of {one!r:.20}": (lambda v, one=one: v(one), TypeError)
        for one in ("ab", ("a",), iter("a"), torch.tensor([1]), np.array(["a"]), None, 5, {"a": 1})
    },
    **{f"[{one!r}]": (lambda v, one=one: v[one], TypeError) for one in (0, None, True, b"a", ["a"])},
    **{f"{one!r} in": (lambda v, one=one: one in v, TypeError) for one in (0, None, True, b"a", ["a"])},
    **{f"append {one!r}": (lambda v, one=one: v.append_token(one), TypeError) for one in (0, None, True, "\ud800")},
    **{f"insert {one!r}": (lambda v, one=one: v.insert_token(one, 1), TypeError) for one in (0, None, True, "\ud800")},
    "token and index wrong": (lambda v: v.insert_token(1, 99), TypeError),
    "lookup_token": (
        lambda v: [v.lookup_token(i) for i in (0, True, np.int64(2), torch.tensor(3))],
        ["a", "B", "b", "c"],
    ),
    **{f"lookup_token {i}": (lambda v, i=i: v.lookup_token(i), out_of_bounds(i)) for i in (4, 99, -1, 2**40, -(2**63))},
    **{
        f"lookup_token {i!r}": (lambda v, i=i: v.lookup_token(i), TypeError)
        for i in (1.0, np.float64(1), 1j, "a", None, [1], 2**63, -(2**63) - 1, torch.tensor([1, 2]))
    },
    "lookup_tokens": (
        lambda v: [v.lookup_tokens(i) for i in ([0, 1], (2,), [], range(2), np.array([3]), [True], [torch.tensor(1)])],
        [["a", "B"], ["b"], [], ["a", "B"], ["c"], ["B"], ["B"]],
    ),
    "lookup_tokens beyond": (lambda v: v.lookup_tokens([0, 99]), out_of_bounds(99, " at position 1")),
    "lookup_tokens negative": (lambda v: v.lookup_tokens([-1]), out_of_bounds(-1, " at position 0")),
    **{
        f"lookup_tokens {number} {type(i).__name__}": (lambda v, i=i: v.lookup_tokens(i), TypeError)
        for number, i in enumerate(
            ("a", "", b"\0", None, 5, [1.0], ["a"], [[0]], [2**70], {0, 1}, {0: 1}, iter([0]), torch.tensor([0]))
        )
    },
    "append": (after(("append_token", "new"), ("append_token", "")), ["a", "B", "b", "c", "new", ""]),
    "append twice": (lambda v: v.append_token("a"), TAKEN),
    "append gives None": (lambda v: v.append_token("n"), None),
    **{
        f"insert at {i!r}": (
            after(("insert_token", "new", i)),
            [*["a", "B", "b", "c"][: int(i)], "new", *["a", "B", "b", "c"][int(i) :]],
        )
        for i in (0, 1, 4, True, np.int64(2), torch.tensor(3))
    },
    **{f"insert at {i}": (after(("insert_token", "new", i)), out_of_bounds(i)) for i in (-1, 5, 99)},
    **{f"insert at {i!r}": (after(("insert_token", "new", i)), TypeError) for i in (1.0, "a", None, 2**63)},
    "insert twice": (after(("insert_token", "a", 0)), TAKEN_IN_TORCHTEXTS_WORDS),
    "insert twice and beyond": (after(("insert_token", "a", 99)), out_of_bounds(99)),
    "no default": (lambda v: v.get_default_index(), None),
    **{
        f"default {i!r}": (
            lambda v, i=i: (v.set_default_index(i), v.get_default_index(), v["zz"], v(["zz", "a"])),
            (None, i, i, [i, 0]),
        )
        for i in (0, 3, 4, 999, -1, True, np.int64(1))
    },
    **{f"default {i!r}": (lambda v, i=i: v.set_default_index(i), TypeError) for i in (1.0, "a", [1], 2**63)},
    "default taken back": (
        lambda v: (v.set_default_index(1), v.set_default_index(None), v.get_default_index())[2],
        None,
    ),
    "default stays when ids move": (
        lambda v: (v.set_default_index(1), v.insert_token("q", 0), v.get_default_index(), v["zz"], v["a"])[2:],
        (1, 1, 1),
    ),
}


@pytest.mark.parametrize(("question", "answer"), QUESTIONS.values(), ids=QUESTIONS.keys())
@each
def test_answers(build, question, answer):
    assert outcome(question, build(CORPUS)) == answer


@each
def test_what_is_given_out_is_a_copy(build):
    vocab = build(CORPUS)
    vocab.get_itos().append("new")
    vocab.get_stoi()["new"] = 9
    assert (len(vocab), "new" in vocab, vocab.get_itos()) == (4, False, ["a", "B", "b", "c"])


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))], ids=["deepcopy", "pickle"]
)
@each
def test_a_copy_keeps_tokens_and_default_index_and_shares_nothing(build, duplicate):
    vocab = build(CORPUS)
    vocab.set_default_index(1)
    other = duplicate(vocab)
    other.append_token("new")
    assert (other.get_itos(), other["zz"], len(vocab)) == (["a", "B", "b", "c", "new"], 1, 4)
    assert other != vocab, "equality is identity"


# ---- the drop-in alone


@pytest.mark.parametrize(
    ("tokens", "answer"),
    [
        (["b", "a"], ["b", "a"]),
        ([], []),
        (["a", "b", "a"], (RuntimeError, "Duplicate token found in tokens list: a")),
        (["a", 1], TypeError),
        (5, TypeError),
    ],
)
def test_a_vocabulary_from_tokens_in_order(tokens, answer):
    assert outcome(lambda: torchtext_dropin.Vocab(tokens).get_itos()) == answer


CRASHES = {
    "call of a batch": 'vocab([["a"]])',
    "call of an int": "vocab([1])",
    "call of bytes": 'vocab([b"a"])',
    "lone surrogate": 'vocab["\\ud800"]',
}


@pytest.mark.parametrize("code", CRASHES.values(), ids=CRASHES.keys())
def test_what_torchtext_crashes_on_is_a_type_error(code):
    vocab = torchtext_dropin.build_vocab_from_iterator(CORPUS)
    with pytest.raises(TypeError) as caught:
        eval(code, {"vocab": vocab})
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("index", ["a", 1.0, None])
def test_what_is_no_index_is_said(index):
    vocab = torchtext_dropin.build_vocab_from_iterator(CORPUS)
    refusal(lambda: vocab.lookup_token(index), TypeError, "an index must be an int", repr(index))


@needs_torchtext
@pytest.mark.parametrize("code", CRASHES.values(), ids=CRASHES.keys())
def test_torchtext_never_answers_what_it_crashes_on(code, fresh_python):
    start = f"import pe_lesson; vocab = pe_lesson.build_vocab_from_iterator({CORPUS}); print('ready', flush=True)"
    ended = fresh_python(f"{start}; print({code})")
    assert ended.stdout.split() == ["ready"]
    assert ended.returncode != 0


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
@settings(max_examples=60)  # torchtext takes a tenth of a second to make a vocabulary, hence few and long ones
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
    home = "torchtext.vocab" if TORCHTEXT_LOADS else "pe_lesson.text.torchtext_"
    for name in ("Vocab", "build_vocab_from_iterator"):
        assert getattr(pe_lesson, name).__module__.startswith(home)
    if torch.__version__.startswith("2.3.") and find_spec("torchtext"):
        assert TORCHTEXT_LOADS


@pytest.mark.parametrize("error", ["ImportError", "OSError", "ModuleNotFoundError"])
def test_the_drop_in_stands_in_when_torchtext_does_not_load(error, tmp_path, monkeypatch):
    (tmp_path / "torchtext.py").write_text(f"raise {error}('libtorchtext.so: undefined symbol')")
    for name in [name for name in sys.modules if name.partition(".")[0] == "torchtext"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    found = runpy.run_path(vocabulary.__file__)
    assert found["TORCHTEXT_LOADS"] is False
    assert found["Vocab"] is torchtext_dropin.Vocab
    assert found["build_vocab_from_iterator"] is torchtext_dropin.build_vocab_from_iterator


def test_torchtexts_own_is_taken_when_it_loads_and_its_warning_silenced(monkeypatch):
    calls = []
    package = types.ModuleType("torchtext")
    package.disable_torchtext_deprecation_warning = lambda: calls.append("silenced")
    package.vocab = types.ModuleType("torchtext.vocab")
    package.vocab.Vocab, package.vocab.build_vocab_from_iterator = object(), object()
    monkeypatch.setitem(sys.modules, "torchtext", package)
    monkeypatch.setitem(sys.modules, "torchtext.vocab", package.vocab)
    found = runpy.run_path(vocabulary.__file__)
    assert (found["TORCHTEXT_LOADS"], calls) == (True, ["silenced"])
    assert found["Vocab"] is package.vocab.Vocab
    assert found["build_vocab_from_iterator"] is package.vocab.build_vocab_from_iterator
