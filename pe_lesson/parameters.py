"""The check of what a learner typed into a lesson's parameters cell."""

from pe_lesson._checks import positive_number, probability, shown, whole_number


def check_parameters(**values: object) -> None:
    """Say in one line what is wrong with a lesson's parameters; say nothing if they can be used.

    Args:
        values: any of ``sentences`` (a list of str), ``d_model`` and ``max_length`` (int >= 1),
            ``n`` (a finite number > 0) and ``dropout`` (from 0 to 1), by name.

    Raises:
        TypeError, ValueError: a value cannot be used, or has another name.
    """
    for name, value in values.items():
        if name not in CHECKS:
            raise TypeError(f"{name} is not a parameter of the lessons; these are: {', '.join(CHECKS)}")
        CHECKS[name](name, value)


def _sentences(name: str, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(sentence, str) for sentence in value):
        raise TypeError(f'{name} must be a list of strings, got {shown(value)}; write {name} = ["one", "two"]')


CHECKS = {
    "sentences": _sentences,
    "d_model": whole_number,
    "max_length": whole_number,
    "n": positive_number,
    "dropout": probability,
}
