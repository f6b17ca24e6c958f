"""The figures that move: every label and value is pe_lesson's, in every state or in 2,000 drawn ones."""

import random
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import product

import numpy as np
import pytest
import torch
from matplotlib.text import Text
from playwright.sync_api import Browser

from pe_lesson import frequencies, plots, sinusoidal
from pe_lesson.positions.rope_scaling import interpolated, ntk_base, ntk_by_parts
from tests.site.built import PAGE_OF, SITE
from tests.site.reader import PHONE, Reader
from tests.support.drawn import texts
from tools import lessons

DRAWN = 2000
SET = """
(box, states) => states.map(state => {
    const inputs = Object.keys(state).map(name => box.querySelector(`input[name="${name}"]`));
    for (const once of [1, 2]) {  // a cursor can go to its place when its table has its size
        for (const input of inputs) input[input.type === "checkbox" ? "checked" : "value"] = state[input.name];
        inputs[0].dispatchEvent(new Event("input", {bubbles: true}));
    }
    return {
        values: [...box.querySelectorAll("input")].map(input => input.getAttribute("aria-valuetext") ?? input.checked),
        fills: [...box.querySelectorAll("svg.weights rect:not(.frame)")].map(rect => getComputedStyle(rect).fill),
        high: [...box.querySelectorAll("svg.errors rect")].map(rect => rect.height.baseVal.value),
        fresh: [...box.querySelectorAll("svg.angles")].map(dial => dial.querySelectorAll("polygon").length - 1),
        texts: [...box.querySelectorAll("svg text:not(.tick)")].map(text => text.textContent),
        said: box.querySelector("output").textContent,
    };
})
"""
PIXELS = """
box => {
    const canvas = box.querySelector("canvas");
    const image = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return [canvas.height, canvas.width, [...image.data]];
}
"""
FIRST_PAGE = sorted({*PAGE_OF} - {"token_errors"})


def states(*sizes: int) -> list[tuple[int, ...]]:
    """Every choice of one of each size, or as many drawn ones."""
    every = list(product(*map(range, sizes))) if np.prod(sizes) <= 2 * DRAWN else None
    draw = random.Random(0)
    return every or [tuple(draw.randrange(size) for size in sizes) for _ in range(DRAWN)]


