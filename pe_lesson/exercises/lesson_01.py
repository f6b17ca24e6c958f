"""Graders of lesson 01."""

from pe_lesson._arguments import shown
from pe_lesson.exercises._engine import Mistake
from pe_lesson.exercises._engine import grader as exercise
from pe_lesson.exercises._engine import run_answer as call
from pe_lesson.text.tokens import PUNCTUATION, tokenize

SENTENCE = "Don't panic, it's a test!"
TEXT = "Now is better.\n\nIf it's hard, stop!\n...?\n!\nGo on. Go home."


@exercise("01.1")
def contractions(answer: object) -> str:
    tokens = _strings(answer, "the answer")
    right = tokenize(SENTENCE)
    if any(token in PUNCTUATION for token in tokens):
        raise Mistake("some punctuation is still a token; tokenize drops the four marks , ? ! .")
    if any(mark in token for token in tokens for mark in PUNCTUATION):
        raise Mistake("punctuation is stuck to a word; the tokenizer cuts it off before it is dropped")
    if "Don't" in tokens or "it's" in tokens:
        raise Mistake("a contraction is still one piece; the tokenizer splits it in two")
    if "Don" in tokens:
        raise Mistake("the cut of the first contraction is in the wrong place; remember what became of can't")
    if [token.lower() for token in tokens] == [token.lower() for token in right] and tokens != right:
        raise Mistake("right but for capital letters; the tokenizer changes no letter")
    if [token.replace("\u2019", "'") for token in tokens] == right and tokens != right:
        raise Mistake("right but for the apostrophes; type straight ones, as the sentence has them")
    if sorted(tokens) == sorted(right) and tokens != right:
        raise Mistake("these are the tokens, in another order than the sentence has them")
    if tokens != right:
        raise Mistake(f"these are {len(tokens)} tokens; go through the sentence again, word by word, from the left")
    return "both contractions split, both marks gone"


@exercise("01.2")
def lines(answer: object) -> str:
    result = call(answer, TEXT)
    if not isinstance(result, list):
        raise Mistake(f"a list of lists is asked for, the function returns {shown(result)}")
    if result and all(isinstance(token, str) for token in result):
        raise Mistake("this is one flat list; make one list of tokens a line")
    if [tokens for tokens in result if tokens] == [tokens for letter in TEXT if (tokens := tokenize(letter))]:
        raise Mistake("this goes letter by letter, as a loop over a string does; text.splitlines() gives the lines")
    if [] in result:
        raise Mistake("an empty list is left in; a line without a token should be left out")
    right = [tokens for line in TEXT.splitlines() if (tokens := tokenize(line))]
    if result == [line.split() for line in TEXT.splitlines() if line]:
        raise Mistake("the lines are split at spaces; call tokenize on each")
    if result == [tokenize(TEXT)]:
        raise Mistake("the whole text went through tokenize at once; take it line by line")
    if any(token in PUNCTUATION for tokens in result if isinstance(tokens, list) for token in tokens):
        raise Mistake(
            "some punctuation is still a token, which may be all that a line has; use tokenize, which drops it"
        )
    if len(result) != len(right):
        raise Mistake(f"{len(result)} lists came back where {len(right)} are right; try a text of two short lines")
    if result != right:
        raise Mistake("there are as many lists as there should be, but their tokens differ; did you use tokenize?")
    if call(answer, "") != []:
        raise Mistake("a text without lines should give an empty list")
    return "one list a line, nothing empty"


def _strings(answer: object, what: str) -> list[str]:
    if not isinstance(answer, (list, tuple)) or not all(isinstance(token, str) for token in answer):
        raise Mistake(f"{what} should be a list of strings, this is {shown(answer)}")
    return list(answer)
