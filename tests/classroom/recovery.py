"""A kernel that dies, a server that is culled: what a learner saved is there again, cell for cell."""

import asyncio
import os
import sys
from typing import Any

import aiohttp
from hub import Hub
from kernel import KernelDiedError, execute
from learner import Learner, LearnerError


async def pids(hub: Hub) -> dict[str, int]:
    """The process of each learner's running server, from the hub."""
    headers = {"Authorization": f"token {hub.token}"}
    async with aiohttp.ClientSession(headers=headers) as web, web.get(f"{hub.url}/hub/api/users") as answer:
        answer.raise_for_status()
        users = await answer.json()
    return {user["name"]: user["servers"][""]["state"]["pid"] for user in users if user["servers"]}


async def after_kernel_death(learner: Learner, lesson: str) -> list[str]:
    async with learner.channels() as channels:
        try:
            await execute(channels, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
            return ["the kernel was killed and went on"]
        except KernelDiedError:
            pass
    wrong = _compare(learner.saved[lesson], await learner.open(lesson), lesson)
    outputs = await _in_new_kernel(learner, "print(6 * 7, 'torch' in globals())")
    if [output.get("text") for output in outputs] != ["42 False\n"]:
        wrong.append(f"the new kernel answered {outputs}")
    return wrong


async def cull(hub: Hub) -> None:
    """Run the culler that The Littlest JupyterHub runs, with almost no patience, until no server is left."""
    everywhere = {"JUPYTERHUB_API_TOKEN": hub.token, "JUPYTERHUB_API_URL": f"{hub.url}/hub/api"}
    command = [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=1", "--cull-every=2"]
    with (hub.folder / "culler.log").open("w") as log:
        culler = await asyncio.create_subprocess_exec(*command, env=os.environ | everywhere, stdout=log, stderr=log)
        try:
            async with asyncio.timeout(300):
                while await pids(hub):
                    await asyncio.sleep(1)
        finally:
            culler.terminate()
            await culler.wait()


async def after_culling(learner: Learner) -> list[str]:
    await learner.start_server()
    wrong = []
    for lesson, saved in learner.saved.items():
        wrong += _compare(saved, await learner.open(lesson), lesson)
    if not learner.saved:
        wrong.append("nothing had been saved")
    return wrong


async def _in_new_kernel(learner: Learner, code: str) -> list[dict[str, Any]]:
    """The server starts a dead kernel again by itself; as the browser does, connect again until it answers."""
    for _ in range(5):
        try:
            async with asyncio.timeout(60), learner.channels() as channels:
                return await execute(channels, code)
        except (KernelDiedError, ConnectionError, TimeoutError):
            continue
    raise LearnerError("no new kernel answered")


def _compare(saved: dict[str, Any], found: dict[str, Any], lesson: str) -> list[str]:
    if len(saved["cells"]) != len(found["cells"]):
        return [f"{lesson}: {len(saved['cells'])} cells were saved, {len(found['cells'])} are there"]
    return [
        f"{lesson}, cell {number} is not as it was saved"
        for number, (one, other) in enumerate(zip(saved["cells"], found["cells"], strict=True))
        if (one["source"], one.get("outputs")) != (other["source"], other.get("outputs"))
    ]
