"""Each sentence that ``make claims`` counts is in its notebook, word for word."""

import pytest

from tools import claims


@pytest.mark.parametrize("claim", claims.CLAIMS, ids=lambda claim: claim.sentence[:40])
def test_the_notebook_says_it(claim):
    assert not claims.unquoted(claim), f"notebooks/{claim.notebook}.ipynb does not say {claim.sentence!r} any more"


def test_a_sentence_that_is_gone_is_noticed():
    assert claims.unquoted(
        claims.Claim(claims.claims_lesson_09.NOTEBOOK, "A sentence that no lesson has.", lambda seeds: [])
    )


@pytest.mark.parametrize("part", claims.PARTS, ids=lambda part: part.NOTEBOOK)
def test_what_the_claims_of_a_lesson_need_is_found_in_it(part):
    assert part.lesson()
