"""JupyterLab as ``make lab`` starts it: who gets in, what it says, what it leaves in a lesson."""

import json
import socket
import urllib.error
import urllib.request

import pytest
from jupyter_client import BlockingKernelClient

from tests.support.lab_server import running

pytestmark = pytest.mark.again

LESSON = "notebooks/00_why_position.ipynb"
CELL = "import json, pe_lesson; print(json.dumps(get_ipython().kernel.language_info))"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """A server that is told to take a port that is taken."""
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        running(tmp_path_factory.mktemp("lab"), taken.getsockname()[1]) as lab,
    ):
        yield lab


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
    stored = (lab.lessons / LESSON).read_bytes()
    lesson = lab.ask(f"api/contents/{LESSON}")
    kernel = lab.ask("api/kernels", "POST", {"name": "python3"})["id"]
    connection = lab.folder / f"JUPYTER_RUNTIME_DIR/kernel-{kernel}.json"
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
    assert (lab.lessons / LESSON).read_bytes() == stored
    # all that it said to the end: one line with the address, and no warning of its kernel
    said = (lab.folder / "log").read_text().splitlines()
    assert len(said) == 1, said
    assert f"{lab.url}lab/tree/{LESSON}?token=" in said[0]
