"""The proxy ends as it is told, by the interrupt key as well, and without a word."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.waiting import ended

pytestmark = pytest.mark.processes


def start(folder: Path) -> subprocess.Popen[str]:
    """The command with workers, in a process group of its own, as in a terminal."""
    (folder / "settings.toml").write_text("[proxy]\nworkers = 2\n", "utf-8")
    command = [sys.executable, "-m", "printworthy", "proxy", "--listen", "127.0.0.1:0", "--folder", str(folder)]
    options = ["--settings", str(folder / "settings.toml")]
    return subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True, start_new_session=True)


def members(group: int) -> list[int]:
    """The processes of a group that have not ended, and the workers of its first, which have groups of their own."""
    found = []
    for one in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = one.read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if group in (int(fields[1]), int(fields[2])) and fields[0] != "Z":
            found.append(int(one.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("when", ["ready", "starting"])
def test_the_interrupt_key_ends_all_of_it_without_a_word(tmp_path: Path, when: str) -> None:
    process = start(tmp_path)
    assert process.stderr is not None
    if when == "ready":
        assert process.stderr.readline().startswith("proxy at ")
    else:
        while len(members(process.pid)) < 3 and process.poll() is None:  # itself, and two workers: there is no event
            time.sleep(0.01)
    workers = [pid for pid in members(process.pid) if pid != process.pid]
    assert len(workers) == 2
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    # One that was quick to start may have said so before it heard.
    assert [line for line in told.splitlines() if not line.startswith("proxy at ")] == []
    assert ended(workers, 30)
    assert not members(process.pid)


def test_it_hears_the_interrupt_key_although_a_script_started_it_deaf(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what a script's & gives to what it starts
    try:
        process = start(tmp_path)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("proxy at ")
    process.send_signal(signal.SIGINT)
    try:
        _, told = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, told = process.communicate()
    assert (process.returncode, told) == (130, "")
