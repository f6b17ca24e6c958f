"""A JupyterHub with its proxy on free ports of 127.0.0.1, in a folder of its own, until the block ends."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from people import ROOT, Person

PROXY = ROOT / "build/hub-proxy/node_modules/.bin/configurable-http-proxy"


@dataclass(frozen=True)
class Hub:
    url: str  # ends without a slash
    hub_url: str
    proxy_url: str
    token: str
    folder: Path
    process: psutil.Process

    def log(self) -> str:
        return (self.folder / "hub.log").read_text()


@contextmanager
def running(folder: Path, homes: Path, learners: list[Person], system_users: bool) -> Iterator[Hub]:
    public, api, inner = (f"http://127.0.0.1:{port}" for port in _free_ports(3))
    token = secrets.token_hex(32)
    settings = {
        "url": public,
        "hub_url": inner,
        "proxy_url": api,
        "proxy_command": [str(PROXY)],
        "folder": str(folder),
        "homes": str(homes),
        "learners": [person.name for person in learners],
        "system_users": system_users,
        "token": token,
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "CONFIGPROXY"))}
    environment = kept | {"PE_CLASS": json.dumps(settings), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "jupyterhub", "--config", str(Path(__file__).with_name("hub_config.py"))]
    if shutil.which("setpriv"):  # Linux: the hub ends, and ends its servers, even if this test is killed
        command = ["setpriv", "--pdeathsig", "TERM", *command]
    with (folder / "hub.log").open("w") as log:
        started = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
        hub = Hub(public, inner, api, token, folder, psutil.Process(started.pid))
        try:
            _wait(hub, started)
            yield hub
        finally:
            below = hub.process.children(recursive=True) if started.poll() is None else []
            started.terminate()
            try:
                started.wait(timeout=120)
            except subprocess.TimeoutExpired:
                started.kill()
            for process in below:
                if process.is_running():
                    process.kill()


def _free_ports(number: int) -> list[int]:
    with ExitStack() as open_together:
        sockets = [open_together.enter_context(socket.socket()) for _ in range(number)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def _wait(hub: Hub, started: subprocess.Popen) -> None:
    """Until the login page comes through the proxy, which answers 404 while it has no route yet."""
    end = time.monotonic() + 300  # a busy machine takes a minute
    while time.monotonic() < end:
        if started.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{hub.url}/hub/login", timeout=10).close()
            return
        except OSError:  # HTTPError and URLError are among them
            time.sleep(0.1)
    raise RuntimeError("JupyterHub did not start:\n" + hub.log()[-3000:])
