"""A confined process keeps nothing secret, and can neither connect nor start programs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from printworthy.base.confine import harmless_environment

pytestmark = pytest.mark.processes

TRY = """
import os, socket, subprocess, sys
from printworthy.base.confine import confine
confine(256, programs={programs})
def tried(call):
    try:
        call()
    except (PermissionError, MemoryError) as error:
        return type(error).__name__
    except OSError:
        return "no network"
    return "done"
print(os.environ.get("SECRET_TOKEN"), tried(lambda: socket.create_connection(("127.0.0.1", 9), 1)),
      tried(lambda: subprocess.run([sys.executable, "-c", ""], check=True)), tried(lambda: bytearray(1 << 30)))
"""


def test_only_what_is_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    monkeypatch.setenv("LC_TIME", "C")
    monkeypatch.setenv("PATH", "/bin")
    found = harmless_environment()
    assert "AWS_SECRET_ACCESS_KEY" not in found
    assert (found["LC_TIME"], found["PATH"]) == ("C", "/bin")


@pytest.mark.parametrize(("programs", "started"), [(False, "PermissionError"), (True, "done")])
def test_a_confined_process(programs: bool, started: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    command = [sys.executable, "-c", TRY.format(programs=programs)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["None", "PermissionError", started, "MemoryError"]
