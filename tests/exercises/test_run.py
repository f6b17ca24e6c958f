"""What is noted of a function that was run: its error, the arguments that it changed, an exit."""

import sys
from types import SimpleNamespace

import torch

from pe_lesson.exercises._run import outcome_of


def test_an_error_that_begins_with_a_line_of_stars_is_told_without_it():
    def answer(row):
        raise LookupError("***\n  Resource not found.\n***")

    assert outcome_of(answer, ([1, 2],)).error == "LookupError: Resource not found."


def test_an_argument_with_nan_is_unchanged_unless_it_was_written_to():
    encoded = torch.tensor([1.0, torch.nan])
    assert outcome_of(lambda x: x * 2, (encoded,)).changed == ()
    assert outcome_of(lambda x: x.fill_(torch.nan), (encoded,)).changed == (0,)


def test_exit_of_ipython_ends_the_answer_alone(monkeypatch):
    class Shell:
        left = False

        def ask_exit(self):
            self.left = True

    def leave():  # as IPython's own exit does
        shell.ask_exit()

    shell = Shell()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert outcome_of(leave, ()).error == "SystemExit: exit() ends the answer"
    assert not shell.left
    shell.ask_exit()
    assert shell.left
