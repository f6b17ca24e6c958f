"""A lesson open in JupyterLab: what a learner can do with it, and what there is to see."""

import re
from functools import cached_property
from pathlib import Path

import nbformat
from playwright.sync_api import BrowserContext, ElementHandle, Locator, Request

from tests.support.lab_server import Lab

SEE = (Path(__file__).parent / "see.js").read_text()
SECOND = 1000

# JupyterLab shows a traceback as it shows what is printed on stderr; after it, the rest of the cells stay at '[ ]:'
DONE = """panel => {
    const prompts = [...panel.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')].map(prompt => prompt.textContent);
    const idle = panel.querySelector('.jp-Notebook-ExecutionIndicator').dataset.status === 'idle';
    const failed = panel.querySelector('[data-mime-type="application/vnd.jupyter.stderr"]');
    return idle && !prompts.includes('[*]:') && (failed || prompts.every(prompt => /[0-9]/.test(prompt)));
}"""


class LessonPage:
    """One notebook in a page, a workspace and a kernel of its own."""

    def __init__(self, browser: BrowserContext, lab: Lab, name: str) -> None:
        self.lab, self.name = lab, name
        self.notebook = nbformat.read(lab.lessons / "notebooks" / name, as_version=4)
        self.elsewhere: list[str] = []
        self.crashes: list[str] = []
        self.page = browser.new_page()
        self.page.set_default_timeout(30 * SECOND)
        self.page.on("request", self._note)
        self.page.on("pageerror", lambda error: self.crashes.append(error.message))
        self.page.goto(f"{lab.url}lab/workspaces/{Path(name).stem}/tree/notebooks/{name}?reset&token={lab.token}")
        self.panel = self.page.locator("#" + self.page.locator(".jp-NotebookPanel").get_attribute("id"))
        self.cells = self.panel.locator(".jp-Notebook .jp-Cell")
        self.cells.nth(len(self.notebook.cells) - 1).wait_for(state="attached")
        self.panel.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()

    def _note(self, request: Request) -> None:
        if not request.url.startswith((self.lab.url, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _element(self) -> ElementHandle:
        return self.panel.element_handle()

    def close(self) -> None:
        self.page.close()
        self.lab.shut_down_kernels()

    def menu(self, first: str, *items: str) -> None:
        """Click through a menu, as in ``menu("Run", "Run All Cells")``."""
        for place, label in [("lm-MenuBar", first)] + [("lm-Menu", item) for item in items]:
            exactly = re.compile(f"^{re.escape(label)}$")
            self.page.locator(f".{place}-itemLabel:visible", has_text=exactly).click()

    def run_all(self) -> None:
        """Clear what is stored, run everything, wait until the kernel has nothing left to do."""
        self.menu("Edit", "Clear Outputs of All Cells")
        self.page.wait_for_function("panel => !panel.querySelector('.jp-OutputArea-output')", arg=self._element())
        self.menu("Run", "Run All Cells")
        self.page.wait_for_function(DONE, arg=self._element(), timeout=600 * SECOND)

    @cached_property
    def seen(self) -> list[dict]:
        """What each cell shows, at the first look through them all."""
        return self.page.evaluate(SEE, self._element())

    def run(self, number: int, code: str | None = None) -> None:
        """Run one cell, after typing ``code`` in place of its own, key by key."""
        self.cells.nth(number).locator(".cm-content").click()
        if code:
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.type(code)
        self.page.keyboard.press("Control+Enter")

    def follow(self, link: str) -> Locator:
        """Click a link of the title cell; the document that now stands in front."""
        self.page.locator("#jp-main-dock-panel .lm-TabBar-tabLabel", has_text=self.name).click()
        self.cells.first.get_by_role("link", name=link, exact=True).click()
        return self.page.locator("#jp-main-dock-panel .jp-Document:visible")
