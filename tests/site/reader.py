"""One page of the site in a browser of its own, and everything that goes wrong while it is read."""

from functools import cached_property
from pathlib import Path

from playwright.sync_api import Browser

from tests.site.built import AXE

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 375, "height": 812}
SETTLED = "() => document.readyState === 'complete' && (!window.MathJax || Boolean(window.MathJax.startup?.promise))"
SEE = Path(__file__).with_name("see.js").read_text(encoding="utf-8")


class Reader:
    """A page opened at ``base + name``; ``complaints`` are its console errors, ``asked`` the addresses it loaded."""

    def __init__(self, browser: Browser, base: str, name: str) -> None:
        self.base, self.name = base, name
        self.complaints: list[str] = []
        self.asked: list[str] = []
        # without motion, a colour is its last one at once
        self.context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
        self.context.set_default_timeout(120_000)  # the machine may be slow and busy
        self.page = self.context.new_page()
        self.page.on("console", lambda line: line.type in ("error", "warning") and self.complaints.append(line.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("requestfailed", lambda request: self.complaints.append(f"not found: {request.url}"))
        self.page.goto(base + name)
        self.settle()

    def close(self) -> None:
        self.context.close()

    def settle(self) -> None:
        """Wait until MathJax has set every formula, where there is any."""
        self.page.wait_for_function(SETTLED)
        self.page.evaluate("() => window.MathJax?.startup?.promise")
        self.page.evaluate("() => document.fonts.ready")

    @cached_property
    def saw(self) -> dict:
        """What the article shows, looked at once."""
        return self.page.evaluate(SEE)

    def switch_theme(self, theme: str) -> None:
        """Choose light or dark as a reader does, from the menu of the half moon."""
        self.page.locator("button.theme-switch-button:visible").first.click()
        self.page.locator(f"button.theme-change-button[data-mode={theme}]:visible").first.click()
        assert self.page.evaluate("document.documentElement.dataset.theme") == theme, "the menu does not switch"
        self.page.keyboard.press("Escape")
        self.page.evaluate("document.activeElement.blur()")
        self.page.mouse.move(0, 0)

    def serious(self, *rules: str) -> list[str]:
        """What axe-core finds that is serious or worse, by these rules or by all, one line for each element."""
        if not self.page.evaluate("() => Boolean(window.axe)"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        found = self.page.evaluate("options => axe.run(document, options)", options)["violations"]
        return [
            f"{violation['id']}: {node['html'][:160]}"
            for violation in found
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]
