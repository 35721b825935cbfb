"""The proxy's pool: jobs in, filtered pages out, each within its time; what takes longer gives nothing.

Pages are filtered in processes of their own, so that a large page holds up nobody else's. A page that ends its worker
goes unfiltered.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from printworthy.apps.proxy.work import Done, Job, work
from printworthy.filters.settings import Settings
from printworthy.workers import pool
from printworthy.workers.errors import LostWorkerError
from printworthy.workers.process import Kind

LATE: Final = Done(refused="it took too long")
BROKEN: Final = Done(refused="its worker broke down")
# What a page may cost beyond what a process holds anyway.
_MEGABYTES: Final = 1024
# So long after its limit a job is taken for stuck.
_PATIENCE: Final = 15.0
# So many pages a worker has at once: the one that it works on, and the next.
_LINE: Final = 2
_THREADS: Final = 2
_SAMPLE: Final = (
    b"<title>Of clocks</title><h1>Of clocks</h1>" + b"<p>They tick, and strike the hours of the day.</p>" * 9
)


class Pool:
    """Runs jobs by these settings, mostly. `workers` processes, or two threads of this one if 0.

    Where processes cannot be ended with all that they started, on Windows, they are threads, too.
    """

    def __init__(self, workers: int, settings: Sequence[Settings] = ()) -> None:
        kind = Kind(name="proxy", megabytes=_MEGABYTES, ready=(prepare, (tuple(settings),)), apart=True)
        policy = pool.Policy(
            kind=kind, workers=workers, least=workers, line=_LINE, patience=_PATIENCE, tries=1, starts=0
        )
        processes = workers and hasattr(os, "killpg")
        self._workers: pool.Pool | _Threads = pool.Pool(policy) if processes else _Threads(kind)

    async def warm(self) -> None:
        """Come back when all workers have loaded what they need."""
        await self._workers.warm()

    async def run(self, job: Job, seconds: float) -> Done:
        """The filtered page, or why there is none, never later than `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                return await self._workers.run(work, job)
        except TimeoutError:
            return LATE
        except Exception:  # noqa: BLE001 - whatever happened to the page, its reader gets it as it is
            return BROKEN

    async def close(self) -> None:
        """End the workers; who still waits for a page is told."""
        await self._workers.close()


class _Threads:
    """Threads of this process, which start at once, and cannot be ended in the middle of a page."""

    def __init__(self, kind: Kind) -> None:
        self._ready = kind.ready
        self._executor = ThreadPoolExecutor(_THREADS, "printworthy-filter")

    async def warm(self) -> None:
        """Load what all threads share."""
        function, arguments = self._ready
        await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)

    async def run(self, function: Callable[[Job], Done], job: Job) -> Done:
        """The filtered page."""
        future = self._executor.submit(function, job)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            raise LostWorkerError("the page was not begun: try again later") from None

    async def close(self) -> None:
        """Take nothing more; what a thread works on ends by itself."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def prepare(settings: Sequence[Settings]) -> None:
    """Filter a page of ours by each of the settings, so that all that it needs is loaded."""
    for one in settings:
        work(Job(_SAMPLE, "https://printworthy.invalid/", one))
