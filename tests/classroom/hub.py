"""A JupyterHub on 127.0.0.1, and its learners: a home with the lessons for each and, as root, a system user."""

import json
import os
import secrets
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

ROOT = Path(__file__).resolve().parents[2]
PROXY = ROOT / "build/hub-proxy/node_modules/.bin/configurable-http-proxy"
INSIDE = "PE_CLASS_MOUNTED"


def let_everyone_reach_python() -> None:
    """Where Python or the project lies in a closed folder, such as /root, start again in a mount namespace.

    In there the folder is open; on the machine nothing changes.
    """
    above = {folder for path in (sys.prefix, sys.base_prefix, ROOT) for folder in (Path(path), *Path(path).parents)}
    closed = sorted(str(folder) for folder in above if not folder.stat().st_mode & 0o001)
    if not closed or INSIDE in os.environ:
        return
    # the mode is changed in a layer above the folder, which is kept in memory
    mount = "mount -t overlay overlay -o lowerdir=$folder,upperdir=$layer/up,workdir=$layer/work $folder"
    layer = "layer=$(mktemp -d) && mount -t tmpfs tmpfs $layer && mkdir $layer/up $layer/work"
    script = f'for folder in {" ".join(closed)}; do {layer} && {mount} && chmod a+x $folder; done && exec "$@"'
    command = ["unshare", "--mount", "sh", "-ec", script, "sh", sys.executable, *sys.orig_argv[1:]]
    os.execvpe(command[0], command, os.environ | {INSIDE: "1"})


@contextmanager
def people(number: int, homes: Path, system_users: bool) -> Iterator[list[str]]:
    """Names of learners; their users and homes are removed when the block ends, however it ends."""
    tag = secrets.token_hex(2)
    names = [f"pe-{tag}-{i + 1:02}" for i in range(number)]
    try:
        for name in names:
            for folder in ("notebooks", "images"):
                ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
                shutil.copytree(ROOT / folder, homes / name / folder, ignore=ignore)
            if system_users:
                subprocess.run(["useradd", "--home-dir", homes / name, "--user-group", name], check=True)
                subprocess.run(["chown", "-R", f"{name}:{name}", homes / name], check=True)
                (homes / name).chmod(0o700)
        if system_users:
            imports = [sys.executable, "-c", "import pe_lesson"]
            if subprocess.run(imports, user=names[0], group=names[0], extra_groups=[], cwd="/", check=False).returncode:
                sys.exit(
                    f"make test-class: another user cannot read {ROOT}; clone with umask 022, or run this without root"
                )
        yield names
    finally:
        for name in names if system_users else []:
            subprocess.run(["userdel", "--force", name], check=False, capture_output=True)


@contextmanager
def running(folder: Path, homes: Path, names: list[str], system_users: bool) -> Iterator[tuple[str, psutil.Process]]:
    """The hub's address and its process."""
    addresses = [f"http://127.0.0.1:{port}" for port in _free_ports(3)]
    settings = {"addresses": addresses, "homes": str(homes), "learners": names, "system_users": system_users}
    settings |= {"proxy": [str(PROXY)]}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "CONFIGPROXY"))}
    command = [sys.executable, "-m", "jupyterhub", "--config", str(Path(__file__).with_name("hub_config.py"))]
    with (folder / "hub.log").open("w") as log:
        # its database, secrets and passwords lie in `folder`
        environment = kept | {"PE_CLASS": json.dumps(settings)}
        hub = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait(addresses[0], hub, folder / "hub.log")
            yield addresses[0], psutil.Process(hub.pid)
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
