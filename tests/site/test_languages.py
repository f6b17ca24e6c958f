"""The pages in other languages: the same formulas, places and words of the page; a switch and a search that work."""

from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.site.built import LANGUAGES, LESSONS, TRANSLATED, formulas, soup
from tests.site.reader import Reader

# nouns that the lessons write with a particle, too
WORDS = {"ko": ["위치 인코딩", "논문", "역수", "어텐션"]}


def places(page: str) -> list[str]:
    return [section["id"] for section in soup(page).select("article section[id]")]


@pytest.mark.parametrize("page", TRANSLATED)
def test_a_page_has_the_formulas_and_places_of_the_english_one(page: str) -> None:
    language, _, english = page.partition("/")
    assert soup(page).html["lang"] == language
    assert places(page) == places(english)
    assert len(soup(page).select("article .math")) == len(formulas(page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_keeps_page_and_place(browser: Browser, address: str, language: str) -> None:
    with closing(Reader(browser, address, f"{LESSONS[4]}#Exercises".lower())) as reader:
        reader.page.locator(f".languages a[lang={language}]").click()
        expect(reader.page).to_have_url(f"{address}{language}/{LESSONS[4]}#exercises")
        reader.page.locator(".languages a[lang=en]").click()
        expect(reader.page).to_have_url(f"{address}{LESSONS[4]}#exercises")


@pytest.mark.parametrize(("language", "word"), [(code, word) for code in LANGUAGES for word in WORDS.get(code, [])])
def test_the_search_finds_a_noun(browser: Browser, address: str, language: str, word: str) -> None:
    with closing(Reader(browser, address, f"{language}/search.html?q={word}")) as reader:
        expect(reader.page.locator("#search-results li a").first).to_be_visible()
