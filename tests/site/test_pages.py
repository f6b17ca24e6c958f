"""Every page as a reader meets it: at a desk, on a phone, in the light and in the dark."""

from pathlib import Path

import pytest

from tests.site.built import KINDS, code, formulas, hidden, prose
from tests.site.reader import DESKTOP, PHONE, Reader

PUNY = 20  # characters; a shorter alternative describes no figure
OPEN = """
folds => folds.map(fold => {
    const closed = fold.scrollHeight;
    fold.querySelector("summary").click();
    return fold.open && fold.scrollHeight > 1.5 * closed;
})
"""


def test_sets_every_formula(reader: Reader) -> None:
    assert reader.saw["formulas"] == len(formulas(reader.name))
    assert reader.saw["unreadable"] == []
    assert reader.saw["left"] == []


def test_shows_every_figure_and_says_what_it_shows(reader: Reader) -> None:
    images = reader.saw["images"]
    assert [image["source"] for image in images if not image["width"]] == []
    assert [image for image in images if len(image["alt"]) < PUNY] == []
    alternatives = [image["alt"] for image in images]
    assert len(set(alternatives)) == len(alternatives), "two figures of one page have the same alternative"


def test_every_code_cell_can_be_copied(reader: Reader) -> None:
    assert reader.saw["cells"] == reader.saw["copied"] == len(code(reader.name))


def test_every_slider_leads_to_its_still_figure(reader: Reader) -> None:
    moving = reader.page.locator("article .moving")  # a script has taken the place of their note
    in_cells = moving.count() - prose(reader.name).count('class="moving"')
    assert reader.saw["sliders"] == ["IMG"] * (sum("interact(" in cell for cell in code(reader.name)) - in_cells)


def test_every_fold_opens(reader: Reader) -> None:
    opened = reader.page.locator("article section details").evaluate_all(OPEN)
    assert opened == [True] * (prose(reader.name).count("<details>") + hidden(reader.name))


def test_is_accessible_in_both_themes(reader: Reader) -> None:  # and with every fold open
    reader.switch_theme("dark")
    assert reader.serious() == []
    reader.switch_theme("light")  # changes colours and nothing else
    assert reader.serious("color-contrast") == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_fits(reader: Reader, size: dict[str, int], screenshots: Path) -> None:
    reader.page.set_viewport_size(size)
    wide = reader.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size["width"], f"{wide} pixels: the page itself scrolls sideways"
    for theme in ("dark", "light") if reader.name in KINDS else ():
        reader.switch_theme(theme)
        name = reader.name.removesuffix(".html").replace("/", "-")
        reader.page.screenshot(path=screenshots / f"{name}-{size['width']}-{theme}.png", full_page=True)


def test_asks_this_site_only_and_has_no_complaint(reader: Reader) -> None:  # after all else was tried on the page
    assert [url for url in reader.asked if not url.startswith((reader.base, "data:", "blob:"))] == []
    assert reader.complaints == []
