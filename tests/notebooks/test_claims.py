"""Each sentence that ``make claims`` counts is in its notebook, word for word."""

import pytest

from tools import claims


@pytest.mark.parametrize("claim", claims.CLAIMS, ids=lambda claim: claim.sentence[:40])
def test_the_notebook_says_it(claim):
    assert not claims.unquoted(claim), f"notebooks/{claim.notebook}.ipynb does not say {claim.sentence!r} any more"


def test_a_sentence_that_is_gone_is_noticed():
    assert claims.unquoted(claims.Claim(claims.NINE, "A sentence that no lesson has.", lambda seeds: []))


def test_the_parts_of_lesson_14_are_found():
    assert len(claims.whole_way()["active"].split()) == 6
