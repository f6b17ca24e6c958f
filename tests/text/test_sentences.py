"""The grammar of lesson 14: pairs with the same words, and the right doer in every form."""

import re

import pytest

from pe_lesson.text.sentences import NOUNS, PAIRS, VERBS, sentence_pairs


def doer(sentence: str) -> str:
    """Read it by another way than it was made: after *by* as far as a noun, else the first noun."""
    part = sentence.split("by ")[1] if "by " in sentence else sentence
    return next(word for word in part.split() if word in NOUNS)


@pytest.mark.parametrize("forms", [("active",), ("passive",), ("by first",), ("active", "passive")])
def test_both_sentences_of_a_pair_have_the_same_words_and_the_other_doer(forms):
    sentences, doers = sentence_pairs(100, 3, forms=forms)
    assert [NOUNS[number] for number in doers] == [doer(sentence) for sentence in sentences]
    for one, two in zip(sentences[::2], sentences[1::2], strict=True):
        assert sorted(one.split()) == sorted(two.split())
        assert doer(one) != doer(two)
        assert [w for w in one.split() if w not in NOUNS] == [w for w in two.split() if w not in NOUNS]


def test_what_a_seed_and_a_form_give():
    assert sentence_pairs(5, 1)[0] == sentence_pairs(5, 1)[0] != sentence_pairs(5, 2)[0]
    verbs = "|".join(VERBS.values())
    assert all(re.match(rf"the .* was ({verbs}) by the \w+", s) for s in sentence_pairs(50, 0, forms=["passive"])[0])


def test_unseen_nouns_never_meet_in_training():
    assert not set(map(frozenset, PAIRS["trained"])) & set(map(frozenset, PAIRS["unseen"]))
    assert len(PAIRS["trained"]) + len(PAIRS["unseen"]) == 8 * 7
    met = {frozenset(w for w in s.split() if w in NOUNS) for s in sentence_pairs(400, 0, pairs="unseen")[0]}
    assert met == set(map(frozenset, PAIRS["unseen"]))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"pairs": "all"}, "pairs must be one of trained, unseen, got 'all' (str)"),
        ({"pairs": ["trained"]}, "pairs must be one of trained, unseen, got ['trained'] (list)"),
        ({"forms": "active"}, "forms must be a list, got 'active'; write forms=['active']"),
        ({"forms": []}, "forms must be one of active, passive, by first, got []"),
        ({"number": 0}, "number must be at least 1, got 0"),
    ],
)
def test_refusals(arguments, line):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(line)}"):
        sentence_pairs(**{"number": 1, "seed": 0, **arguments})
