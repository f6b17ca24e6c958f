"""One learner at the hub, doing over HTTP what the browser does: log in, open, run, save."""

import json
import secrets
import time
from contextlib import closing
from typing import Any

import requests
import websocket

from tools import lessons

TIMEOUT = 600  # seconds: thirty learners may train at once on two cores


class Learner:
    def __init__(self, name: str, hub: str) -> None:
        self.name, self.hub = name, hub
        self.web = requests.Session()
        self.kernel = ""
        self.failures: list[str] = []

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """The answer to a request that has to succeed."""
        headers = {"X-XSRFToken": self._xsrf(path)}
        answer = self.web.request(method, self.hub + path, headers=headers, timeout=TIMEOUT, **more)
        if not answer.ok:
            raise RuntimeError(f"{method} {path} answered {answer.status_code}: {answer.text[:200]!r}")
        return answer.json() if "json" in answer.headers.get("Content-Type", "") and answer.text else answer.text

    def _xsrf(self, path: str) -> str:
        """What a page sends along to show that the request is its own; the hub and each server have their own."""
        found = [cookie for cookie in self.web.cookies if cookie.name == "_xsrf" and path.startswith(cookie.path)]
        return max(found, key=lambda cookie: len(cookie.path)).value if found else ""

    def come_in(self) -> None:
        self.ask("GET", "/hub/login")
        form = {"username": self.name, "password": secrets.token_hex(8), "_xsrf": self._xsrf("/hub/login")}
        self.ask("POST", "/hub/login", data=form, allow_redirects=False)
        self.start_server()

    def start_server(self) -> None:
        self.ask("POST", f"/hub/api/users/{self.name}/server")
        end = time.monotonic() + TIMEOUT
        while not self._servers().get("", {}).get("ready"):
            if time.monotonic() > end or "" not in self._servers():
                raise RuntimeError("the server did not start; the hub's log says why")
            time.sleep(0.5)
        if "jupyter-config-data" not in self.ask("GET", f"/user/{self.name}/lab"):
            raise RuntimeError("the server answers, but not with JupyterLab's page")

    def _servers(self) -> dict:
        return self.ask("GET", f"/hub/api/users/{self.name}")["servers"]

    def open(self, lesson: str) -> dict:
        return self.ask("GET", f"/user/{self.name}/api/contents/notebooks/{lesson}")["content"]

    def work_through(self, lesson: str) -> None:
        """Run every cell and compare its text with the stored one, solve the first exercise, save."""
        notebook = self.open(lesson)
        if self.kernel:
            self.ask("DELETE", f"/user/{self.name}/api/kernels/{self.kernel}")
        body = {"path": f"notebooks/{lesson}", "name": lesson, "type": "notebook", "kernel": {"name": "python3"}}
        self.kernel = self.ask("POST", f"/user/{self.name}/api/sessions", json=body)["kernel"]["id"]
        cells = notebook["cells"]
        for number, cell in enumerate(cells):
            if cell["cell_type"] == "code":
                stored, cell["outputs"] = cell["outputs"], self.run(cell["source"])
                ignored = "nbval-ignore-output" in cell["metadata"].get("tags", [])
                if not ignored and text(stored) != text(cell["outputs"]):
                    self.failures.append(f"{lesson}, cell {number}: {text(cell['outputs'])!r:.200}")
        number = next(i for i, cell in enumerate(cells) if cell["cell_type"] == "code" and "\ncheck(" in cell["source"])
        stub, check = cells[number], cells[number]["source"].index("\ncheck(")
        stub["source"] = lessons.SOLUTION.search(cells[number + 1]["source"])[1].strip() + "\n" + stub["source"][check:]
        stub["outputs"] = self.run(stub["source"])
        if not text(stub["outputs"]).startswith("✓"):
            self.failures.append(f"{lesson}, the solution got {text(stub['outputs'])!r:.200}")
        body = {"type": "notebook", "format": "json", "content": notebook}
        self.ask("PUT", f"/user/{self.name}/api/contents/notebooks/{lesson}", json=body)

    def run(self, code: str) -> list[dict]:
        """The outputs of one cell."""
        path = f"/user/{self.name}/api/kernels/{self.kernel}/channels"
        cookies = requests.cookies.get_cookie_header(self.web.cookies, requests.Request("GET", self.hub + path))
        header = {"msg_id": secrets.token_hex(), "msg_type": "execute_request", "session": secrets.token_hex()}
        header |= {"username": "", "version": "5.3"}
        query = f"session_id={header['session']}&_xsrf={self._xsrf(path)}"
        address = f"{self.hub.replace('http', 'ws')}{path}?{query}"
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
        empty = {"parent_header": {}, "metadata": {}, "buffers": []}
        message = {"channel": "shell", "header": header, "content": content, **empty}
        outputs, waiting = [], {"execute_reply", "idle"}
        channels = websocket.create_connection(address, timeout=TIMEOUT, cookie=cookies, origin=self.hub)
        with closing(channels):
            channels.send(json.dumps(message))
            while waiting:
                received = channels.recv()
                # bytes are a widget's
                reply = json.loads(received) if isinstance(received, str) and received else empty
                if reply["parent_header"].get("msg_id") != header["msg_id"]:
                    continue
                kind, content = reply["msg_type"], reply["content"]
                waiting -= {kind, content.get("execution_state")}
                if kind == "clear_output":
                    outputs.clear()
                elif kind in ("stream", "display_data", "execute_result", "error"):
                    content.pop("transient", None)
                    outputs.append({"output_type": kind} | content)
        return outputs


def text(outputs: list[dict]) -> str:
    """What outputs say, without pictures and widgets."""
    said = ""
    for output in outputs:
        if output["output_type"] == "error":
            said += f"{output['ename']}: {output['evalue']}"
        elif not lessons.is_widget(output):
            said += "".join(output.get("text", output.get("data", {}).get("text/plain", "")))
    return said
