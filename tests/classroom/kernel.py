"""Cells sent to a kernel over its websocket, and the outputs that come back, put together as JupyterLab does."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import aiohttp

TIMEOUT = 600  # seconds for one cell: thirty learners may train at once on two cores


class KernelDiedError(RuntimeError):
    """The kernel ended while a cell ran."""


async def execute(channels: aiohttp.ClientWebSocketResponse, code: str) -> list[dict[str, Any]]:
    """The outputs of one cell, in nbformat's form, neighbouring pieces of one stream joined."""
    message = _message(
        "execute_request", code=code, silent=False, store_history=True, user_expressions={}, allow_stdin=False
    )
    await channels.send_json(message)
    outputs = _Outputs()
    waiting = {"execute_reply", "idle"}
    async with asyncio.timeout(TIMEOUT):
        while waiting:
            reply = await _next(channels)
            kind, content = reply["msg_type"], reply["content"]
            if kind == "status" and content["execution_state"] in ("restarting", "autorestarting", "dead"):
                raise KernelDiedError(content["execution_state"])
            if reply["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            if kind == "execute_reply":
                waiting.discard(kind)
            elif kind == "status":
                waiting.discard(content["execution_state"])
            else:
                outputs.add(kind, content)
    return outputs.kept


def _message(kind: str, **content: Any) -> dict[str, Any]:
    header = {
        "msg_id": uuid4().hex,
        "msg_type": kind,
        "username": "",
        "session": uuid4().hex,
        "date": datetime.now(UTC).isoformat(),
        "version": "5.3",
    }
    return {
        "channel": "shell",
        "header": header,
        "parent_header": {},
        "metadata": {},
        "content": content,
        "buffers": [],
    }


async def _next(channels: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """The next message; one with binary buffers (a widget's) is left out, no lesson's output is one."""
    while True:
        received = await channels.receive()
        if received.type == aiohttp.WSMsgType.TEXT:
            return json.loads(received.data)
        if received.type != aiohttp.WSMsgType.BINARY:
            raise ConnectionError(f"the kernel's websocket closed ({received.type.name})")


class _Outputs:
    """A cell's output area: it shows, replaces and clears."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self._by_display: dict[str, list[dict[str, Any]]] = {}
        self._clear_before_next = False

    def add(self, kind: str, content: dict[str, Any]) -> None:
        if kind == "clear_output":
            self._clear_before_next = True
            if not content["wait"]:
                self._clear()
        elif kind == "update_display_data":
            for output in self._by_display.get(content["transient"]["display_id"], []):
                output["data"] = content["data"]
        elif kind in ("stream", "display_data", "execute_result", "error"):
            if self._clear_before_next:
                self._clear()
            self._append(kind, content)

    def _append(self, kind: str, content: dict[str, Any]) -> None:
        last = self.kept[-1] if self.kept else {}
        if kind == "stream" and last.get("output_type") == "stream" and last["name"] == content["name"]:
            last["text"] += content["text"]
            return
        output = {"output_type": kind} | {key: value for key, value in content.items() if key != "transient"}
        if display := content.get("transient", {}).get("display_id"):
            self._by_display.setdefault(display, []).append(output)
        self.kept.append(output)

    def _clear(self) -> None:
        self.kept.clear()
        self._clear_before_next = False
