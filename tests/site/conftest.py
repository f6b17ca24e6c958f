"""The site on a server under a sub-path, one browser for the whole run, and each page opened once."""

import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.built import READ, SITE
from tests.site.reader import Reader
from tests.support import chrome

SUB_PATH = "some/where/"
SCREENSHOTS = Path(__file__).parent / "screenshots"


class Quiet(SimpleHTTPRequestHandler):
    """A web server that keeps no log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served, on a free port of 127.0.0.1: not at the root of its host, as on GitHub Pages."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "some").mkdir()
    (folder / "some/where").symlink_to(SITE, target_is_directory=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}"
    server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chrome.running() as one:
        yield one


# a page stays with one worker, which opens it once for all that is asked of it
EACH = [pytest.param(page, marks=pytest.mark.xdist_group(page)) for page in READ if page != "index.html"]


@pytest.fixture(scope="module", params=EACH)
def reader(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Reader]:
    """A page as a reader has it, over HTTP."""
    with closing(Reader(browser, address, request.param)) as page:
        yield page


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """The folder for pictures to look at, which `make test-site` empties first."""
    SCREENSHOTS.mkdir(exist_ok=True)
    return SCREENSHOTS
