"""What a learner reads, in the language that was chosen: whole sentences with named places.

English is what stands in the code and in ``exercises/lesson_NN.txt``; any other language is a gettext catalog,
``locale/ko.po``. A sentence that a catalog lacks, or whose places it has wrong, is said in English.
``python -m languages messages`` finds the sentences: first arguments of ``say``, ``marked``, ``Mistake`` and the
errors, and the sentences of the texts.
"""

import os
import re
import sys
from functools import cache
from pathlib import Path

VARIABLE = "PE_LESSON_LANGUAGE"
ENGLISH = "en"
FOLDER = Path(__file__).with_name("locale")
# Korean particles whose form depends on the letter before: as a catalog writes them, after a consonant, after a vowel
PARTICLES = {
    "은(는)": ("은", "는"), "이(가)": ("이", "가"), "을(를)": ("을", "를"),
    "과(와)": ("과", "와"), "(으)로": ("으로", "로"),
}  # fmt: skip
PARTICLE = re.compile(f"([가-힣0-9])({'|'.join(map(re.escape, PARTICLES))})")
DIGITS = "영일이삼사오육칠팔구"  # how a number ends that ends in this digit


def languages() -> list[str]:
    """The codes of all languages."""
    return [ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po"))]


def language(code: str) -> None:
    """Choose the language of verdicts, of ``diagnose``, of words in figures and of error lines.

    It is English at the start. The environment variable ``PE_LESSON_LANGUAGE`` chooses it, too; ``make lab
    LANGUAGE=ko`` sets it.

    Args:
        code: of a language, such as ``"ko"``; ``"en"`` is English.

    Raises:
        ValueError: there is no such language.

    Example:
        >>> language("ko")
        >>> language("en")
    """
    global _chosen
    if code not in languages():
        raise value_error(
            "there is no language {code}; there are {languages}", code=repr(code), languages=", ".join(languages())
        )
    _chosen = code


def chosen() -> str:
    """The code of the language that is chosen."""
    return _chosen


def say(message: str, **places: object) -> str:
    """Translate a sentence into the chosen language, and fill its named places."""
    if _chosen != ENGLISH and (translated := _catalog(_chosen).get(message)):
        try:
            return PARTICLE.sub(_particle, translated.format(**places) if places else translated)
        except (KeyError, IndexError, ValueError):  # a place that is not there
            pass
    return message.format(**places) if places else message


def marked(message: str) -> str:
    """The sentence unchanged: the call marks what ``say`` will translate later."""
    return message


def type_error(message: str, **places: object) -> TypeError:
    """A TypeError with this sentence, as ``say`` translates it."""
    return TypeError(say(message, **places))


def value_error(message: str, **places: object) -> ValueError:
    """A ValueError with this sentence, as ``say`` translates it."""
    return ValueError(say(message, **places))


def _particle(found: re.Match[str]) -> str:
    last, (consonant, vowel) = found[1], PARTICLES[found[2]]
    sound = DIGITS[int(last)] if last.isdigit() else last
    end = (ord(sound) - ord("가")) % 28  # 0: no consonant at the end; 8: ㄹ
    return last + (vowel if end == 0 or (end == 8 and vowel == "로") else consonant)


@cache
def _catalog(code: str) -> dict[str, str]:
    from babel.messages.pofile import read_po  # English needs no catalog

    with (FOLDER / f"{code}.po").open("rb") as lines:
        return {str(m.id): str(m.string) for m in read_po(lines) if m.id and m.string and not m.fuzzy}


_chosen = os.environ.get(VARIABLE) or ENGLISH
if _chosen not in languages():
    print(f"{VARIABLE} is {_chosen!r}, and there are {', '.join(languages())}; English it is", file=sys.stderr)
    _chosen = ENGLISH
