"""Text to tokens."""

from pe_lesson._arguments import shown

PUNCTUATION = (",", "?", "!", ".")


def tokenize(text: str) -> list[str]:
    """Split one sentence into tokens and drop the tokens ``,`` ``?`` ``!`` ``.``.

    The split is NLTK's ``word_tokenize(text, preserve_line=True)``: the Penn Treebank rules on
    the line as it stands. Without ``preserve_line`` NLTK first splits the text into sentences,
    and for that it needs a model (``punkt_tab``) that has to be downloaded; this needs none.

    Args:
        text: one sentence. Of several sentences in one string only the last full stop is a
            token of its own; the others stay on their words.

    Returns:
        The tokens in order; an empty list if nothing but punctuation or space is there.

    Raises:
        TypeError: ``text`` is not a str.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"text must be one sentence as a str, got {shown(text)}; "
            "for several use [tokenize(sentence) for sentence in sentences]"
        )
    from nltk.tokenize import word_tokenize  # NLTK takes longer to import than all the rest of us

    tokens = word_tokenize(text, preserve_line=True)
    return [token for token in tokens if token not in PUNCTUATION]
