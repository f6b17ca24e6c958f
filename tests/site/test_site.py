"""The site as a whole: found, read from the disk, searched, turned dark, taken home."""

import ast
import re
import zipfile
from contextlib import closing
from pkgutil import resolve_name
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from pages import feedback
from playwright.sync_api import Browser, expect

from tests.site.built import ENGLISH, KINDS, LESSONS, PAGE_OF, SITE, code, formulas, ids, soup
from tests.site.reader import PHONE, Reader
from tools import ROOT

DISK = SITE.as_uri() + "/"
FRONT = "site/index.html"


@pytest.fixture
def front(browser: Browser) -> Reader:
    """The front page, opened as a file."""
    with closing(Reader(browser, DISK, "index.html")) as reader:
        yield reader


@pytest.mark.parametrize("page", sorted({*KINDS, *PAGE_OF.values()}))
def test_reads_from_the_disk(browser: Browser, page: str) -> None:
    with closing(Reader(browser, DISK, page)) as reader:
        assert reader.saw["formulas"] == len(formulas(page))
        assert [image for image in reader.saw["images"] if not image["width"]] == []
        assert [url for url in reader.asked if not url.startswith((DISK, "data:", "blob:"))] == []
        assert reader.complaints == []


def test_index_is_the_front_page(front: Reader) -> None:
    expect(front.page).to_have_url(DISK + "site/index.html")


def contents() -> list[str]:
    """The pages as the side of the front page lists them, itself first."""
    links = soup(FRONT).select(".bd-sidebar-primary nav a")
    return [FRONT if link["href"] == "#" else urljoin(FRONT, link["href"]) for link in links]


def test_every_page_is_in_the_contents_once_and_lessons_in_order() -> None:
    assert sorted(contents()) == sorted(set(ENGLISH) - {"index.html", "search.html"})
    assert [page for page in contents() if page in LESSONS] == LESSONS


def test_every_page_leads_to_its_neighbours() -> None:
    pages = contents()
    for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        for link, neighbour in ((".left-prev", before), (".right-next", after)):
            found = soup(page).select_one(f".prev-next-footer {link}")
            leads_to = found and (SITE / page).parent.joinpath(found["href"]).resolve()
            assert leads_to == (neighbour and SITE / neighbour), f"{link} of {page}"


def test_contents_open_on_a_phone(front: Reader) -> None:
    front.page.set_viewport_size(PHONE)
    expect(front.page.locator(".bd-sidebar-primary")).not_to_be_in_viewport()
    front.page.locator("button.primary-toggle:visible").click()
    front.page.locator("dialog[open] nav a", has_text="03").first.click()
    expect(front.page.get_by_role("heading", level=1)).to_contain_text("03")


def test_search_finds_a_word_of_a_lesson(front: Reader, browser: Browser, address: str) -> None:
    with closing(Reader(browser, address, "search.html?q=dropout")) as served:
        for reader in (served, front):
            found = reader.page.locator("#search-results li a", has_text="06").first
            if reader is front:  # from the disk a browser reads no other page, so the results come without an excerpt
                reader.page.goto(DISK + "search.html?q=dropout")
            else:
                expect(reader.page.locator("#search-results li p.context").first).to_be_visible()
                assert reader.complaints == []
            expect(found).to_be_visible()


@pytest.mark.parametrize("page", LESSONS)
def test_a_lesson_can_be_opened(page: str) -> None:
    box = soup(page).select_one(".open-lesson")
    everything, alone = [(SITE / page).parent / link["href"] for link in box.select("a[download]")]
    assert alone.read_bytes() == (ROOT / page).with_suffix(".ipynb").read_bytes()
    assert f"make lab LESSON={alone.stem}" in box.pre.text
    names = zipfile.ZipFile(everything).namelist()
    assert {f"positional-encoding/{name}" for name in ("Makefile", f"notebooks/{alone.name}")} <= set(names)


def test_package_page_has_every_name_that_a_lesson_imports() -> None:
    there, missing = {name.removeprefix("module-") for name in ids("site/api.html")}, set()
    for page in LESSONS:
        for node in (node for cell in code(page) for node in ast.walk(ast.parse(cell))):
            if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "pe_lesson":
                imported = {f"{node.module}.{alias.name}" for alias in node.names}
                missing |= {name for name in imported if not {name, shorter(name)} & there}
    assert missing == set()


def shorter(name: str) -> str:
    """Where a folder offers the same thing as its module: ``pe_lesson.attention.attend``."""
    module, _, last = name.rpartition(".")
    folder = module.rpartition(".")[0]
    same = folder and getattr(resolve_name(folder), last, None) is resolve_name(name)
    return f"{folder}.{last}" if same else name


def test_reports_are_offered_where_the_repository_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    context: dict[str, str] = {}
    feedback.add(None, "notebooks/05_vectorized_encoding", "page.html", context, None)
    assert context == {}
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://example.org")
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/lessons")
    feedback.add(None, "notebooks/05_vectorized_encoding", "page.html", context, None)
    for form in ("sentence", "mistake"):
        asked = parse_qs(urlsplit(context[f"report_{form}"]).query)
        assert asked == {"template": [f"{form}.yml"], "page": ["notebooks/05_vectorized_encoding"]}
        assert "id: page" in (ROOT / f".github/ISSUE_TEMPLATE/{form}.yml").read_text(encoding="utf-8")


def test_ticks_stay_and_say_where_to_go_on(browser: Browser, address: str) -> None:
    with closing(Reader(browser, address, LESSONS[0])) as reader:
        assert reader.page.locator(".tick").count() == 1 + sum("\ncheck(" in cell for cell in code(LESSONS[0]))
        reader.page.get_by_label("I have read this lesson").check()
        reader.page.goto(address + FRONT)
        go_on = reader.page.locator(".go-on a")
        expect(go_on).to_have_attribute("href", re.compile(r"01_tokenize\.html$"))
        expect(reader.page.locator(".bd-sidebar-primary a.read")).to_have_count(1)
        reader.page.goto(address + LESSONS[0])
        reader.page.get_by_label("I have read this lesson").uncheck()
        reader.page.goto(address + FRONT)
        expect(go_on).not_to_be_visible()
