"""GitHub runs all that .ci/run does, and actions by their commit; three files name one version, changes by kind."""

import re
import tomllib

import pytest

from tools import ROOT

WORKFLOWS = sorted(path.name for path in (ROOT / ".github/workflows").glob("*.yml"))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def parts(commands: str) -> set[str]:
    """The targets of make in the commands, and the programs of tools/."""
    targets = " ".join(re.findall(r"\bmake ([a-z -]+)", commands)).split()
    return {*targets, *re.findall(r"\btools\.\w+", commands)}


def test_github_runs_each_part_of_ci_run() -> None:
    asked = parts(read(".ci/run"))
    assert {"lint", "test", "test-again", "tools.pins"} <= asked
    on_a_push = read(".github/workflows/ci.yml") + read(".github/workflows/site.yml")
    assert asked - parts("\n".join(re.findall(r"\brun: .*", on_a_push))) == set()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_an_action_has_its_commit_and_behind_it_its_version(name: str) -> None:
    used = re.findall(r"uses: *(.*)", read(f".github/workflows/{name}"))
    assert used
    assert [action for action in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)] == []


def test_three_files_name_one_version() -> None:
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert re.findall(r"^version: (.*)$", read("CITATION.cff"), re.MULTILINE) == [version]
    assert re.findall(r"^## (\d\S*) ", read("CHANGELOG.md"), re.MULTILINE)[0] == version


def test_what_is_unreleased_stands_under_its_kind() -> None:
    unreleased = read("CHANGELOG.md").partition("## Unreleased\n")[2].partition("\n## ")[0]
    before, *kinds = re.split(r"^### ", unreleased, flags=re.MULTILINE)
    assert not before.strip(), f"write it under Breaks, New or Repaired: {before.strip()}"
    assert {kind.splitlines()[0] for kind in kinds} <= {"Breaks", "New", "Repaired"}
