"""No weights, no network: what a test asks of a library is in its code."""

import os
import socket

import pytest
import torch

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_VERBOSITY="error")  # before transformers is imported


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise AssertionError("a test of the libraries asked for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(0)
