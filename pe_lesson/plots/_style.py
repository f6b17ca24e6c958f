"""One look for every figure: opaque ground, colours that mean one thing, readable text, words for who cannot see it.

A colour means the same in every figure, and a word, mark, hatch or frame says it too:

======== ============================================================
TOKEN    what a token is: id, embedding, key
PLACE    where it is: position, encoding, angle (as text: PLACE_TEXT)
RESULT   what comes out: value, sum, output, an angle between two
ASKS     who asks: a query, the framed row
GREY     hidden, kept, repeated
======== ============================================================

Series without such a meaning are INK and GREY, told apart by marks and dashes. Numbers from 0 to 1 take one hue,
``SHARES``; signed ones ``SIGNED``, with their digits written in. A title is a finding, or names what a panel shows.
"""

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar, cast

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager

from pe_lesson._check_arguments import typed_repr
from pe_lesson._words import ENGLISH, FOLDER, chosen, type_error, value_error

P = ParamSpec("P")
R = TypeVar("R")

# Okabe and Ito's palette
BLUE = "#0072B2"
ORANGE = "#E69F00"
GREEN = "#009E73"
RED = "#D55E00"

INK = "#222222"
GREY = "#666666"
PALE = "#EEEEEE"
BROWN = "#9C6500"  # orange, dark enough for text

TOKEN = BLUE
PLACE = ORANGE
PLACE_TEXT = BROWN
RESULT = GREEN
ASKS = RED

SHARES = "Blues"
SIGNED = "RdBu_r"

plt.rcParams["text.hinting"] = "force_autohint"  # else bold digits look as if they had serifs


class Picture(Figure):
    """A figure that says in words what it shows; a notebook stores the words beside the image."""

    alt = ""

    def __repr__(self) -> str:
        return self.alt or super().__repr__()


def new_figure(width: float, height: float) -> tuple[Picture, Axes]:
    """A figure of ``width`` by ``height`` inches and its axes, shown only when a cell returns it; set its ``alt``."""
    figure, panels = new_panels(width, height, 1, 1)
    return figure, panels[0]


def new_panels(width: float, height: float, rows: int, columns: int, **options: Any) -> tuple[Picture, list[Axes]]:
    """The same with ``rows`` times ``columns`` axes, returned row by row."""
    if chosen() != ENGLISH:
        _with_hangul()
    figure, axes = plt.subplots(
        rows, columns, figsize=(width, height), dpi=100, layout="constrained", facecolor="white",
        squeeze=False, FigureClass=Picture, **options,
    )  # fmt: skip
    plt.close(figure)  # else a notebook would show it twice
    return cast(Picture, figure), list(axes.flat)


@functools.cache
def _with_hangul() -> None:
    """Letters that Matplotlib's own font lacks come from ours: DejaVu Sans has no Hangul."""
    fontManager.addfont(FOLDER / "hangul.ttf")
    fontManager.ttflist.append(replace(fontManager.ttflist[-1], weight=700))  # else each bold title brings a warning
    plt.rcParams["font.family"] = ["DejaVu Sans", "PE Lesson Hangul"]


def on_cpu(function: Callable[P, R]) -> Callable[P, R]:
    """Draw from tensors on the CPU, whatever torch.set_default_device says: Matplotlib can only read those."""

    @functools.wraps(function)
    def called(*arguments: P.args, **options: P.kwargs) -> R:
        with torch.device("cpu"):
            return function(*arguments, **options)

    return called


def check_several(name: str, given: object, most: int, example: str) -> None:
    """Raise TypeError unless ``given`` is of the example's kind; ValueError unless it has 1 to ``most`` entries."""
    kind: type[Collection[Any]] = Mapping if example.startswith("{") else Sequence
    if isinstance(given, str) or not isinstance(given, kind):
        raise type_error(
            "{name} must be given as {example}, got {given}", name=name, example=example, given=typed_repr(given)
        )
    if not given:
        raise value_error("{name} must be 1 to {most}, got none", name=name, most=most)
    if len(given) > most:
        raise value_error(
            "{name} must be 1 to {most}, got {count}; draw several figures", name=name, most=most, count=len(given)
        )
