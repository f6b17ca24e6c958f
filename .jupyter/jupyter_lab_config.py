"""JupyterLab for these lessons; ``make lab`` is ``python -m jupyter lab --config=.jupyter/jupyter_lab_config.py``."""

import logging
import os
import re
import sys
import uuid
from pathlib import Path

import zmq
from ipykernel.ipkernel import IPythonKernel
from jupyter_core.paths import jupyter_runtime_dir
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

LONGEST_SOCKET_PATH = 100  # characters; Linux takes 107, macOS 103, and a longer one kills the kernel
STORED = {"name": "python"}  # what the lessons keep of a kernel's language_info: all else differs between machines

c = get_config()  # noqa: F821 - Jupyter defines it


class Lessons(AsyncLargeFileManager):
    """Files as they are, but a notebook meets JupyterLab with this kernel's ``language_info`` and is stored without.

    JupyterLab writes all of ``language_info``, the Python version among it, into each notebook that it opens.
    One that has it already is not marked as changed; one that is saved without it stays as it was for git.
    """

    async def get(self, path, content=True, **options):
        model = await super().get(path, content, **options)
        if content and model["type"] == "notebook" and model["content"].metadata.get("language_info") == STORED:
            model["content"].metadata["language_info"] = IPythonKernel.language_info
        return model

    async def save(self, model, path=""):
        if model.get("type") == "notebook" and "content" in model:
            metadata = model["content"]["metadata"]
            if metadata.get("language_info", {}).get("name") == STORED["name"]:
                metadata["language_info"] = STORED
        return await super().save(model, path)


class OneLine(logging.Filter):
    """Say in one line where to go, in place of Jupyter's five."""

    def filter(self, record):
        if record.levelno == logging.CRITICAL and (address := re.search(r"http://\S+[?&]token=\w+", str(record.msg))):
            record.msg = f"JupyterLab runs until Ctrl+C, twice; if no browser opens, go to {address[0]}"
        return True


def kernels_can_use_ipc():
    """Whether a kernel's sockets, which only this user can open, have a path that is short enough."""
    longest = Path(jupyter_runtime_dir()) / f"kernel-{uuid.uuid4()}-ipc-5"
    return os.name == "posix" and len(os.fsencode(longest)) < LONGEST_SOCKET_PATH


c.ServerApp.ip = "127.0.0.1"
c.ServerApp.allow_root = True  # containers and cloud machines have no other user; the token still guards the door
c.ServerApp.root_dir = str(Path(__file__).resolve().parents[1])
c.ServerApp.contents_manager_class = Lessons
c.LabApp.default_url = "/lab/tree/notebooks/00_why_position.ipynb"
c.LabApp.app_settings_dir = str(Path(__file__).resolve().parent)  # overrides.json: no news prompt, links open as pages

# without a display a browser would be a text browser in this very terminal, or none
display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
c.ServerApp.open_browser = display or not sys.platform.startswith("linux")

if kernels_can_use_ipc():
    c.KernelManager.transport = "ipc"
elif zmq.has("curve"):
    c.KernelManager.transport_encryption = "auto"

# the warnings are for whoever runs a server for others; a token of your own leaves the address to the information
c.Application.log_level = "INFO" if os.environ.get("JUPYTER_TOKEN") else "ERROR"
c.Application.log_format = "%(message)s"
logging.getLogger("ServerApp").addFilter(OneLine())
