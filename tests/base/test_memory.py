"""What is over goes back."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from printworthy.base import memory
from printworthy.base.memory import give_back, keep_tidy, undisturbed


class Ring:
    """Holds itself alive."""

    def __init__(self) -> None:
        self.self = self
        self.bodies = [bytes(100_000) for _ in range(300)]


def resident() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from Linux's /proc")
def test_what_holds_itself_goes() -> None:
    gc.disable()
    try:
        ring = Ring()
        seen, held = weakref.ref(ring), resident()
        del ring
        assert seen() is not None
        give_back()
    finally:
        gc.enable()
    assert seen() is None
    assert resident() < held - 20_000_000


def test_a_server_gives_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_TIDY", 0.01)

    async def served() -> None:
        tidying = asyncio.create_task(keep_tidy())
        for _ in range(3):  # what came after the loading, too
            gone = asyncio.Event()
            weakref.finalize(Ring(), gone.set)
            await asyncio.wait_for(gone.wait(), 60)
        tidying.cancel()

    gc.disable()
    try:
        asyncio.run(served())
    finally:
        gc.enable()
        gc.unfreeze()


def test_loading_is_not_disturbed() -> None:
    before = gc.get_freeze_count()
    try:
        with undisturbed():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()


_THREADS = """
import ctypes, sys, threading
from printworthy.base.memory import share_arena
if sys.argv[1] == "one":
    share_arena()
for _ in range(3):
    thread = threading.Thread(target=lambda: [bytes(1000) for _ in range(1000)])
    thread.start()
    thread.join()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


@pytest.mark.processes
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the C library of Linux")
def test_threads_share_an_arena() -> None:
    def arenas(how: str) -> int:
        return subprocess.run(
            [sys.executable, "-c", _THREADS, how], capture_output=True, text=True, check=True
        ).stdout.count("<heap nr=")

    assert arenas("one") == 1
    assert arenas("many") > 1
