"""A worker that dies before it reports: whoever waits for it is told so."""

from __future__ import annotations

import subprocess
import sys
import threading
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from pathlib import Path

import pytest

from printworthy.apps.batch.engine import Doors, dead_children, open_doors

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not Path("/proc/net/unix").exists(), reason="only Linux tells who listens where"),
]


def accepted(listener: Listener, found: list[object]) -> None:
    try:
        found.append(listener.accept())
    except (AuthenticationError, EOFError, OSError) as error:
        found.append(error)


def test_a_door_is_seen_while_it_is_open(tmp_path: Path) -> None:
    path = str(tmp_path / "door")
    with Listener(path, authkey=b"secret"):
        assert path in open_doors()
    assert path not in open_doors()


def test_who_waits_for_a_process_that_died_is_let_go(tmp_path: Path) -> None:
    found: list[object] = []
    with Listener(str(tmp_path / "door"), authkey=b"secret") as listener, Doors():
        waiting = threading.Thread(target=accepted, args=(listener, found), daemon=True)
        waiting.start()
        with subprocess.Popen([sys.executable, "-c", ""]) as child:
            waiting.join(30)
            assert child.pid in dead_children()
    assert not waiting.is_alive()
    assert isinstance(found[0], Exception)


def test_a_process_that_reports_is_not_disturbed(tmp_path: Path) -> None:
    found: list[object] = []
    with Listener(str(tmp_path / "door"), authkey=b"secret") as listener, Doors():
        waiting = threading.Thread(target=accepted, args=(listener, found), daemon=True)
        waiting.start()
        with Client(str(tmp_path / "door"), authkey=b"secret") as one:
            waiting.join(30)
            one.send("here")
            assert found[0].recv() == "here"  # type: ignore[attr-defined]
