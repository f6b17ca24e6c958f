"""One learner tries to reach what is another's from a notebook, where only the operating system stands between."""

import asyncio
import json
import pwd
from pathlib import Path
from typing import Any

import psutil
from kernel import execute
from learner import Learner, LearnerError
from recovery import pids


async def reach(learner: Learner, other: Learner) -> tuple[int, list[str]]:
    """How many attempts were made, and a line for each that worked, or that does not work for the owner either."""
    known = await _known(other)
    reached = await _ask(learner, f"reach(**{known!r})")
    by_owner = await _ask(other, f"reach(**{known!r})")
    wrong = [f"from a notebook: {name}, of {other.name}" for name, worked in reached.items() if worked]
    for name, worked in by_owner.items():
        of_the_hub = name.startswith("read") and any(name.endswith(Path(path).name) for path in _secrets(other))
        if not worked and not of_the_hub and not name.startswith("find "):
            wrong.append(f"{other.name}, the owner, cannot {name}, so the refusal says nothing")
    return len(reached) + 1, wrong + await _overheard(learner, other, known["uid"])


async def _overheard(learner: Learner, other: Learner, uid: int) -> list[str]:
    """Listen while the other's kernel prints; its owner, who listens in the same way, must hear it."""
    word = "a secret of " + other.name

    async def speak() -> None:
        async with other.channels() as channels:
            await execute(channels, f"import time\nfor _ in range(20): print({word!r}, flush=True); time.sleep(0.1)")

    told = json.loads(_connections(other)[0].read_text())
    where = f"{told['ip']}-{told['iopub_port']}"
    heard, _ = await asyncio.gather(_ask(learner, f"overhears({uid!r}, {word!r}, {where!r})"), speak())
    wrong = [f"from a notebook: heard what {other.name}'s kernel printed"] if heard else []
    if not await _ask(other, f"overhears({uid!r}, {word!r}, {where!r}, speak=True)"):
        wrong.append(f"{other.name} does not hear the own kernel, so the silence says nothing")
    return wrong


async def _known(other: Learner) -> dict[str, Any]:
    """All that an attacker could ever find out: names of files, ports and processes, looked up as root."""
    server = psutil.Process((await pids(other.hub))[other.name])
    ports = [c.laddr.port for c in server.net_connections("tcp") if c.status == psutil.CONN_LISTEN]
    return {
        "home": str(other.person.home),
        "uid": pwd.getpwnam(other.name).pw_uid,
        "notebook": str(other.person.lessons / "notebooks/05_vectorized_encoding.ipynb"),
        "pids": [server.pid, *(child.pid for child in server.children(recursive=True))],
        "secrets": [str(path) for path in [*_secrets(other), *_connections(other)]],
        "sockets": [str(path) for path in (other.person.home / ".run").iterdir() if path.is_socket()],
        "ports": ports,
        "kernels": len(_connections(other)),
    }


def _secrets(other: Learner) -> list[Path]:
    """The hub's own: its database, its cookies' secret, the passwords."""
    folder = other.hub.folder
    found = [path for pattern in ("*.sqlite", "*secret*", "passwords*") for path in folder.glob(pattern)]
    assert len(found) >= 3, f"the hub's secrets are not in {folder}: {found}"
    return found


def _connections(other: Learner) -> list[Path]:
    """The files with the ports and keys of the kernels that run."""
    return list((other.person.home / ".run").glob("kernel-*.json"))


async def _ask(learner: Learner, question: str) -> Any:
    """What a line of neighbour.py answers in the learner's kernel."""
    code = Path(__file__).with_name("neighbour.py").read_text()
    async with learner.channels() as channels:
        outputs = await execute(channels, f"{code}\nimport json\nprint(json.dumps({question}))")
    if outputs[0]["output_type"] == "error":
        raise LearnerError(f"{question[:20]} stopped with {outputs[0]['ename']}: {outputs[0]['evalue']}")
    return json.loads(outputs[-1]["text"].strip().splitlines()[-1])
