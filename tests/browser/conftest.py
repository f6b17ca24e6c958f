"""One JupyterLab and one browser for the whole run, and each lesson opened and run once, in a page of its own."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.lesson_page import LessonPage
from tests.support import chrome
from tests.support.lab_server import Lab, running
from tools import lessons


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserContext]:
    with chrome.running() as one:
        yield one.new_context(viewport={"width": 1200, "height": 900})


@pytest.fixture(scope="session")
def lab(browser: BrowserContext, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running(tmp_path_factory.mktemp("lab")) as server:
        for path in (server.lessons / "notebooks").glob("*.ipynb"):  # no test here looks at what long training gives
            text = re.sub(r'"steps = \d+', '"steps = 3', path.read_text(encoding="utf-8"))
            path.write_text(re.sub(r'"seeds = \d+', '"seeds = 1', text), encoding="utf-8")
        yield server


@pytest.fixture(scope="module", params=lessons.PATHS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest, browser: BrowserContext, lab: Lab) -> Iterator[LessonPage]:
    """A lesson as a learner has it after Clear Outputs of All Cells and Run All Cells."""
    with closing(LessonPage(browser, lab, request.param.name)) as page:
        page.run_all()
        yield page
