"""A JupyterHub on 127.0.0.1, and its learners: a home with the lessons for each."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

from tools import ROOT

PROXY = ROOT / "build/hub-proxy/node_modules/.bin/configurable-http-proxy"


def homes_of(number: int, homes: Path) -> list[str]:
    """The names of so many learners, each with the lessons in a home of its own."""
    names = [f"learner-{i + 1:02}" for i in range(number)]
    for name in names:
        for folder in ("notebooks", "images"):
            ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
            shutil.copytree(ROOT / folder, homes / name / folder, ignore=ignore)
    return names


@contextmanager
def running(folder: Path, names: list[str]) -> Iterator[str]:
    """The hub's address; every server that it started ends with the block."""
    addresses = [f"http://127.0.0.1:{port}" for port in _free_ports(3)]
    settings = {"addresses": addresses, "homes": str(folder / "homes"), "learners": names, "proxy": [str(PROXY)]}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "CONFIGPROXY"))}
    command = [sys.executable, "-m", "jupyterhub", "--config", str(Path(__file__).with_name("hub_config.py"))]
    with (folder / "hub.log").open("w") as log:
        # its database, secrets and passwords lie in `folder`
        environment = kept | {"PE_CLASS": json.dumps(settings)}
        hub = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait(addresses[0], hub, folder / "hub.log")
            yield addresses[0]
        finally:
            left = psutil.Process(hub.pid).children(recursive=True) if hub.poll() is None else []
            hub.terminate()
            try:
                hub.wait(timeout=120)
            except subprocess.TimeoutExpired:
                hub.kill()
            for process in left:
                if process.is_running():
                    process.kill()


def _free_ports(number: int) -> list[int]:
    with ExitStack() as open_together:
        sockets = [open_together.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in sockets]


def _wait(address: str, hub: subprocess.Popen, log: Path) -> None:
    """Until the login page comes through the proxy, which answers 404 while it has no route yet."""
    end = time.monotonic() + 300
    while time.monotonic() < end and hub.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/hub/login", timeout=10).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("JupyterHub did not start:\n" + log.read_text()[-3000:])
