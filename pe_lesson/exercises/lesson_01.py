"""Exercises of lesson 01."""

from pe_lesson._arguments import short, shown
from pe_lesson.exercises._engine import Mistake, exercise
from pe_lesson.text.tokens import PUNCTUATION, tokenize

SENTENCE = "Don't panic, it's a test!"
RIGHT = tokenize(SENTENCE)


def _strings(answer: object) -> object:
    if isinstance(answer, str):
        raise Mistake("this is one string; a list of strings is asked for, one for each token")
    if isinstance(answer, int | float):
        raise Mistake("this says how many; the tokens themselves are asked for, in a list")
    if isinstance(answer, list | tuple) and len(answer) == 1 and isinstance(answer[0], list | tuple):
        raise Mistake("this is a list of a list; one pair of brackets is enough")
    tokens = answer.tolist() if hasattr(answer, "tolist") else answer
    if not isinstance(tokens, list | tuple) or not all(isinstance(token, str) for token in tokens):
        raise Mistake(f"a list of strings is asked for, this is {shown(answer)}")
    return list(tokens)


def _why(values: list[object]) -> None:
    tokens = values[0]
    assert isinstance(tokens, list)
    if any(token in PUNCTUATION for token in tokens):
        raise Mistake("some punctuation is still a token; tokenize drops the four marks , ? ! .")
    if any(mark in token for token in tokens for mark in PUNCTUATION):
        raise Mistake("punctuation is stuck to a word; the tokenizer cuts it off before it is dropped")
    if "Don't" in tokens or "it's" in tokens:
        raise Mistake("a contraction is still one piece; the tokenizer splits it in two")
    if "Don" in tokens:
        raise Mistake("the cut of the first contraction is in the wrong place; remember what became of can't")
    if "t's" in tokens or "it'" in tokens:
        raise Mistake("the cut of the second contraction is in the wrong place; the word before 's stays whole")
    if "not" in tokens or "is" in tokens:
        raise Mistake("a contraction is spelled out; the tokenizer cuts, and changes no letter")
    if [token.lower() for token in tokens] == [token.lower() for token in RIGHT]:
        raise Mistake("right but for capital letters; the tokenizer changes no letter")
    if [token.replace("\u2019", "'") for token in tokens] == RIGHT:
        raise Mistake("right but for the apostrophes; type straight ones, as the sentence has them")
    if {"s", "nt"} & set(tokens):
        raise Mistake("a token lost its apostrophe: the cut takes it along")
    strange = [token for token in tokens if token not in SENTENCE]
    if strange:
        raise Mistake(f"{short(strange[0])} is no piece of the sentence as it is written")
    if sorted(tokens) == sorted(RIGHT):
        raise Mistake("these are the tokens, in another order than the sentence has them")
    if len(tokens) > len(set(tokens)):
        raise Mistake("a token stands there twice; no word of the sentence does")
    if set(tokens) < set(RIGHT):
        raise Mistake(
            f"of the tokens {len(tokens)} are there, and right, but some are missing; go through it word by word"
        )


exercise(
    "01.1",
    head="answer =",
    right=RIGHT,
    form=_strings,
    look=_why,
    mistakes={
        '["Don\'t", "panic", "it\'s", "a", "test"]': "a contraction is still one piece; the tokenizer splits it in two",
        '["Do", "not", "panic", "it", "is", "a", "test"]': "a contraction is spelled out; the tokenizer cuts, and changes no letter",
    },
    otherwise="go through the sentence again, piece by piece, from the left",
    praise="both contractions split, both marks gone",
)

LINES = "[tokens for line in text.splitlines() if (tokens := tokenize(line))]"


def _kind(values: list[object]) -> None:
    for value in values:
        if not isinstance(value, list | tuple):
            raise Mistake(f"a list of lists is asked for, the function returns {shown(value)}")
        if value and all(isinstance(token, str) for token in value):
            raise Mistake("this is one flat list; make one list of tokens a line")
        if [] in value:
            raise Mistake("an empty list is left in; a line without a token should be left out")
        if any(token in PUNCTUATION for tokens in value if isinstance(tokens, list) for token in tokens):
            raise Mistake(
                "some punctuation is still a token, which may be all that a line has; use tokenize, which drops it"
            )


