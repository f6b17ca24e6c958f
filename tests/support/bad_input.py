"""Values that every public function refuses, by the name of the argument, and what a refusal looks like."""

import inspect
import math
from collections.abc import Callable

import pytest
import torch

NOT_AN_INT = [None, "4", 4.0, True, [4], torch.tensor(4)]
NOT_A_NUMBER = [None, "1", 1j, True, [1.0], torch.tensor(1.0)]
NOT_A_FLOATING_TYPE = [torch.int64, torch.bool, torch.complex64, float, "float32"]


class Hostile:
    """An object whose every method fails; it cannot even be printed."""

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no eq")

    __hash__ = None
    __len__ = __bool__ = __iter__ = __array__ = __float__ = __index__ = __call__ = __eq__


BAD: dict[str, dict[type[Exception], list]] = {
    "max_length": {TypeError: NOT_AN_INT, ValueError: [0, -1, 2**53 + 1, 10**30]},
    "d_model": {TypeError: NOT_AN_INT, ValueError: [0, -1, 2**53 + 1, 10**30]},
    "start": {TypeError: NOT_AN_INT, ValueError: [-1, 10**30]},
    "n": {TypeError: NOT_A_NUMBER, ValueError: [0, -1, -0.0, math.nan, math.inf, -math.inf, 1.1e100]},
    "dropout": {TypeError: NOT_A_NUMBER, ValueError: [-0.1, 1.1, 2, math.nan, math.inf, -math.inf]},
    "dtype": {TypeError: NOT_A_FLOATING_TYPE},
}


def bad_calls(functions: list[Callable], **good: object) -> list:
    """One pytest parameter for each argument of each function and each bad value: ``(call, name, value, error)``."""
    parameters = []
    for function in functions:
        names = list(inspect.signature(function).parameters)
        arguments = {name: value for name, value in good.items() if name in names}
        for name in [name for name in names if name in BAD]:
            for error, values in BAD[name].items():
                for value in values:
                    parameters.append(
                        pytest.param(
                            lambda function=function, changed={**arguments, name: value}: function(**changed),
                            name,
                            value,
                            error,
                            id=f"{function.__name__}-{name}={one_line(value)[:24]}",
                        )
                    )
    return parameters


def refusal(call: Callable[[], object], error: type[Exception], *parts: object) -> None:
    """The call stops with exactly this error, in one line of sane length that has all these parts in it."""
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    message = str(caught.value)
    assert type(caught.value) is error, message
    assert message.strip(), "an empty message"
    assert message.splitlines() == [message], message
    assert len(message) <= 400, message
    for part in parts:
        assert str(part) in message, (part, message)


def one_line(value: object) -> str:
    """The repr of a value as a message shows it."""
    return " ".join(repr(value).split())


def bad_positions(call: Callable[[object], object]) -> None:
    """What no scheme takes for the positions of four tokens is refused: no tensor, another type, NaN and infinity."""
    for bad in ([0, 1, 2, 3], torch.zeros(4), torch.zeros(4, dtype=torch.bool)):
        refusal(lambda bad=bad: call(bad), TypeError, "positions must be")
    for bad in (torch.nan, torch.inf, -torch.inf):
        k = torch.tensor([0, 1, bad, 3], dtype=torch.float64)
        refusal(lambda k=k: call(k), ValueError, "positions must be finite")


def bad_vectors(call: Callable[[object], object]) -> None:
    """What no module of width 4 takes is refused: no tensor, ids, no length, another width."""
    for bad in ([[1.0] * 4], torch.zeros(2, 4, dtype=torch.int64)):
        refusal(lambda bad=bad: call(bad), TypeError, "must be")
    for bad in (torch.zeros(4), torch.zeros(2, 3), torch.zeros(2, 4, 1)):
        refusal(lambda bad=bad: call(bad), ValueError, tuple(bad.shape))
