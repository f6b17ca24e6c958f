"""Ask pip whether the exact versions install on every Python that pyproject.toml names, on both stacks.

pip only resolves, and installs nothing. Every pin is handed to it as a requirement of its own, because then it says in
one line which one does not install, where a constraint would end in minutes of search and 'ResolutionImpossible'.
Last, the oldest Python on this machine does what a learner's does.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHONS = [found[1] for line in PROJECT["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", line))]
EXTRAS = {name: needs for name, needs in PROJECT["optional-dependencies"].items() if name != "torchtext"}
NEEDS = [*PROJECT["dependencies"], *(need for needs in EXTRAS.values() for need in needs)]
NEWER_ONLY = ("rotary-embedding-torch", "torch-einops-utils", "transformers", "x-transformers")  # want torch after 2.3
OLDER_STACK_ENDS = "3.12"  # torch 2.3.1 has no build for a newer Python


def lines(name: str) -> list[str]:
    """The lines of a requirements file, without comments."""
    return [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith("#")]


def wanted(older: bool) -> list[str]:
    """What a learner asks for and every pin, for one stack."""
    stack = re.findall(r"- (\w+==\S+)", (ROOT / "environment.yml").read_text()) if older else []
    left_out = NEWER_ONLY if older else ("torchtext",)
    return [need for need in [*NEEDS, *lines("constraints.txt"), *stack] if not need.startswith(left_out)]


def complaint(output: str) -> str:
    """The one line of pip's output that matters."""
    missing = re.search(r"No matching distribution found for (\S+)", output)
    errors = [line for line in output.splitlines() if line.startswith("ERROR")]
    return f"{missing[1]} does not install" if missing else "; ".join(errors) or output


def resolve(python: str, older: bool) -> str:
    """What is wrong on one Python and one stack, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder, "requirements.txt")
        requirements.write_text("\n".join(wanted(older)))
        target = ["--python-version", f"{python}.0", "--only-binary=:all:", "--target", folder]
        return ask(sys.executable, [*target, "-r", str(requirements)])


def resolve_here(python: str) -> str:
    """What is wrong with a learner's own command on a Python of this machine, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        inside = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        return ask(inside, ["-c", "constraints.txt", *NEEDS])


def ask(python: str | Path, options: list[str]) -> str:
    command = [python, "-m", "pip", "install", "--dry-run", "--quiet", "--disable-pip-version-check", *options]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return complaint(answer.stderr) if answer.returncode else ""


def oldest_at_hand() -> tuple[str, str]:
    """Version and path of the oldest Python here that the project names and that can make an environment."""
    tell = "import ensurepip, sys; print('%d.%d.%d' % sys.version_info[:3])"
    names = ["python3", *(f"python{version}" for version in PYTHONS)]
    paths = {shutil.which(name, path=folder) for name in names for folder in os.get_exec_path()} | {sys.executable}
    found = {}
    for path in filter(None, paths):
        answer = subprocess.run([path, "-c", tell], capture_output=True, text=True, check=False)
        if answer.returncode == 0 and answer.stdout.strip().rpartition(".")[0] in PYTHONS:
            found[answer.stdout.strip()] = path
    return min(found.items(), key=lambda item: [int(part) for part in item[0].split(".")])


def main() -> int:
    cases = [(python, older) for older in (False, True) for python in PYTHONS]
    cases = [(python, older) for python, older in cases if not older or python <= OLDER_STACK_ENDS]
    version, path = oldest_at_hand()
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda case: resolve(*case), cases))
    labels = [f"Python {python}.0, {'older' if older else 'newer'} stack" for python, older in cases]
    if not any(answers):  # a pin that does not install was named; here it would cost minutes
        labels.append(f"Python {version} of this machine")
        answers.append(resolve_here(path))
    for label, answer in zip(labels, answers, strict=True):
        print(f"{label}: {answer or 'every pin installs'}")
    return int(any(answers))


if __name__ == "__main__":
    sys.exit(main())
