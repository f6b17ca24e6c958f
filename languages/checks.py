"""What a translation has lost or added: formulas, code, links, numbers, tags, emphasis."""

from collections import Counter

from languages.pieces import kept

# English words that another language may write as a digit
WORDS = (
    "zero zeros no none, one once first a, two twice second both half, three third, four fourth, five fifth, "
    "six sixth, seven seventh, eight eighth, nine ninth, ten tenth"
)
DIGIT = {word: str(digit) for digit, words in enumerate(WORDS.split(", ")) for word in words.split()}


def lost_or_added(english: str, translated: str) -> list[str]:
    """What differs, a line each; empty if nothing does."""
    wanted, found = kept(english), kept(translated)
    words = wanted.pop("words")
    found.pop("words")
    spelled = Counter(DIGIT[word.lower()] for word in words.elements() if word.lower() in DIGIT)
    problems = []
    for kind in wanted:
        lost, added = wanted[kind] - found[kind], found[kind] - wanted[kind]
        if kind == "number":
            added -= spelled
        problems += [f"{kind} lost: {thing}" for thing in lost] + [f"{kind} added: {thing}" for thing in added]
    return problems
