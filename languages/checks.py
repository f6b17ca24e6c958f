"""What a translation has lost or added: formulas, code, links, numbers, tags, emphasis."""

from collections import Counter
from itertools import product

from languages.pieces import kept

# English words that another language may write as digits: 30 for "thirty", 1 and 2 of "a half", 4 and 1 of "a quarter"
WORDS = (
    "zero zeros no none, one once first a half quarter, two twice second both half, three third, four fourth quarter, "
    "five fifth, six sixth, seven seventh, eight eighth, nine ninth, ten tenth tens, eleven, twelve dozen, thirteen, "
    "fourteen, fifteen, sixteen, seventeen, eighteen, nineteen"
)
UNITS = "one two three four five six seven eight nine"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
LARGE = {"hundred": ["100"], "thousand": ["1000", "1,000"], "million": ["1000000", "1,000,000"]}
DIGITS: dict[str, list[str]] = {word: [str(10 * tens)] for tens, word in enumerate(TENS.split(), 2)} | LARGE
for number, words in enumerate(WORDS.split(", ")):
    for word in words.split():
        DIGITS.setdefault(word, []).append(str(number))


def lost_or_added(english: str, translated: str) -> list[str]:
    """What differs, a line each; empty if nothing does."""
    wanted, given = kept(english), kept(translated)
    words = wanted.pop("words")
    given.pop("words")
    spelled = Counter(digits for word in words.elements() for digits in DIGITS.get(word.lower(), []))
    for tens, unit in product(TENS.split(), UNITS.split()):  # twenty-four
        if tens in words and unit in words:
            spelled[str(int(DIGITS[tens][0]) + int(DIGITS[unit][0]))] += 1
    problems = []
    for kind in wanted:
        lost, added = wanted[kind] - given[kind], given[kind] - wanted[kind]
        if kind == "number":
            added -= spelled
        problems += [f"{kind} lost: {thing}" for thing in lost] + [f"{kind} added: {thing}" for thing in added]
    return problems
