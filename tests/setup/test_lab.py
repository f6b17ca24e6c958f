"""JupyterLab as ``make lab`` starts it: who gets in, what it says, how its kernels talk, what it leaves in a lesson."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from jupyter_client import BlockingKernelClient

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LESSON = "notebooks/00_why_position.ipynb"
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no IPC sockets, and its browser is always there")


class Lab:
    """A running server, and what it has printed."""

    def __init__(self, server: subprocess.Popen, folder: Path) -> None:
        self.folder, self.runtime, self.log = folder, folder / "r", folder / "log"
        log = self.log
        for _ in range(600):
            if "token=" in log.read_text() or server.poll() is not None:
                break
            time.sleep(0.1)
        assert "token=" in log.read_text(), f"JupyterLab did not start: {log.read_text()}"
        self.address = re.search(r"http://\S+", log.read_text())[0]
        self.url, self.token = re.search(r"(http://127\.0\.0\.1:\d+/).*token=(\w+)", self.address).groups()

    def ask(self, path: str, method: str = "GET", body: dict | None = None) -> dict:
        headers = {"Authorization": f"token {self.token}"}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, headers=headers, method=method, data=data)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def run(self, code: str) -> tuple[str, dict]:
        """What ``code`` prints in a new kernel, and that kernel's connection file."""
        kernel = self.ask("api/kernels", "POST", {"name": "python3"})["id"]
        connection = self.runtime / f"kernel-{kernel}.json"
        client = BlockingKernelClient(connection_file=str(connection))
        client.load_connection_file()
        client.start_channels(hb=False)  # a busy machine misses heartbeats
        client.wait_for_ready(timeout=60)
        printed = []
        client.execute_interactive(code, timeout=60, output_hook=lambda message: printed.append(message["content"]))
        client.stop_channels()
        return "".join(content.get("text", "") for content in printed), json.loads(connection.read_text())


@contextmanager
def running(folder: Path, *options: str, **environment: str) -> Iterator[Lab]:
    """The server on a copy of the lessons in ``folder``, until the block ends."""
    for name in (".jupyter", "notebooks"):
        ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, folder / name, ignore=ignore, dirs_exist_ok=True)
    own = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    own |= {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA")}
    own |= {"JUPYTER_RUNTIME_DIR": str(folder / "r"), "BROWSER": "true", **environment}
    command = [sys.executable, "-m", "jupyter", "lab", "--config=.jupyter/jupyter_lab_config.py", *options]
    with (folder / "log").open("w") as output:
        server = subprocess.Popen(command, cwd=folder, env=own, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield Lab(server, folder)
        finally:
            server.terminate()
            server.wait(timeout=60)


@pytest.fixture(scope="module")
def lab(short: Path) -> Iterator[Lab]:
    with running(short, "--ServerApp.open_browser=False") as server:
        yield server


@pytest.fixture(scope="module")
def short() -> Iterator[Path]:
    """A folder with a path that leaves a socket room enough, which pytest's own has not always."""
    with tempfile.TemporaryDirectory(prefix="pe") as folder:
        yield Path(folder)


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_answers_its_token_and_nobody_else(lab: Lab) -> None:
    assert status(lab.address) == 200
    assert status(f"{lab.url}api/contents/{LESSON}?token={lab.token}") == 200
    assert status(f"{lab.url}api/contents/{LESSON}") == 403
    assert status(f"{lab.url}api/contents/{LESSON}?token=wrong") == 403


def test_says_in_one_line_where_to_go(lab: Lab) -> None:
    said = lab.log.read_text().splitlines()
    assert len(said) == 1, said
    assert lab.address.startswith(f"{lab.url}lab/tree/{LESSON}?token=")


@posix
def test_a_kernel_runs_a_lesson_over_ipc(lab: Lab) -> None:
    printed, connection = lab.run("import pe_lesson; print(pe_lesson.__name__)")
    assert printed == "pe_lesson\n"
    assert connection["transport"] == "ipc"
    assert lab.log.read_text().count("\n") == 1  # no warning of open TCP


def test_opening_a_lesson_changes_nothing(lab: Lab) -> None:
    path = lab.folder / LESSON
    stored = path.read_bytes()
    lesson = lab.ask(f"api/contents/{LESSON}")
    served = lesson["content"]["metadata"]["language_info"]
    printed, _ = lab.run("import json; print(json.dumps(get_ipython().kernel.language_info))")
    assert served == json.loads(printed)  # JupyterLab finds what its kernel tells it, and nothing to change
    lab.ask(f"api/contents/{LESSON}", "PUT", {"type": "notebook", "format": "json", "content": lesson["content"]})
    assert path.read_bytes() == stored


@posix
def test_a_taken_port_and_a_long_path_do_not_matter(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 20)
    folder.mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running(folder, f"--port={port}", "--ServerApp.open_browser=False") as lab:
            assert f":{port}/" not in lab.url
            assert status(lab.address) == 200
            printed, connection = lab.run("print(6 * 7)")
            assert printed == "42\n"
            assert connection["transport"] == "tcp"
            assert connection["curve_publickey"]  # so that nobody else on the machine reads along
            assert lab.log.read_text().count("\n") == 1


@posix
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="macOS always has a display")
def test_without_a_display_no_text_browser_takes_the_terminal(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "www-browser"
    browser.write_text(f"#!/bin/sh\necho $1 >> {opened}\n")
    browser.chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TERM": "xterm"}
    with running(tmp_path, **path, BROWSER="", DISPLAY="", WAYLAND_DISPLAY="") as lab:
        assert status(lab.address) == 200
    assert not opened.exists()
    with running(tmp_path, **path, BROWSER=str(browser), DISPLAY="", WAYLAND_DISPLAY="") as lab:
        for _ in range(100):
            if opened.exists():
                break
            time.sleep(0.1)
    assert "00_why_position" in opened.read_text() or "open.html" in opened.read_text()
