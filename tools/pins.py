"""Ask pip whether the exact versions install on every Python that pyproject.toml names, on both stacks.

pip only resolves, and installs nothing. Each pin is a requirement, so pip names the one that does not install.
"""

import re
import subprocess
import sys
import tempfile
import tomllib

from tools import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHONS = [line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"]]
PINS = re.findall(r"^[^#\s]+", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
STACKS = {  # how a stack is asked for, and the pins that belong to the other one
    "newer": ([], ("torchtext",)),
    "older": (
        PROJECT["optional-dependencies"]["torchtext"],
        ("rotary-embedding-torch", "torch-einops-utils", "transformers", "x-transformers"),
    ),
}


def complaint(python: str, stack: str) -> str:
    """What pip says against the pins, or nothing."""
    own, others = STACKS[stack]
    wanted = [need for need in [*PROJECT["dependencies"], *own, *PINS] if not need.startswith(others)]
    with tempfile.TemporaryDirectory() as folder:
        target = ["--python-version", f"{python}.0", "--only-binary=:all:", "--target", folder]
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--disable-pip-version-check"]
        answer = subprocess.run([*command, *target, *wanted], cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stderr if answer.returncode else ""


def main() -> int:
    """Print what pip says for each Python and stack; 1 if a pin does not install."""
    failed = 0
    for stack in STACKS:
        for python in PYTHONS if stack == "newer" else ("3.11", "3.12"):  # torch 2.3 has no build for a newer Python
            said = complaint(python, stack)
            print(f"Python {python}.0, {stack} stack: {said or 'every pin installs'}", flush=True)
            failed += bool(said)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
