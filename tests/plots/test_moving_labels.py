"""The scripts of the site write, colour and number what the figures of pe_lesson.plots do; no browser is asked."""

import re
from itertools import permutations

import pytest
from matplotlib.text import Text

from pe_lesson import frequencies, plots
from pe_lesson.plots import _style, stretch
from tests.support import moving
from tools import draw_images, lessons

WORDS = ["dog", "bites", "man"]


def dials():
    return [plots.dials(3, 5, 8, 100), plots.dials(3, 0, 8, 100)]


def heat_map():
    return [draw_images.PICTURES["heat_map.png"]()]


def moved_weights():
    draw = lessons.defined_up_to("00_why_position", "swap_and_switch")["swap_and_switch"]
    return [draw([0, 1, 2], True), draw([2, 1, 0], False), draw([2, 1, 0], True)]


def pair_turns():
    own = frequencies(16, 100)
    return [plots.pair_turns(own, 16, 64, {"as trained": own, "position interpolation": own / 4})]


def token_errors():
    draw = lessons.defined_up_to("11_positions_at_work", "break_one_thing")["break_one_thing"]
    return [draw(3, "sinusoids", "real tokens", True)]


# names and letters that are data of a figure, not labels
DATA = {
    "moved_weights": WORDS,
    "pair_turns": ["as trained", "position interpolation"],
    "token_errors": ["sinusoids", "RoPE", "ALiBi", *"hAdeg"],
}


def said(figures, data):
    """The labels of figures, line by line, without numbers and data alone."""
    lines = {line for figure in figures for text in figure.findobj(Text) for line in text.get_text().split("\n")}
    known = "|".join([*data, r"[-\u2212]?[\d.]+(e-\d+)?"])
    return sorted(line for line in lines if line and not re.fullmatch(rf"({known})( ({known}))*", line))


@pytest.mark.parametrize("draw", [dials, heat_map, moved_weights, pair_turns, token_errors], ids=lambda f: f.__name__)
def test_a_script_has_the_labels_of_the_figure(draw):
    name = draw.__name__
    templates = re.findall("`([^`]*)`", moving.block(moving.SCRIPTS / f"{name}.js", "LABELS"))
    pattern = {t: r"[^ ,]+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", t)) for t in templates}
    labels = said(draw(), DATA.get(name, []))
    only_here = [label for label in labels if not any(re.fullmatch(p, label) for p in pattern.values())]
    only_there = [t for t, p in pattern.items() if not any(re.fullmatch(p, label) for label in labels)]
    assert only_here + only_there == [], f"plots.{name} alone writes {only_here}, {name}.js alone {only_there}"


def test_the_scripts_numbers_are_those_of_lesson_00():
    cell = lessons.defined_up_to("00_why_position", "swap_and_switch")
    weights, x, encoding = cell["attention_weights"], cell["x"], cell["encoding"]
    wanted = {"without": weights(x)}
    for order in permutations(range(3)):
        wanted[" ".join(WORDS[k] for k in order)] = weights(x[list(order)] + encoding)
    lines = [f'"{name}": "{" ".join(f"{w:.5g}" for w in table.flatten())}",' for name, table in wanted.items()]
    check_numbers("moved_weights", lines)


def test_the_scripts_numbers_are_those_of_lesson_11():
    lesson, lines = lessons.defined_up_to("11_positions_at_work", "break_one_thing"), []
    for scheme in lesson["models"]:
        for masked in (True, False):
            for count in lesson["counts"]:
                rows = [lesson["errors"](scheme, padding, count, masked).tolist() for padding in range(5)]
                hundredths = ", ".join(" ".join(f"{round(100 * error)}" for error in row) for row in rows)
                lines.append(f'"{scheme}, {count}{"" if masked else ", no mask"}": "{hundredths}",')
    check_numbers("token_errors", lines)


def check_numbers(name, lines):
    """Another processor may round the last digit in another way: one in a thousand, or 1 in a whole number."""
    held = [line.strip() for line in moving.block(moving.SCRIPTS / f"{name}.js", "NUMBERS").splitlines()]
    fits = len(held) == len(lines) and all(map(same_line, held, lines))
    assert fits, f"write into NUMBERS of site/_static/moving/{name}.js:\n" + "\n".join(lines)


def same_line(one, other):
    (name, numbers), (other_name, others) = (re.fullmatch(r'"(.*)": "(.*)",', line).groups() for line in (one, other))
    numbers, others = ([float(n) for n in re.findall(r"[^ ,]+", each)] for each in (numbers, others))
    whole = all(n == round(n) for n in numbers)
    return name == other_name and numbers == pytest.approx(others, rel=1e-3, abs=1 if whole else 1e-8)


def test_colours_mean_the_same():
    sheet = (moving.SCRIPTS.parent / "moving.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--(\w+): (#\w{6})", sheet[: sheet.index("html[")]))
    assert light == {
        "token": _style.TOKEN, "place": _style.PLACE_TEXT, "result": _style.RESULT, "asks": _style.ASKS,
        "grey": _style.GREY, "seen": stretch.SHOWN,
    }  # fmt: skip
    assert f"rect {{ fill: {_style.PLACE}; }}" in sheet  # of the stripes
