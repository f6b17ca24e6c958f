"""Let system users read Python and this project where these lie in a folder that is closed to them, such as /root.

Nothing of the machine is changed for that: the test starts itself again in a mount namespace of its own (Linux, root),
in which the closed folder shows what the learners need, and nothing else.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from people import ROOT

INSIDE = "PE_CLASS_PRIVATE_VIEW"
# $1 is the closed folder, the others are what it must show; held aside, covered, and brought back one by one
MOUNT = """
set -eu
closed=$1; shift
held=$(mktemp -d)
for path in "$@"; do mkdir -p "$held$path"; mount --bind "$path" "$held$path"; done
mount -t tmpfs -o mode=755 tmpfs "$closed"
for path in "$@"; do mkdir -p "$path"; mount --bind "$held$path" "$path"; umount "$held$path"; done
rm -r "$held"
"""


def enter() -> None:
    """Return if every user can reach everything, or if this process has the view already; else start again in it."""
    needed = {Path(sys.prefix), Path(sys.base_prefix), ROOT}
    if node := shutil.which("node"):
        needed.add(Path(node).resolve().parents[1])
    by_closed: dict[Path, list[Path]] = {}
    for path in sorted(path.resolve() for path in needed):
        for above in reversed([path, *path.parents]):
            if not above.stat().st_mode & 0o001:
                by_closed.setdefault(above, []).append(path)
                break
    if not by_closed or os.environ.get(INSIDE):
        return
    if any(closed == path for closed, paths in by_closed.items() for path in paths):
        return  # what the learners need is closed itself, and its owner must open it; people.py says so
    entered = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.orig_argv[1:]]
    if shutil.which("unshare") is None or subprocess.run(["unshare", "--mount", "true"], check=False).returncode:
        return
    os.environ[INSIDE] = "\n".join("\t".join(map(str, [closed, *paths])) for closed, paths in by_closed.items())
    sys.stdout.flush()
    os.execvp(entered[0], entered)


def mount() -> None:
    """In the new namespace: cover each closed folder."""
    for line in os.environ.get(INSIDE, "").splitlines():
        subprocess.run(["sh", "-c", MOUNT, "sh", *line.split("\t")], check=True)
