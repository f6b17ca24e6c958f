"""Every link within the site leads to a page that is there, and to a place on it."""

import re
from urllib.parse import unquote, urlsplit

import pytest

from tests.site.built import PAGES, SITE, ids, soup

ATTRIBUTES = ("href", "src", "action", "data-href")
LOADED = ("img", "script", "iframe", "source", "link", "video", "audio", "object", "embed")


def addresses(page: str) -> list[tuple[str, str]]:
    """Each address of the page, with the name of its element."""
    elements = soup(page).find_all(True)
    return [(element.name, element[name]) for element in elements for name in ATTRIBUTES if element.get(name)]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    lost = []
    for _, address in addresses(page):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (SITE / page).parent / unquote(parts.path) if parts.path else SITE / page
        if not target.is_file() or not target.resolve().is_relative_to(SITE):
            lost.append(address)
            continue
        there = target.resolve().relative_to(SITE).as_posix()
        if parts.fragment and there.endswith(".html") and unquote(parts.fragment) not in ids(there):
            lost.append(address)
    assert lost == []


@pytest.mark.parametrize("page", PAGES)
def test_loads_nothing_from_elsewhere(page: str) -> None:
    outside = [address for name, address in addresses(page) if name in LOADED and urlsplit(address).netloc]
    assert outside == []


def test_no_style_sheet_loads_from_elsewhere() -> None:
    for path in SITE.rglob("*.css"):
        urls = re.findall(r"""(?:url\(|@import)\s*["']?([^"')]+)""", path.read_text(encoding="utf-8"))
        assert [url for url in urls if urlsplit(url).netloc] == [], path
