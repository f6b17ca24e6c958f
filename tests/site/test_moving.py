"""The figures that move: every label and value is pe_lesson's, in every state or in 2,000 drawn ones."""

import random
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import product

import matplotlib
import numpy as np
import pytest
import torch
from built import SITE
from matplotlib.text import Text
from playwright.sync_api import Browser
from reader import PHONE, Reader

from pe_lesson import frequencies, plots, sinusoidal
from pe_lesson.positions.rope_scaling import interpolated, ntk_base, ntk_by_parts, turns

DRAWN = 2000
SET = """
(box, states) => states.map(state => {
    const inputs = Object.keys(state).map(name => box.querySelector(`input[name="${name}"]`));
    for (const once of [1, 2]) {  // a cursor can go to its place when its table has its size
        for (const input of inputs) input.value = state[input.name];
        inputs[0].dispatchEvent(new Event("input", {bubbles: true}));
    }
    return {
        values: [...box.querySelectorAll("input")].map(input => input.getAttribute("aria-valuetext")),
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
PAGES = {
    "dials": "notebooks/07_similarity_and_shift.html",
    "heat_map": "site/index.html",
    "pair_turns": "notebooks/12_longer_than_trained.html",
}


def states(*sizes: int) -> list[tuple[int, ...]]:
    """Every choice of one of each size, or as many drawn ones."""
    every = list(product(*map(range, sizes))) if np.prod(sizes) <= 2 * DRAWN else None
    draw = random.Random(0)
    return every or [tuple(draw.randrange(size) for size in sizes) for _ in range(DRAWN)]


@pytest.fixture(scope="module", params=PAGES)
def figure(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[tuple]:
    with closing(Reader(browser, address, PAGES[request.param])) as reader:
        yield request.param, reader, reader.page.locator(f".moving[data-figure={request.param}]").first


def moved(browser: Browser, address: str, name: str, controls: tuple[str, ...], chosen: list[tuple[int, ...]]) -> list:
    with closing(Reader(browser, address, PAGES[name])) as reader:
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
        assert sorted(got["texts"]) == sorted(wanted)
        assert got["values"] == [str(k), str(offset)]
        moved_by = f", moved by {offset} to position {k + offset}" if offset else ""
        assert got["said"].startswith(f"Position {k}{moved_by}. Row {k + offset}: pair 0, sin ")
        for text in wanted:
            assert not text.startswith("row") or text.split(": ")[1] in got["said"]


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
    with closing(Reader(browser, address, PAGES["heat_map"])) as reader:
        rows, columns, data = reader.page.locator(".moving[data-figure=heat_map]").first.evaluate(PIXELS)
    image = plots.heat_map(sinusoidal(rows, columns, dtype=torch.float64)).axes[0].images[0]
    wanted = image.to_rgba(image.get_array(), bytes=True)
    assert (rows, columns) == (100, 64)
    assert np.abs(np.reshape(data, (rows, columns, 4)).astype(int) - wanted).max() <= 1
    assert matplotlib.colormaps["RdBu_r"] is image.cmap or image.cmap.name == "RdBu_r"


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
        omega = stretched(base, way, factor)
        before = (360 * turns(frequencies(16, base), 15)).clamp(max=360).tolist()
        now = (360 * turns(omega, 16 * factor - 1)).clamp(max=360).tolist()
        assert got["values"] == [f"{base:,}", way, str(factor)]
        assert got["texts"][::2] == [f"÷ {x:.2f}" for x in (frequencies(16, base) / omega).tolist()]
        unseen = [str(i) for i, (a, b) in enumerate(zip(before, now, strict=True)) if b - a > 0.01]
        said = ", ".join(unseen[:-1]) + " and " * (len(unseen) > 1) + "".join(unseen[-1:])
        where = f"in pair{'s' * (len(unseen) > 1)} {said}"
        new = f"angles that training never showed {where}." if unseen else "no angles that training never showed."
        numbers = ", ".join(f"pair {i} {b:.0f} ({a:.0f})" for i, (a, b) in enumerate(zip(before, now, strict=True)))
        assert got["said"] == (
            f"A text of {16 * factor} tokens, trained at 16, {way}: {new} "
            f"Degrees reached in the text (in training): {numbers}."
        )


def test_works_by_keyboard_and_says_what_it_shows(figure: tuple) -> None:
    _, _, box = figure
    for slider in box.locator("input").all():
        before = slider.get_attribute("aria-valuetext")
        slider.focus()
        slider.press("ArrowRight")
        assert slider.get_attribute("aria-valuetext") != before
        slider.press("ArrowLeft")
        assert slider.get_attribute("aria-valuetext") == before
        assert slider.evaluate("input => input.labels[0].textContent.trim() !== '' && Boolean(input.ariaValueText)")
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
        assert page.locator("article img:visible").count() == len(PAGES)
        for name, path in PAGES.items():
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
        assert sorted(names) == sorted(PAGES)
        assert reader.page.locator("article img:visible").count() == 0
