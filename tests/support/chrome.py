"""The browser: the one that CHROME names, else the first Chromium, Chrome or Edge that starts."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
CHANNELS = ("chrome", "msedge")
# the resolver rule keeps the browser offline: a page that asks for anything but this machine fails at once
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
MISSING = """no browser: install Chromium, Chrome or Edge, or name yours:
  make test-browser CHROME=/path/to/chrome
On Debian: sh tests/browser/install.sh
"""


@contextmanager
def running() -> Iterator[Browser]:
    """A headless browser, until the block ends; where none starts, the tests end with what to do."""
    with sync_playwright() as playwright:
        chrome = _launch(playwright)
        yield chrome
        chrome.close()


def _launch(playwright: Playwright) -> Browser:
    """In Chromium's own sandbox unless root runs it, for whom there is none."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    failures = []
    for choice in _choices():
        try:
            return playwright.chromium.launch(headless=True, args=FLAGS, chromium_sandbox=not root, **choice)
        except Error as error:
            failures.append(f"{choice or 'the browser of `playwright install`'}: {error.message.splitlines()[0]}")
    pytest.exit(MISSING + "\n".join(failures), returncode=2)


def _choices() -> list[dict[str, str]]:
    if named := os.environ.get("CHROME"):
        return [{"executable_path": shutil.which(named) or named}]
    found = [{"executable_path": path} for path in map(shutil.which, NAMES) if path]
    return [*found, *({"channel": channel} for channel in CHANNELS), {}]
