"""Sentences of a small grammar, for lesson 14: somebody does something to somebody, in one of three forms."""

import random
from collections.abc import Sequence
from itertools import permutations

import torch
from torch import Tensor

from pe_lesson._check_arguments import typed_repr, whole_number
from pe_lesson._words import type_error, value_error

NOUNS = ("dog", "man", "cat", "woman", "horse", "child", "bird", "king")
VERBS = {"bites": "bitten", "sees": "seen", "follows": "followed", "hears": "heard"}
ADJECTIVES = ("old", "young", "small", "big")
FORMS = {
    "active": "{doer} {verb} {other}",
    "passive": "{other} was {done} by {doer}",
    "by first": "by {doer} {other} was {done}",
}
NEVER_TOGETHER = ({"dog", "man"}, {"cat", "king"}, {"bird", "horse"})  # in training
PAIRS = {
    "trained": [pair for pair in permutations(NOUNS, 2) if set(pair) not in NEVER_TOGETHER],
    "unseen": [pair for pair in permutations(NOUNS, 2) if set(pair) in NEVER_TOGETHER],
}


def sentence_pairs(
    number: int, seed: int, pairs: str = "trained", forms: Sequence[str] = ("active", "passive")
) -> tuple[list[str], Tensor]:
    """Draw ``number`` sentences, each followed by itself with its two nouns exchanged, and return who does it.

    Both sentences of a pair hold the same words. A noun may have an adjective, which keeps its place.

    Args:
        number: how many pairs.
        seed: determines them.
        pairs: the nouns that meet: ``"trained"``, or the six ``"unseen"`` pairs that those leave out.
        forms: the forms to draw from, keys of ``FORMS``.

    Returns:
        ``2 * number`` sentences, and the doer of each as its index in ``NOUNS``, int64 ``(2 * number,)``.

    Example:
        >>> sentences, doers = sentence_pairs(1, seed=0)
        >>> sentences
        ['the small king was bitten by the big woman', 'the small woman was bitten by the big king']
        >>> [NOUNS[doer] for doer in doers]
        ['woman', 'king']
    """
    draw, number = random.Random(whole_number("seed", seed, minimum=0)), whole_number("number", number)
    if isinstance(forms, str):
        raise type_error("forms must be a list, got {forms}; write forms=[{forms}]", forms=repr(forms))
    for name, names, known in (("pairs", [pairs], PAIRS), ("forms", forms or [forms], FORMS)):  # type: ignore[list-item]
        for each in names:
            if not isinstance(each, str) or each not in known:
                raise value_error(
                    "{name} must be one of {known}, got {given}",
                    name=name, known=", ".join(known), given=typed_repr(each),
                )  # fmt: skip
    nouns, patterns = PAIRS[pairs], [FORMS[form] for form in forms]
    sentences, doers = [], []
    for _ in range(number):
        one, two = draw.choice(nouns)
        pattern, (verb, done) = draw.choice(patterns), draw.choice(list(VERBS.items()))
        first, second = (" ".join(["the", *draw.sample(ADJECTIVES, draw.randrange(2))]) for _ in range(2))
        for doer, other in ((one, two), (two, one)):
            words = {"doer": f"{first} {doer}", "other": f"{second} {other}"}
            sentences.append(pattern.format(**words, verb=verb, done=done))
            doers.append(NOUNS.index(doer))
    return sentences, torch.tensor(doers)
