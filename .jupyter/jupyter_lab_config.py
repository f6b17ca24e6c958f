"""JupyterLab for these lessons; ``make lab`` is ``python -m jupyter lab --config=.jupyter/jupyter_lab_config.py``."""

import logging
import os
import re
import sys
from pathlib import Path

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

STORED = {"name": "python"}  # what the lessons keep of a kernel's language_info: all else differs between machines

c = get_config()  # noqa: F821 - Jupyter defines it


class Lessons(AsyncLargeFileManager):
    """Opening a lesson does not change it.

    JupyterLab writes all of ``language_info``, the Python version among it, into each notebook that it opens.
    So a lesson is opened with this kernel's and stored without it.
    """

    async def get(self, path, content=True, **options):
        """Open a lesson with this kernel's ``language_info``."""
        model = await super().get(path, content, **options)
        if content and model["type"] == "notebook" and model["content"].metadata.get("language_info") == STORED:
            model["content"].metadata["language_info"] = IPythonKernel.language_info
        return model

    async def save(self, model, path=""):
        """Store it with the short one."""
        if model.get("type") == "notebook" and "content" in model:
            metadata = model["content"]["metadata"]
            if metadata.get("language_info", {}).get("name") == STORED["name"]:
                metadata["language_info"] = STORED
        return await super().save(model, path)


def one_line(record):
    """Say in one line where to go; Jupyter uses five."""
    if record.levelno == logging.CRITICAL and (address := re.search(r"http://\S+[?&]token=\w+", str(record.msg))):
        record.msg = f"JupyterLab runs until Ctrl+C, twice; if no browser opens, go to {address[0]}"
    return True


c.ServerApp.ip = "127.0.0.1"
c.ServerApp.allow_root = True  # containers have no other user; the token still guards the door
c.ServerApp.root_dir = str(Path(__file__).resolve().parents[1])
c.ServerApp.contents_manager_class = Lessons
c.LabApp.default_url = "/lab/tree/notebooks/00_why_position.ipynb"
c.LabApp.app_settings_dir = str(Path(__file__).resolve().parent)  # overrides.json: no news prompt, links open as pages
c.KernelManager.transport_encryption = "auto"  # nobody else on the machine listens to a kernel

# without a display the browser would be a text browser in this terminal, or none
display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
c.ServerApp.open_browser = display or not sys.platform.startswith("linux")

# the warnings are for servers with many users; with a token of your own, the address is an information
c.Application.log_level = "INFO" if os.environ.get("JUPYTER_TOKEN") else "ERROR"
c.Application.log_format = "%(message)s"
logging.getLogger("ServerApp").addFilter(one_line)
