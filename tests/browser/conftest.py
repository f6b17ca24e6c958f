"""One JupyterLab and one browser per worker, and each lesson opened and run once, in a page of its own."""

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


# a lesson stays with one worker, which runs it once for all that is asked of it
EACH = [pytest.param(path, id=path.stem, marks=pytest.mark.xdist_group(path.stem)) for path in lessons.PATHS]


@pytest.fixture(scope="module", params=EACH)
def lesson(request: pytest.FixtureRequest, browser: BrowserContext, lab: Lab) -> Iterator[LessonPage]:
    """A lesson as a learner has it after Clear Outputs of All Cells and Run All Cells."""
    with closing(LessonPage(browser, lab, request.param.name)) as page:
        page.run_all()
        yield page
