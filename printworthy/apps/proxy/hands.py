"""Hands: those who filter pages, one page after the other: a process of its own, or a thread of this one.

Each has a line of what it was given, the page that it works on first. It tells its pool of each page that it is done
with (`Done`, in the order of the line), and of its own end.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from printworthy.apps.processes.process import EndedError, WorkerProcess
from printworthy.apps.processes.wire import pack, unpack
from printworthy.apps.proxy.work import Done, Job, work
from printworthy.filters.settings import Settings

_LOG: Final = logging.getLogger(__name__)
BROKEN: Final = Done(refused="its worker broke down")
# What a page may cost beyond what a process holds anyway.
_MEGABYTES: Final = 1024
_SAMPLE: Final = (
    b"<title>Of clocks</title><h1>Of clocks</h1>" + b"<p>They tick, and strike the hours of the day.</p>" * 9
)


@dataclass(eq=False, slots=True)
class Given:
    """A page that somebody waits for, as long as `done` is not."""

    job: Job
    done: asyncio.Future[Done] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, done: Done) -> None:
        """Tell who waits."""
        if not self.done.done():
            self.done.set_result(done)


class Hand(ABC):
    """Filters what it is given. `over` is told when the first of its line is done, `lost` when it ends by itself.

    failed: the last page that it was done with was too much for it; it may end for that, and not for the next.
    """

    def __init__(self, over: Callable[[Hand, Done], None], lost: Callable[[Hand], None]) -> None:
        self.line: deque[Given] = deque()
        self.failed = False
        self._over, self._lost = over, lost

    def give(self, given: Given) -> None:
        """One more page for its line."""
        self.line.append(given)
        self._send(given.job)

    @abstractmethod
    async def prepare(self, settings: Sequence[Settings]) -> None:
        """Load what pages by these settings need, so that nobody waits for it; or `EndedError`."""

    @abstractmethod
    def _send(self, job: Job) -> None: ...

    @abstractmethod
    def kill(self) -> None:
        """End it, if that can be done."""

    @abstractmethod
    async def close(self) -> None:
        """End it, and come back when it has."""


class ProcessHand(Hand):
    """A process: what it does holds up nobody, and it can be ended."""

    _process: WorkerProcess
    _reading: asyncio.Task[None]

    async def prepare(self, settings: Sequence[Settings]) -> None:
        """Start it; it answers its first call when it is ready."""
        self._process = await WorkerProcess.start(_MEGABYTES, (prepare, (tuple(settings),)))
        try:
            await self._process.ask(pack((abs, (0,))))
        except BaseException:
            await self._process.end()
            raise
        self._reading = asyncio.create_task(self._read())

    def _send(self, job: Job) -> None:
        self._process.tell(pack((work, (job,))))

    async def _read(self) -> None:
        try:
            while True:
                well, done = unpack(await self._process.answer())
                self.failed = not well
                self._over(self, done if well else BROKEN)
        except EndedError:
            self._lost(self)
        except Exception:  # noqa: BLE001 - whatever it is, nobody else would notice that nobody reads
            _LOG.exception("an answer of a worker could not be read")
            self.kill()
            self._lost(self)

    def kill(self) -> None:
        """End it now; that is noticed where its answers are read."""
        self._process.kill()

    async def close(self) -> None:
        """End it, and hear nothing more of it."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self._process.end()


class ThreadHand(Hand):
    """A thread of this process, which starts at once, and cannot be ended in the middle of a page."""

    def __init__(self, over: Callable[[Hand, Done], None], lost: Callable[[Hand], None]) -> None:
        super().__init__(over, lost)
        self._executor = ThreadPoolExecutor(1, "printworthy-filter")

    async def prepare(self, settings: Sequence[Settings]) -> None:
        """Load what all threads share."""
        await asyncio.get_running_loop().run_in_executor(self._executor, prepare, tuple(settings))

    def _send(self, job: Job) -> None:
        asyncio.get_running_loop().run_in_executor(self._executor, work, job).add_done_callback(self._heard)

    def _heard(self, future: asyncio.Future[Done]) -> None:
        if not future.cancelled():
            self._over(self, BROKEN if future.exception() else future.result())

    def kill(self) -> None:
        """Nothing can be done about it."""

    async def close(self) -> None:
        """Take nothing more; what it works on ends by itself."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def prepare(settings: Sequence[Settings]) -> None:
    """Filter a page of ours by each of the settings."""
    for one in settings:
        work(Job(_SAMPLE, "https://printworthy.invalid/", one))
