"""Split text into tokens."""

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import type_error

PUNCTUATION = (",", "?", "!", ".")


def tokenize(text: str) -> list[str]:
    """Split one sentence into tokens and drop the tokens ``,`` ``?`` ``!`` ``.``.

    The split is NLTK's ``word_tokenize(text, preserve_line=True)``: the Penn Treebank rules on
    the whole line. Without ``preserve_line`` NLTK first splits the text into sentences,
    and for that it needs a model (``punkt_tab``) that has to be downloaded; this needs none.

    Args:
        text: one sentence. With several sentences in one string, a single full stop
            after a letter or digit stays on its word, but for the one at the end.

    Returns:
        The tokens in order; an empty list if there is none but these four. ``...`` is another, and stays.

    Raises:
        TypeError: ``text`` is not a str, such as a list of sentences.

    Example:
        >>> tokenize("Hello, what is a basic split?")
        ['Hello', 'what', 'is', 'a', 'basic', 'split']
        >>> tokenize("I can't.")
        ['I', 'ca', "n't"]
    """
    if not isinstance(text, str):
        raise type_error(
            "text must be one sentence as a str, got {text}; for several use [tokenize(sentence) for sentence in "
            "sentences]",
            text=typed_repr(text),
        )
    from nltk.tokenize import word_tokenize  # slow to import

    tokens = word_tokenize(text, preserve_line=True)
    return [token for token in tokens if token not in PUNCTUATION]
