"""What the tests share: no windows, one thread, the same hypothesis examples in every run, a fresh Python, a kernel."""

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

# for torch, here and in the kernels that tests start: on cores that tests share, threads wait for each other
os.environ["OMP_NUM_THREADS"] = "1"
os.environ.pop("PE_LESSON_LANGUAGE", None)  # tests quote the English

settings.register_profile(
    "lesson", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lesson")


@pytest.fixture(autouse=True)
def _no_windows():
    # not through MPLBACKEND: a kernel that a test starts would inherit it, and its figures would be text only
    if "matplotlib" in sys.modules:
        sys.modules["matplotlib"].use("agg")


@pytest.fixture
def fresh_python(tmp_path):
    """A function that runs code in a new Python, from a folder outside the project: the finished process."""

    def run(code: str, folder=tmp_path, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            capture_output=True,
            encoding="utf-8",
            timeout=600,
        )

    return run


@pytest.fixture(scope="session")
def kernel():
    """A kernel that is already running, in which earlier tests have left no names."""
    from tests.support import kernels

    with kernels.running() as one:
        yield one
