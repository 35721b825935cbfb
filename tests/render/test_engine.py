"""Processes: what they hold, and that only the right one is ended."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from printworthy.render.engine import birth, end, resident

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="the system does not tell")  # noqa: PTH110


def test_what_this_process_holds() -> None:
    assert resident(os.getpid()) > 1_000_000
    assert (resident(-1), birth(-1)) == (0, "")


@pytest.mark.processes
def test_only_the_process_that_was_meant_is_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        born = birth(child.pid)
        end(child.pid, f"{born}0")
        end(child.pid, "")
        assert child.poll() is None
        end(child.pid, born)
        assert child.wait(30) == -9