ONE_LINE = "these are the tokens of one line: return stands inside the loop"
DROP = "lists = [tokenize(line) for line in text.splitlines()]\n"
exercise(
    "01.2",
    head="def tokenize_lines(text):",
    names="from nltk.tokenize import word_tokenize",
    cases=[
        ("Go on.",),
        ("",),
        ("One two.\nThree",),
        ("\n\nNow is better.\n\n\nIf it's hard, stop!\n...?\n!\nGo on. Go home.\nYes",),
    ],
    right=lambda text: [tokens for line in text.splitlines() if (tokens := tokenize(line))],
    look=_kind,
    mistakes={
        "[token for line in text.splitlines() for token in tokenize(line)]": "this is one flat list; make one list of tokens a line",
        "tokenize(text)": "this is one flat list; make one list of tokens a line",
        "[tokenize(line) for line in text.splitlines()]": "an empty list is left in; a line without a token should be left out",
        "[tokenize(line) for line in text.splitlines() if line]": "an empty list is left in; a line may have punctuation only",
        "[tokenize(line) for line in text.splitlines() if not tokenize(line)]": "the condition is the other way round: keep the lists that are not empty",
        "[line.split() for line in text.splitlines() if line.split()]": "the lines are split at spaces; call tokenize on each",
        "[line.split() for line in text.splitlines() if line]": "the lines are split at spaces; call tokenize on each",
        "[tokenize(text)]": "the whole text went through tokenize at once; take it line by line",
        "[tokens for line in text.split('.') if (tokens := tokenize(line))]": "the text is cut at full stops; lines end at line breaks",
        "[tokens for line in text.split() if (tokens := tokenize(line))]": "the text is cut at every space; lines end at line breaks",
        "[tokenize(line) for line in text]": "this goes letter by letter, as a loop over a string does; text.splitlines() gives the lines",
        "[tokens for line in text if (tokens := tokenize(line))]": "this goes letter by letter, as a loop over a string does; text.splitlines() gives the lines",
        "for line in text.splitlines():\n    if tokenize(line):\n        return [tokenize(line)]\nreturn []": "only the first line is there: return stands inside the loop",
        "for line in text.splitlines():\n    if tokenize(line):\n        return [tokenize(line)]": "only the first line is there: return stands inside the loop",
        "found = []\nfor line in text.splitlines():\n    if tokenize(line):\n        found.append(tokenize(line))\n    return found": "only the first line is there: return stands inside the loop",
        "[tokens for line in text.splitlines() if len(tokens := tokenize(line)) > 1]": "only lines with more than one token are kept; leave out the empty ones alone",
        "[(line, tokenize(line)) for line in text.splitlines() if tokenize(line)]": "each line should be its list of tokens, this has the line itself in it",
        "[' '.join(tokenize(line)) for line in text.splitlines() if tokenize(line)]": "the tokens of a line were joined to strings; leave them a list",
        "[line for line in text.splitlines() if tokenize(line)]": "these are the lines, not yet their tokens; call tokenize on each",
        "text.splitlines()": "these are the lines, not yet their tokens; call tokenize on each",
        "[[token.lower() for token in tokenize(line)] for line in text.splitlines() if tokenize(line)]": "the tokens are in small letters; tokenize changes none",
        "[tokens for line in text.splitlines() if (tokens := word_tokenize(line, preserve_line=True))]": "some punctuation is still a token; use tokenize, which drops it",
        "[word_tokenize(line, preserve_line=True) for line in text.splitlines() if tokenize(line)]": "some punctuation is still a token; use tokenize, which drops it",
        "[tokens for line in zen() if (tokens := tokenize(line))]": "these are the lines of the Zen; use the argument text",
        "[tokens for line in text.splitlines if (tokens := tokenize(line))]": "splitlines is a method: call it, with parentheses",
        "tokenize(text.splitlines())": "tokenize takes one sentence, not a list; call it for each line",
        "for line in text.splitlines():\n    if tokenize(line):\n        return tokenize(line)": ONE_LINE,
        "for line in text.splitlines():\n    if tokenize(line):\n        return tokenize(line)\nreturn []": ONE_LINE,
        "tokens = []\nfor line in text.splitlines():\n    tokens = tokenize(line)\nreturn tokens": "these are the tokens of the last line: each pass replaces the list; append to one",
        "for line in text.splitlines():\n    return tokenize(line)": "only the first line is there: return stands inside the loop, and it is one flat list",
        DROP
        + "for tokens in lists:\n    if not tokens:\n        lists.remove(tokens)\nreturn lists": "a list that changes while a loop runs over it skips the next one; make a new list",
        DROP
        + "for i in range(len(lists)):\n    if not lists[i]:\n        lists.pop(i)\nreturn lists": "the list grows shorter while i counts to its old length; make a new list",
    },
    praise="one list a line, nothing empty",
)
