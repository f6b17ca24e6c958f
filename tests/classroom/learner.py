"""One learner at the hub, doing over HTTP what the browser does: the login form, the server, files, kernels."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from hub import Hub
from people import LESSONS, Person


class LearnerError(RuntimeError):
    """Something that a learner should not have met."""


@dataclass
class Learner:
    person: Person
    hub: Hub
    web: aiohttp.ClientSession
    failures: list[str] = field(default_factory=list)
    token: str = ""  # an API token, which the hub gives on request
    server_token: str = ""  # the one that the learner's server holds, and a notebook can read
    kernel_id: str = ""
    saved: dict[str, dict[str, Any]] = field(default_factory=dict)  # by lesson, the notebook as it was saved last

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def server(self) -> str:
        return f"{self.hub.url}/user/{self.name}"

    @staticmethod
    def browser() -> aiohttp.ClientSession:
        """A browser with no cookies yet; they are kept for an address without a name too."""
        connector = aiohttp.TCPConnector(limit=0)
        return aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), connector=connector, timeout=aiohttp.ClientTimeout(total=600)
        )

    def xsrf(self, url: str) -> dict[str, str]:
        """What a page sends along to show that the request is its own."""
        cookie = self.web.cookie_jar.filter_cookies(url).get("_xsrf")
        return {"X-XSRFToken": cookie.value} if cookie else {}

    async def ask(self, method: str, url: str, want: tuple[int, ...] = (200,), **more: Any) -> Any:
        """The answer to a request with the learner's cookies, as JSON if it is JSON."""
        async with self.web.request(method, url, headers=self.xsrf(url), **more) as answer:
            text = await answer.text()
            if answer.status not in want:
                path = url.removeprefix(self.hub.url)
                raise LearnerError(f"{method} {path} answered {answer.status}: {text[:200]!r}")
            return await answer.json() if answer.content_type == "application/json" and text else text

    async def log_in(self, password: str | None = None) -> None:
        await self.ask("GET", f"{self.hub.url}/hub/login")
        page = f"{self.hub.url}/hub/login"
        form = {
            "username": self.name,
            "password": password or self.person.password,
            "_xsrf": self.xsrf(page)["X-XSRFToken"],
        }
        async with self.web.post(page, data=form, allow_redirects=False) as answer:
            if answer.status != 302:
                raise LearnerError(f"the login form answered {answer.status}")
        me = await self.ask("GET", f"{self.hub.url}/hub/api/user")
        if me["name"] != self.name:
            raise LearnerError(f"logged in as {self.name}, and the hub says {me['name']}")
        made = await self.ask("POST", f"{self.hub.url}/hub/api/users/{self.name}/tokens", (201,), json={"note": "test"})
        self.token = made["token"]

    async def start_server(self) -> None:
        url = f"{self.hub.url}/hub/api/users/{self.name}"
        await self.ask("POST", f"{url}/server", (201, 202), json={})
        while not (await self.ask("GET", url))["servers"].get("", {}).get("ready"):
            await asyncio.sleep(0.5)
        # the page leads through the server's own login, as in the browser
        page = await self.ask("GET", f"{self.server}/lab/tree/{LESSONS}/README.md")
        if "jupyter-config-data" not in page:
            raise LearnerError("the server answers, but not with JupyterLab's page")

    async def open(self, lesson: str) -> dict[str, Any]:
        """The notebook, as it lies in the home."""
        return (await self.ask("GET", self._contents(lesson)))["content"]

    async def save(self, lesson: str, notebook: dict[str, Any]) -> None:
        body = {"type": "notebook", "format": "json", "content": notebook}
        await self.ask("PUT", self._contents(lesson), json=body)
        self.saved[lesson] = notebook

    async def start_kernel(self, lesson: str) -> None:
        body = {
            "path": f"{LESSONS}/notebooks/{lesson}",
            "name": lesson,
            "type": "notebook",
            "kernel": {"name": "python3"},
        }
        session = await self.ask("POST", f"{self.server}/api/sessions", (201,), json=body)
        self.kernel_id = session["kernel"]["id"]

    async def stop_kernel(self) -> None:
        await self.ask("DELETE", f"{self.server}/api/kernels/{self.kernel_id}", (204,))

    def channels(self) -> Any:
        """The websocket to the kernel; use it with ``async with``."""
        return self.web.ws_connect(
            f"{self.server}/api/kernels/{self.kernel_id}/channels",
            params={"session_id": secrets.token_hex(8)} | _parameter(self.xsrf(self.server + "/")),
            headers={"Origin": self.hub.url},
            max_msg_size=0,
        )

    def _contents(self, lesson: str) -> str:
        return f"{self.server}/api/contents/{LESSONS}/notebooks/{lesson}"


def _parameter(header: dict[str, str]) -> dict[str, str]:
    return {"_xsrf": header["X-XSRFToken"]} if header else {}
