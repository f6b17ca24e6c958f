"""Each snippet of the questions gives what it shows; those that need Transformers run in tests/peers."""

import pytest
import torch

from tests.support import questions

SNIPPETS = [question for question in questions.QUESTIONS if question.snippet and "transformers" not in question.snippet]


@pytest.fixture(scope="module")
def opened():
    """The names with which every snippet begins."""
    names = {}
    exec(questions.opening(questions.PAGES[0]), names)
    return names


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*nested tensors:UserWarning")
@pytest.mark.filterwarnings("ignore:Casting complex values:UserWarning")
@pytest.mark.parametrize("question", SNIPPETS, ids=str)
def test_a_snippet_gives_what_it_shows(question, opened):
    torch.manual_seed(0)
    torch.set_printoptions(profile="default")  # lessons that ran in this process have set theirs
    assert questions.differences(question.snippet, dict(opened)) == []


def test_what_differs_is_said():
    assert questions.differences("1 + 1  # → 2\n[]\n1 / 0  # → ZeroDivisionError: div…\n", {}) == []
    assert questions.differences("1 + 1  # → 3", {}) == ["1 + 1  # → 3 gives 2"]
    assert questions.differences("len(3)", {}) != []
