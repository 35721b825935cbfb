"""One worker as its server sees it: a call goes out, its answer comes back; it can be ended at any time."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from printworthy.apps.processes.wire import HEAD, length, pack
from printworthy.base.confine import harmless_environment
from printworthy.base.scratch import Scratch, sweep

# A file system in memory, where the system has one.
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only folders of our own are made there


class EndedError(Exception):
    """The process ended before it answered."""


class WorkerProcess:
    """A process that answers one call after the other, in their order.

    calls:    how many it was told.
    relieved: its successor is there.
    """

    def __init__(self, process: asyncio.subprocess.Process, scratch: Scratch) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._calls, self._answers = process.stdin, process.stdout
        self._scratch = scratch
        self.calls = 0
        self.relieved = False

    @classmethod
    async def start(
        cls, megabytes: int, ready: tuple[Callable[..., None], tuple[object, ...]], programs: bool = False
    ) -> WorkerProcess:
        """A new process, in a group of its own, so that what it starts ends with it, and with a folder of its own.

        ready:    a function and its arguments, with which it gets ready before it takes calls.
        programs: it may start programs.
        """
        parent = _MEMORY if _is_usable(_MEMORY) else None
        sweep(parent)
        scratch = Scratch(parent)
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "printworthy.apps.processes.worker", str(megabytes), *(["programs"] * programs),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
                env={**harmless_environment(), **_environment(scratch.path)},
            )  # fmt: skip
        except BaseException:
            scratch.close()
            raise
        made = cls(process, scratch)
        made._send(pack(ready))
        return made

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self._process.returncode is None

    async def ask(self, call: bytes) -> bytes:
        """The answer to a call, or `EndedError`."""
        self.tell(call)
        try:
            await self._calls.drain()
        except (OSError, RuntimeError) as error:
            raise EndedError from error
        return await self.answer()

    def tell(self, call: bytes) -> None:
        """Send a call; its answer comes after those of the calls before it. Who has ended hears nothing."""
        self.calls += 1
        self._send(call)

    def _send(self, call: bytes) -> None:
        with suppress(RuntimeError):  # uvloop's closed pipes
            self._calls.write(call)

    async def answer(self) -> bytes:
        """The next answer, or `EndedError`."""
        try:
            return await self._answers.readexactly(length(await self._answers.readexactly(HEAD)))
        except (OSError, asyncio.IncompleteReadError) as error:
            raise EndedError from error

    async def end(self) -> None:
        """End it and what it started, now."""
        self.kill()
        self._calls.close()
        # An answer that nobody reads to its end keeps the pipe open, and that the wait; whoever still reads does so.
        with suppress(RuntimeError, OSError):
            await self._answers.read()
        await self._process.wait()
        self._scratch.close()

    def kill(self) -> None:
        """Send the whole group the signal that nothing survives."""
        if self.alive:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _environment(scratch: Path) -> dict[str, str]:
    """What a worker is told: where our code is, that its numbers need one thread, and where its scratch files go."""
    path = os.pathsep.join(filter(None, sys.path))
    return {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "TMPDIR": str(scratch)}


def _is_usable(folder: Path) -> bool:
    """Whether scratch files go there: a document on its way to the typesetter need not wait for a disk."""
    return "TMPDIR" not in os.environ and folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
