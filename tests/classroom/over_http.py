"""One learner tries to reach what is another's over HTTP, with every key of their own and with none."""

from typing import Any

import aiohttp
from kernel import execute
from learner import Learner, LearnerError
from people import LESSONS

REFUSED = (401, 403, 404)


async def reach(learner: Learner, other: Learner) -> tuple[int, list[str]]:
    """How many requests were made, and a line for each that was not refused, or that even its owner was refused."""
    learner.server_token = learner.server_token or await _server_token(learner)
    wrong = []
    tried = 0
    keys = {
        "the own token": {"Authorization": f"token {learner.token}"},
        "the own server's token": {"Authorization": f"token {learner.server_token}"},
        "no key": {},
    }
    targets = _targets(other)
    async with Learner.browser() as stranger:
        for words, headers in keys.items():
            for method, url, body in targets:
                tried += 1
                wrong += await _refused(stranger, words, method, url, body, headers, other)
    for method, url, body in targets:
        tried += 1
        wrong += await _refused(learner.web, "the own cookies", method, url, body, learner.xsrf(url), other)
    for method, url, body in targets:  # the same must work for its owner, or a refusal would say nothing
        if url.endswith("/interrupt"):
            continue  # but this would stop what the owner runs now
        async with other.web.request(method, url, json=body, headers=_owner(other)) as answer:
            if answer.status in REFUSED:
                wrong.append(f"{other.name}, the owner, is refused {method} {_path(url)}: {answer.status}")
    for words, web, headers in (
        ("the own cookies", learner.web, {}),
        ("the own token", learner.web, keys["the own token"]),
        ("no key", None, {}),
    ):
        tried += 1
        wrong += await _socket_refused(words, web, headers, learner, other)
    if await _can_log_in(learner, other):
        wrong.append(f"logged in as {other.name} with the own password")
    return tried + 1, wrong


def _targets(other: Learner) -> list[tuple[str, str, dict[str, Any] | None]]:
    hub = f"{other.hub.url}/hub/api/users/{other.name}"
    notebook = f"{LESSONS}/notebooks/05_vectorized_encoding.ipynb"
    probe = {"type": "file", "format": "text", "content": "from a neighbour"}
    return [
        ("GET", hub, None),
        ("GET", f"{hub}/tokens", None),
        ("POST", f"{hub}/tokens", {"note": "not mine"}),
        ("POST", f"{hub}/server", None),
        ("POST", f"{hub}/activity", {"last_activity": "2026-01-01T00:00:00Z"}),
        ("GET", f"{other.server}/lab", None),
        ("GET", f"{other.server}/files/{notebook}", None),
        ("GET", f"{other.server}/api/contents/{notebook}", None),
        ("PUT", f"{other.server}/api/contents/probe.txt", probe),
        ("GET", f"{other.server}/api/sessions", None),
        ("GET", f"{other.server}/api/kernels", None),
        ("GET", f"{other.server}/api/kernels/{other.kernel_id}", None),
        ("POST", f"{other.server}/api/kernels/{other.kernel_id}/interrupt", None),
        ("POST", f"{other.server}/api/terminals", None),
    ]


async def _refused(web, words, method, url, body, headers, other) -> list[str]:
    """Nothing, or one line. A redirect is followed to its end, where only the login form may stand."""
    async with web.request(method, url, json=body, headers=headers) as answer:
        at_login = answer.status == 200 and answer.url.path == "/hub/login"
        if answer.status in REFUSED or at_login:
            return []
        return [f"with {words}, {method} {_path(url)} of {other.name} answered {answer.status}"]


async def _socket_refused(words, web, headers, learner: Learner, other: Learner) -> list[str]:
    url = f"{other.server}/api/kernels/{other.kernel_id}/channels"
    session = web or Learner.browser()
    try:
        async with session.ws_connect(url, headers=headers | {"Origin": learner.hub.url}):
            return [f"with {words}, the websocket of {other.name}'s kernel opened"]
    except aiohttp.WSServerHandshakeError as error:
        return [] if error.status in REFUSED else [f"with {words}, {other.name}'s websocket answered {error.status}"]
    finally:
        if web is None:
            await session.close()


async def _can_log_in(learner: Learner, other: Learner) -> bool:
    async with Learner.browser() as web:
        try:
            await Learner(other.person, other.hub, web).log_in(password=learner.person.password)
        except LearnerError:
            return False
        return True


async def _server_token(learner: Learner) -> str:
    async with learner.channels() as channels:
        outputs = await execute(channels, "import os; print(os.environ['JUPYTERHUB_API_TOKEN'])")
    return outputs[0]["text"].strip()


def _owner(other: Learner) -> dict[str, str]:
    return {"Authorization": f"token {other.token}"}


def _path(url: str) -> str:
    return "/" + url.split("/", 3)[3]
