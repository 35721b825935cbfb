"""One worker as the service sees it: a call goes out, its answer comes back; it can be ended at any time."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from printworthy.apps.service.pool.wire import HEAD, length
from printworthy.base.confine import harmless_environment
from printworthy.base.scratch import Scratch, sweep

# A file system in memory, where the system has one.
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only folders of our own are made there


class EndedError(Exception):
    """The process ended before it answered."""


class WorkerProcess:
    """A process that answers one call after the other; `calls` counts them; `relieved`: its successor is there."""

    def __init__(self, process: asyncio.subprocess.Process, scratch: Scratch) -> None:
        self._process = process
        self._scratch = scratch
        self.calls = 0
        self.relieved = False

    @classmethod
    async def start(cls, megabytes: int) -> WorkerProcess:
        """A new process, in a group of its own, so that its typesetter ends with it, and with a folder of its own."""
        parent = _MEMORY if _is_usable(_MEMORY) else None
        sweep(parent)
        scratch = Scratch(parent)
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "printworthy.apps.service.pool.worker", str(megabytes),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
                env={**harmless_environment(), **_environment(scratch.path)},
            )  # fmt: skip
        except BaseException:
            scratch.close()
            raise
        return cls(process, scratch)

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
        self.calls += 1
        source, answers = self._process.stdin, self._process.stdout
        assert source is not None
        assert answers is not None
        try:
            source.write(call)
            await source.drain()
            return await answers.readexactly(length(await answers.readexactly(HEAD)))
        except (OSError, asyncio.IncompleteReadError, RuntimeError) as error:  # uvloop's closed pipes are the last
            raise EndedError from error

    async def end(self) -> None:
        """End it and what it started, now."""
        self.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
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
