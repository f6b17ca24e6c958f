"""The Zen of Python as the lessons use it."""

import sys

from pe_lesson import tokenize, zen


def test_the_zen_comes_without_being_printed(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "this", raising=False)  # importing it prints, the first time
    lines = zen()
    assert capsys.readouterr() == ("", "")
    assert lines[0] == "The Zen of Python, by Tim Peters"
    assert len(lines) == 20
    assert all(lines)


def test_the_zen_has_the_tokens_that_the_lessons_count():
    tokens = [token for line in zen() for token in tokenize(line)]
    assert (len(tokens), len(set(tokens))) == (152, 93)
