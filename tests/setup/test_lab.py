"""JupyterLab as ``make lab`` starts it: who gets in, what it says, what it leaves in a lesson."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from jupyter_client import BlockingKernelClient

from tools import ROOT

pytestmark = pytest.mark.again

LESSON = "notebooks/00_why_position.ipynb"
CELL = "import json, pe_lesson; print(json.dumps(get_ipython().kernel.language_info))"


class Lab:
    """A server on a copy of the lessons; the port that it is told to take is taken."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.log = folder, folder / "log"
        for name in (".jupyter", "notebooks"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        own = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
        own |= {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
        command = [sys.executable, "-m", "jupyter", "lab", "--config=.jupyter/jupyter_lab_config.py", f"--port={port}"]
        command.append("--ServerApp.open_browser=False")
        with self.log.open("w") as log:
            self.server = subprocess.Popen(command, cwd=folder, env=own, stdout=log, stderr=subprocess.STDOUT)
        self.url = self.token = ""
        end = time.monotonic() + 60
        while not self._answers():
            assert self.server.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.1)

    def _answers(self) -> bool:
        if found := re.search(r"(http://127\.0\.0\.1:\d+/).*token=(\w+)", self.log.read_text()):
            self.url, self.token = found.groups()
        try:
            return bool(found) and status(f"{self.url}api") == 200
        except urllib.error.URLError:  # it says where to go just before it listens
            return False

    def ask(self, path: str, method: str = "GET", body: dict | None = None) -> dict:
        headers = {"Authorization": f"token {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers, method=method)) as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        lab = Lab(tmp_path_factory.mktemp("lab"), taken.getsockname()[1])
        yield lab
        lab.server.terminate()
        lab.server.wait(timeout=60)


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_answers_its_token_and_nobody_else(lab):
    assert status(f"{lab.url}lab/tree/{LESSON}?token={lab.token}") == 200
    assert status(f"{lab.url}api/contents/{LESSON}?token={lab.token}") == 200
    assert status(f"{lab.url}api/contents/{LESSON}") == 403
    assert status(f"{lab.url}api/contents/{LESSON}?token=wrong") == 403


def test_opening_a_lesson_changes_nothing(lab):
    stored = (lab.folder / LESSON).read_bytes()
    lesson = lab.ask(f"api/contents/{LESSON}")
    kernel = lab.ask("api/kernels", "POST", {"name": "python3"})["id"]
    connection = lab.folder / f"runtime/kernel-{kernel}.json"
    assert json.loads(connection.read_text())["curve_publickey"]  # nobody else on the machine reads along
    client = BlockingKernelClient(connection_file=str(connection))
    client.load_connection_file()
    client.start_channels(hb=False)  # a busy machine misses heartbeats
    client.wait_for_ready(timeout=60)
    printed = []
    client.execute_interactive(CELL, timeout=60, output_hook=lambda message: printed.append(message["content"]))
    client.stop_channels()
    # JupyterLab finds what its kernel tells it, and nothing to change
    told = "".join(content.get("text", "") for content in printed)
    assert lesson["content"]["metadata"]["language_info"] == json.loads(told)
    lab.ask(f"api/contents/{LESSON}", "PUT", {"type": "notebook", "format": "json", "content": lesson["content"]})
    assert (lab.folder / LESSON).read_bytes() == stored
    # all that it said to the end: one line with the address, and no warning of its kernel
    said = lab.log.read_text().splitlines()
    assert len(said) == 1, said
    assert f"{lab.url}lab/tree/{LESSON}?token=" in said[0]