@pytest.fixture(scope="module", params=PAGE_OF)
def figure(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[tuple]:
    with closing(Reader(browser, address, PAGE_OF[request.param])) as reader:
        yield request.param, reader, reader.page.locator(f".moving[data-figure={request.param}]").first


def moved(browser: Browser, address: str, name: str, controls: tuple[str, ...], chosen: list[tuple[int, ...]]) -> list:
    with closing(Reader(browser, address, PAGE_OF[name])) as reader:
        box = reader.page.locator(f".moving[data-figure={name}]").first
        return box.evaluate(SET, [dict(zip(controls, state, strict=True)) for state in chosen])


def test_dials(browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for drawing in ("_circle", "_hand"):  # only the words are looked at
        monkeypatch.setattr(f"pe_lesson.plots.turning.{drawing}", lambda *_: None)
    chosen = states(61, 41)
    found = moved(browser, address, "dials", ("position", "offset"), chosen)
    for (k, at), got in zip(chosen, found, strict=True):
        offset = at - 20
        drawn = [text.get_text() for text in plots.dials(k, offset, 8, 100).findobj(Text)]
        wanted = [text for text in drawn if re.match(r"pair|turns|row", text)]
        title = next(text for text in drawn if text.startswith("position"))
        assert sorted(got["texts"]) == sorted(wanted)
        assert got["values"] == [str(k), str(offset)]
        assert got["said"].startswith(f"P{title[1:]}. Row {k + offset}: pair 0, sin ")
        for text in wanted:
            assert not text.startswith("row") or text.split(": ")[1] in got["said"]


def test_moved_weights(browser: Browser, address: str) -> None:
    cell = lessons.defined_up_to("00_why_position", "swap_and_switch")
    orders = list(cell["orders"].items())
    chosen = states(len(orders), 2)
    found = moved(browser, address, "moved_weights", ("order", "positions"), chosen)
    for (order, positions), got in zip(chosen, found, strict=True):
        words, places = orders[order]
        figure = cell["swap_and_switch"](places, bool(positions))
        drawn = texts(figure)
        tables = [[drawn[f"{table}-{k}-{j}"] for k in range(3) for j in range(3)] for table in ("weight", "moved")]
        wanted = []
        for title, table in zip(("dog bites man", words), tables, strict=True):
            names = [word for word in title.split() for _ in ("looked at", "looks")]
            wanted += [title, *names, *"\n".join(table).split("\n")]
        assert got["values"] == [words, bool(positions)]
        assert got["texts"] == wanted
        _, before, after, count = figure.alt.removesuffix(".").split(". ")
        assert got["said"] == f"{count}. {before}. {after}."
        cells = [patch.get_facecolor() for patch in figure.axes[0].patches if patch.get_fill()]
        fills = [[int(part) / 255 for part in re.findall(r"\d+", fill)] for fill in got["fills"]]
        assert np.abs(np.array(fills) - np.array(cells)[:, :3]).max() <= 1.5 / 255


def test_token_errors(browser: Browser, address: str) -> None:
    lesson = lessons.defined_up_to("11_positions_at_work", "break_one_thing")
    schemes, counts = list(lesson["models"]), lesson["counts"]
    chosen = states(5, len(schemes), len(counts), 2)
    found = moved(browser, address, "token_errors", ("padding", "scheme", "count", "masked"), chosen)
    for (padding, scheme, count, masked), got in zip(chosen, found, strict=True):
        figure = lesson["break_one_thing"](padding, schemes[scheme], counts[count], bool(masked))
        assert got["values"] == [str(padding), schemes[scheme], counts[count], bool(masked)]
        assert sorted(got["texts"]) == sorted(text.get_text() for text in figure.axes[0].texts)
        tokens, errors = re.fullmatch(r"(Tokens .*)\. How far .* alone: (.*)", figure.alt).groups()
        assert got["said"] == f"How far each token of the text is from the text alone. {tokens}: {errors}"
        bars = [patch.get_height() for patch in figure.axes[0].patches]
        assert np.allclose(np.array(got["high"]) / 80, np.array(bars) / 0.4, atol=0.006)


BASES, COLUMNS, POSITIONS = [10, 100, 1000, 10**4, 10**5, 10**6], [4, 8, 16, 32, 64, 128], [10, 20, 50, 100, 200]


def test_heat_map(browser: Browser, address: str) -> None:
    chosen = states(len(BASES), len(COLUMNS), len(POSITIONS), 200, 128)
    names = ("n", "columns", "positions", "position", "column")
    found = moved(browser, address, "heat_map", names, chosen)
    tables = {(n, d): sinusoidal(200, d, n, dtype=torch.float64) for n in BASES for d in COLUMNS}
    for (n, d, length, k, column), got in zip(chosen, found, strict=True):
        n, d, length = BASES[n], COLUMNS[d], POSITIONS[length]
        k, column = min(k, length - 1), min(column, d - 1)
        wave = 2 * torch.pi / frequencies(d, n)[column // 2].item()
        assert got["values"] == [f"{n:,}", str(d), str(length), str(k), str(column)]
        assert got["said"].strip() == (
            f"Position {k}, column {column}: {tables[n, d][k, column].item():.4f}. Column {column} holds the "
            f"{'cosine' if column % 2 else 'sine'} of pair {column // 2}, with a wavelength of {wave:.1f} positions."
        )


def test_heat_map_has_the_colours_of_the_lessons_figure(browser: Browser, address: str) -> None:
    with closing(Reader(browser, address, PAGE_OF["heat_map"])) as reader:
        rows, columns, data = reader.page.locator(".moving[data-figure=heat_map]").first.evaluate(PIXELS)
    image = plots.heat_map(sinusoidal(rows, columns, dtype=torch.float64)).axes[0].images[0]
    wanted = image.to_rgba(image.get_array(), bytes=True)
    assert (rows, columns) == (100, 64)
    assert np.abs(np.reshape(data, (rows, columns, 4)).astype(int) - wanted).max() <= 1


def stretched(base: int, way: str, factor: int) -> torch.Tensor:
    own = frequencies(16, base)
    return {
        "as trained": lambda: own,
        "position interpolation": lambda: interpolated(own, factor),
        "larger base": lambda: frequencies(16, ntk_base(base, factor, 16)),
        "by parts": lambda: ntk_by_parts(own, factor, 16, 0.5, 2),
    }[way]()


def test_pair_turns(browser: Browser, address: str) -> None:
    bases, ways = [100, 10_000, 500_000], ["as trained", "position interpolation", "larger base", "by parts"]
    chosen = states(len(bases), len(ways), 16)
    found = moved(browser, address, "pair_turns", ("base", "stretch", "factor"), chosen)
    for (base, way, factor), got in zip(chosen, found, strict=True):
        base, way, factor = bases[base], ways[way], factor + 1
        own, given, length = frequencies(16, base), stretched(base, way, factor), 16 * factor
        figure = plots.pair_turns(own, 16, length, {way: given})
        assert got["values"] == [f"{base:,}", way, str(factor)]
        assert sorted([*got["texts"], way]) == sorted(text.get_text() for text in figure.axes[0].texts)
        fresh = [i for i in range(8) if any(patch.get_gid() == f"new-0-{i}" for patch in figure.axes[0].patches)]
        assert got["fresh"] == [int(i in fresh) for i in range(8)]
        names = ", ".join(map(str, fresh[:-1])) + " and " * (len(fresh) > 1) + "".join(map(str, fresh[-1:]))
        said = f"new angles in pair{'s' * (len(fresh) > 1)} {names}" if fresh else "no new angles"
        numbers = figure.alt.split(". ", 1)[1]
        assert got["said"] == f"A text of {length} tokens, trained at 16, {way}: {said}. {numbers}"


def test_works_by_keyboard_and_says_what_it_shows(figure: tuple) -> None:
    _, _, box = figure
    for control in box.locator("input").all():
        tick = control.get_attribute("type") == "checkbox"
        value = (lambda c=control: c.is_checked()) if tick else (lambda c=control: c.get_attribute("aria-valuetext"))
        before, at_end = value(), control.evaluate("input => input.value === input.max")
        there, back = ("Space", "Space") if tick else ("ArrowRight", "ArrowLeft")[:: -1 if at_end else 1]
        control.focus()
        control.press(there)
        assert value() != before
        control.press(back)
        assert value() == before
        assert control.evaluate("input => input.labels[0].textContent.trim() !== ''")
    assert box.get_attribute("aria-label")
    assert box.locator("output").get_attribute("aria-live") == "polite"


def test_fits_a_phone(figure: tuple) -> None:
    _, reader, box = figure
    reader.page.set_viewport_size(PHONE)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_without_a_script_the_still_figure_stands(browser: Browser) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(f"{SITE.as_uri()}/site/index.html")
        assert page.locator("article img:visible").count() == len(FIRST_PAGE)
        for name, path in PAGE_OF.items():
            if not path.startswith("notebooks/"):
                continue
            page.goto(f"{SITE.as_uri()}/{path}")
            note = page.locator(f".moving[data-figure={name}] .admonition.slider").first
            assert note.is_visible()
            assert page.locator(note.locator("a").get_attribute("href")).is_visible()


def test_the_first_page_moves_all_of_them_in_place_of_their_pictures(browser: Browser, address: str) -> None:
    with closing(Reader(browser, address, "site/index.html")) as reader:
        names = reader.page.locator(".moving output").evaluate_all(
            "all => all.map(one => one.parentNode.dataset.figure)"
        )
        assert sorted(names) == FIRST_PAGE
        assert reader.page.locator('.moving[lang="en"]').count() == len(FIRST_PAGE)  # on Korean pages, too
        assert reader.page.locator("article img:visible").count() == 0
