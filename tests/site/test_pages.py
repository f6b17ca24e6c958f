"""Every page as a reader meets it: at a desk, on a phone, in the light and in the dark."""

import re
from pathlib import Path

from built import LESSONS, code, prose, soup
from playwright.sync_api import expect
from reader import DESKTOP, PHONE, Reader

PUNY = 20  # characters; a shorter alternative describes no figure


def test_sets_every_formula(reader: Reader) -> None:
    saw, written = reader.see(), re.findall(r"\$\$.+?\$\$|\$[^$]+\$", prose(reader.name), flags=re.DOTALL)
    assert saw["formulas"] == len(written)
    assert saw["unreadable"] == []
    assert saw["left"] == []


def test_shows_every_figure_and_says_what_it_shows(reader: Reader) -> None:
    images = reader.see()["images"]
    assert [image["source"] for image in images if not image["width"]] == []
    assert [image for image in images if len(image["alt"]) < PUNY] == []
    alternatives = [image["alt"] for image in images]
    assert len(set(alternatives)) == len(alternatives), "two figures of one page have the same alternative"


def test_every_code_cell_can_be_copied(reader: Reader) -> None:
    saw, cells = reader.see(), code(reader.name)
    assert saw["cells"] == saw["copied"] == len(cells)


def test_every_slider_leads_to_its_still_figure(reader: Reader) -> None:
    assert reader.see()["sliders"] == ["IMG"] * sum("@interact" in cell for cell in code(reader.name))


def test_every_fold_opens(reader: Reader) -> None:
    folds = reader.page.locator("article section details")
    expect(folds).to_have_count(prose(reader.name).count("<details>"))
    for fold in folds.all():
        fold.locator("summary").first.click()
        expect(fold).to_have_attribute("open", "")
        assert fold.evaluate("fold => fold.scrollHeight > 1.5 * fold.querySelector('summary').scrollHeight"), "empty"


def test_is_accessible_in_both_themes(reader: Reader) -> None:
    for theme in ("dark", "light"):
        reader.switch_theme(theme)
        assert reader.serious() == []


def test_fits_a_phone_and_a_desk(reader: Reader, screenshots: Path) -> None:
    for size, theme in [(PHONE, "dark"), (PHONE, "light"), (DESKTOP, "dark"), (DESKTOP, "light")]:
        reader.page.set_viewport_size(size)
        reader.switch_theme(theme)
        name = reader.name.removesuffix(".html").replace("/", "-")
        reader.page.evaluate("scrollTo(0, 0)")
        reader.page.screenshot(path=screenshots / f"{name}-{size['width']}-{theme}.png", full_page=True)
        wide = reader.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{wide} pixels: the page itself scrolls sideways"


def test_leads_to_its_neighbours(reader: Reader) -> None:
    if reader.name in LESSONS:
        place = LESSONS.index(reader.name)
        for link, step in ((".left-prev", -1), (".right-next", 1)):
            expected = ["README.html", *LESSONS][place + 1 + step] if place + step < len(LESSONS) - 1 else ""
            found = soup(reader.name).select_one(link)
            if expected:
                assert found["href"].split("/")[-1] == expected.split("/")[-1]


def test_asks_this_site_only_and_has_no_complaint(reader: Reader) -> None:  # after all else was tried on the page
    assert [url for url in reader.asked if not url.startswith((reader.base, "data:", "blob:"))] == []
    assert reader.complaints == []
