"""JupyterLab on a copy of the lessons, with settings of its own, so that a run changes nothing of the user's."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tools import ROOT

# where Jupyter would look for a user's settings, kernels and open tabs; here each is an empty folder
OWN = (
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
)


@dataclass(frozen=True)
class Lab:
    """A running server: its address, and the folder with its lessons, its own settings and what it says."""

    url: str
    token: str
    folder: Path

    @property
    def lessons(self) -> Path:
        return self.folder / "lessons"

    def ask(self, path: str, method: str = "GET", body: dict | None = None) -> Any:
        """What the server answers."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"Authorization": f"token {self.token}"}, method=method)
        with urlopen(request) as answer:
            return json.loads(answer.read() or "null")

    def shut_down_kernels(self) -> None:
        for kernel in self.ask("api/kernels"):
            self.ask(f"api/kernels/{kernel['id']}", "DELETE")


@contextmanager
def running(folder: Path, port: int = 0) -> Iterator[Lab]:
    """Serve a copy of the lessons from ``folder`` as ``make lab`` does, until the block ends."""
    lessons = folder / "lessons"
    for name in ("notebooks", "images", "pe_lesson", ".jupyter"):
        ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, lessons / name, ignore=ignore)
    shutil.copy(ROOT / "README.md", lessons)

    config = "--config=.jupyter/jupyter_lab_config.py"
    command = [sys.executable, "-m", "jupyterlab", config, "--no-browser", f"--port={port}"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    environment |= {name: str(folder / name) for name in OWN}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=lessons, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield _listening(server, folder)
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()


def _listening(server: subprocess.Popen, folder: Path) -> Lab:
    """The server, at the address that it writes down once it listens."""
    for _ in range(600):
        for path in (folder / "JUPYTER_RUNTIME_DIR").glob("jpserver-*.json"):
            if text := path.read_text():
                written = json.loads(text)
                return Lab(written["url"], written["token"], folder)
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError("JupyterLab did not start:\n" + (folder / "log").read_text())
