"""Hooks of lesson 01's exercises."""

from pe_lesson._check_arguments import short_repr, typed_repr
from pe_lesson.exercises._mistake import Mistake
from pe_lesson.text.tokens import PUNCTUATION, tokenize

SENTENCE = "Don't panic, it's a test!"
RIGHT = tokenize(SENTENCE)


def _strings(answer: object) -> object:
    if isinstance(answer, str):
        raise Mistake("this is one string; the exercise asks for a list of strings, one for each token")
    if isinstance(answer, int | float):
        raise Mistake("this says how many; the exercise asks for the tokens themselves, in a list")
    if isinstance(answer, list | tuple) and len(answer) == 1 and isinstance(answer[0], list | tuple):
        raise Mistake("this is a list of a list; one pair of brackets is enough")
    tokens = answer.tolist() if hasattr(answer, "tolist") else answer
    if not isinstance(tokens, list | tuple) or not all(isinstance(token, str) for token in tokens):
        raise Mistake("the exercise asks for a list of strings, this is {value}", value=typed_repr(answer))
    return list(tokens)


def _name_wrong_tokens(values: list[object]) -> None:
    tokens = values[0]
    assert isinstance(tokens, list)
    _refuse_punctuation(tokens)
    _refuse_contractions(tokens)
    _refuse_spelling(tokens)
    if sorted(tokens) == sorted(RIGHT):
        raise Mistake("these are the tokens, in another order than the sentence has them")
    if len(tokens) > len(set(tokens)):
        raise Mistake("a token is there twice; no word of the sentence is")
    if tokens and set(tokens) < set(RIGHT):
        raise Mistake(
            "{count} of the tokens are there, and right, but some are missing; go through it word by word",
            count=len(tokens),
        )


def _refuse_punctuation(tokens: list[str]) -> None:
    if any(token and set(token) <= set(PUNCTUATION) for token in tokens):
        raise Mistake("some punctuation is still a token; tokenize drops the four marks , ? ! .")
    if any(mark in token for token in tokens for mark in PUNCTUATION):
        raise Mistake("punctuation is stuck to a word; the tokenizer cuts it off before it is dropped")


def _refuse_contractions(tokens: list[str]) -> None:
    if "Don't" in tokens or "it's" in tokens:
        raise Mistake("a contraction is still one piece; the tokenizer splits it in two")
    if "Don" in tokens:
        raise Mistake("the cut of the first contraction is in the wrong place; remember what became of can't")
    if "t's" in tokens or "it'" in tokens:
        raise Mistake("the cut of the second contraction is in the wrong place; the word before 's stays whole")
    if "not" in tokens or "is" in tokens:
        raise Mistake("a contraction is spelled out; the tokenizer cuts, and changes no letter")


def _refuse_spelling(tokens: list[str]) -> None:
    if [token.lower() for token in tokens] == [token.lower() for token in RIGHT]:
        raise Mistake("right but for capital letters; the tokenizer changes no letter")
    if [token.replace("\u2019", "'") for token in tokens] == RIGHT:
        raise Mistake("right but for the apostrophes; type straight ones, as the sentence has them")
    if "nt" in tokens or {"it", "s"} <= set(tokens):
        raise Mistake("an ending stands without its apostrophe; the cut leaves it there")
    if curly := [token for token in tokens if "\u2019" in token]:
        raise Mistake("{token} has a curly apostrophe; type straight ones, as the sentence has them", token=curly[0])
    if strange := [token for token in tokens if not token or not any(token in word for word in SENTENCE.split())]:
        raise Mistake("{token} is neither a word of the sentence nor a piece of one", token=short_repr(strange[0]))


def _name_wrong_lists(values: list[object]) -> None:
    for value in values:
        if value is None:
            continue  # it stopped in this case
        if not isinstance(value, list | tuple):
            raise Mistake("the function should return a list of lists, but it returns {value}", value=typed_repr(value))
        if value and all(isinstance(token, str) for token in value):
            raise Mistake("this is one flat list; make one list of tokens per line")
        if any(isinstance(token, list) for tokens in value if isinstance(tokens, list) for token in tokens):
            return  # one pair of brackets too many, which the values show
    first = values[0]  # of "Go on."
    assert isinstance(first, list | tuple)
    if any(token in PUNCTUATION for tokens in first if isinstance(tokens, list) for token in tokens):
        raise Mistake(
            "some punctuation is still a token, which may be all that a line has; use tokenize, which drops it"
        )


def _name_download(error: str) -> None:
    if "Resource 'punkt" in error:
        raise Mistake(
            "NLTK cuts into sentences here, with a model that has to be downloaded; call tokenize on each line, which "
            "needs none"
        )


HOOKS = {
    "01.1": {"before_comparing": _strings, "if_unlisted": _name_wrong_tokens},
    "01.2": {"if_unlisted": _name_wrong_lists, "if_stopped": _name_download},
}
