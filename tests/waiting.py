"""Events between processes, so that no test waits by sleeping: a gate that other processes reach, and their end."""

from __future__ import annotations

import asyncio
import os
import select
import time
from collections.abc import Iterable
from pathlib import Path


class Gate:
    """A gate for one other process. That one calls `pass_gate` with its name: it says that it is there, and waits."""

    def __init__(self, folder: Path, name: str = "gate") -> None:
        self.name = str(folder / name)
        os.mkfifo(f"{self.name}-bell")
        os.mkfifo(f"{self.name}-door")
        self._bell = os.open(f"{self.name}-bell", os.O_RDONLY | os.O_NONBLOCK)
        self._door = os.open(f"{self.name}-door", os.O_RDWR)  # who reads it waits as long as this is open

    async def reached(self) -> None:
        """Come back when the process is there."""
        loop, there = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._bell, there.set)
        try:
            async with asyncio.timeout(60):
                await there.wait()
        finally:
            loop.remove_reader(self._bell)

    async def open(self) -> None:
        """Let it go on."""
        await self.reached()
        os.close(self._door)
        os.close(self._bell)


def pass_gate(name: str) -> int:
    """Wait at a gate, in another process; its number comes back."""
    with Path(f"{name}-door").open("rb") as door:
        Path(f"{name}-bell").write_bytes(b"!")
        door.read()
    return os.getpid()


def ended(pids: Iterable[int], seconds: float = 60.0) -> bool:
    """Wait for the end of processes that others started; the system tells of it."""
    deadline = time.monotonic() + seconds
    for pid in pids:
        try:
            told = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            poll = select.poll()
            poll.register(told, select.POLLIN)
            if not poll.poll(1000 * max(0.0, deadline - time.monotonic())):
                return False
        finally:
            os.close(told)
    return True
