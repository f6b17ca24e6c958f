"""Runs in a learner's kernel: what of another learner can be reached from there?

The test sends this file to the kernel, then calls ``reach`` with what an attacker who knew everything would know.
"""

import contextlib
import os
import signal
import socket
import time
from pathlib import Path


def worked(attempt):
    """Whether the attempt came through."""
    try:
        attempt()
    except OSError:
        return False
    return True


def write_into(folder):
    probe = Path(folder, f"probe-{os.getpid()}")
    probe.touch()
    probe.unlink()


def listening(uid):
    """The TCP ports of this machine on which a process of this user listens."""
    ports = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:] if Path(table).exists() else []:
            fields = line.split()
            if fields[3] == "0A" and int(fields[7]) == uid:
                ports.add(int(fields[1].rsplit(":", 1)[1], 16))
    return ports


def connect(path):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)


def overhears(uid, word, path, speak=False):
    """Whether a word that is printed within three seconds comes through a port of the user or the kernel's socket."""
    import zmq

    with zmq.Context() as context, context.socket(zmq.SUB) as ear:
        ear.subscribe(b"")
        ear.linger = 0
        for port in listening(uid):
            ear.connect(f"tcp://127.0.0.1:{port}")
        ear.connect(f"ipc://{path}")
        end = time.monotonic() + 3
        while time.monotonic() < end:
            if speak:
                print(word, flush=True)  # the owner listens to the own kernel
            if ear.poll(200) and word.encode() in b"".join(ear.recv_multipart()):
                return True
    return False


def left_about(uid):
    """Files of this user outside the home that this kernel may read."""
    found = []
    for top in ("/tmp", "/var/tmp", "/dev/shm"):
        for folder, _, names in os.walk(top):
            for name in names:
                path = os.path.join(folder, name)
                # others remove their files meanwhile
                with contextlib.suppress(FileNotFoundError):
                    if os.lstat(path).st_uid == uid and os.access(path, os.R_OK):
                        found.append(path)
    return found


def reach(home, uid, notebook, pids, secrets, sockets, ports, kernels):
    """Each attempt by name: True if it worked."""
    attempts = {
        "list the home": lambda: os.listdir(home),
        "write into the home": lambda: write_into(home),
        "read a notebook": lambda: Path(notebook).read_bytes(),
        "change a notebook": lambda: os.utime(notebook),
    }
    for pid in pids:
        attempts[f"read the environment of process {pid}"] = lambda pid=pid: Path(f"/proc/{pid}/environ").read_bytes()
        attempts[f"see the open files of process {pid}"] = lambda pid=pid: os.listdir(f"/proc/{pid}/fd")
        attempts[f"signal process {pid}"] = lambda pid=pid: os.kill(pid, signal.SIGCONT)
    for path in secrets:
        attempts[f"read {os.path.basename(path)}"] = lambda path=path: Path(path).read_bytes()
    for path in sockets:
        attempts[f"connect to the kernel's socket {os.path.basename(path)}"] = lambda path=path: connect(path)
    found = {name: worked(attempt) for name, attempt in attempts.items()}
    # a kernel has one more, which only takes what its own forked children print (ipykernel's IOPubThread)
    found["find a port that is not the server's"] = len(listening(uid) - set(ports)) > kernels
    found["find readable files outside the home"] = uid != os.getuid() and bool(left_about(uid))
    return found
