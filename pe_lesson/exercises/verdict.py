"""What a check answers."""

from dataclasses import dataclass
from html import escape
from typing import Literal

# colour-blind-safe, readable on a light and on a dark page; the mark says the same without colour
LOOK = {"right": ("✓", "#009E73"), "wrong": ("✗", "#D55E00"), "open": ("○", "#999999")}


@dataclass(frozen=True)
class Verdict:
    """One line about one answer; true only if the answer is right."""

    exercise: str
    state: Literal["right", "wrong", "open"]
    text: str

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        mark, _ = LOOK[self.state]
        return f"{mark} {self.exercise} {self.text}"

    def _repr_html_(self) -> str:
        _, colour = LOOK[self.state]
        return f'<div style="border-left: 6px solid {colour}; padding: 4px 10px">{escape(repr(self))}</div>'
