"""JupyterLab on a copy of the lessons, with settings of its own, so that a run changes nothing of the user's."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tools import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
TOKEN = "browser-test"
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
    """A running server: its address, and the folder that it serves."""

    url: str
    lessons: Path

    def shut_down_kernels(self) -> None:
        for kernel in json.load(self._ask("api/kernels")):
            self._ask(f"api/kernels/{kernel['id']}", method="DELETE").close()

    def _ask(self, path: str, method: str = "GET") -> IO[bytes]:
        headers = {"Authorization": f"token {TOKEN}"}
        return urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers, method=method))


@contextmanager
def running(folder: Path) -> Iterator[Lab]:
    """Serve a copy of the lessons from ``folder`` as ``make lab`` does, on a free port, until the block ends."""
    lessons = folder / "lessons"
    for name in ("notebooks", "images", "pe_lesson", ".jupyter"):
        ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, lessons / name, ignore=ignore)
    shutil.copy(ROOT / "README.md", lessons)
    for path in (lessons / "notebooks").glob("*.ipynb"):  # no test here looks at what long training gives
        text = re.sub(r'"steps = \d+', '"steps = 3', path.read_text(encoding="utf-8"))
        path.write_text(re.sub(r'"seeds = \d+', '"seeds = 1', text), encoding="utf-8")

    config = "--config=.jupyter/jupyter_lab_config.py"
    command = [sys.executable, "-m", "jupyterlab", config, "--no-browser", "--port=0"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    environment |= {name: str(folder / name) for name in OWN} | {"JUPYTER_TOKEN": TOKEN}
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=lessons, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield Lab(_address(server, folder), lessons)
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()


def _address(server: subprocess.Popen, folder: Path) -> str:
    """The address that the server writes down once it listens."""
    for _ in range(600):
        for path in (folder / "JUPYTER_RUNTIME_DIR").glob("jpserver-*.json"):
            if text := path.read_text():
                return json.loads(text)["url"]
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError("JupyterLab did not start:\n" + (folder / "server.log").read_text())
