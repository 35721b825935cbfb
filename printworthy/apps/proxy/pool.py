"""The proxy's pool: jobs in, filtered pages out, each within its time; what takes longer gives nothing.

Pages are filtered in processes of their own, so that a large page holds up nobody else's. A page that ends its worker
goes unfiltered.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from printworthy.apps.proxy.filter_worker import FilteredPage, FilterJob, work
from printworthy.filters.settings import Settings
from printworthy.workers import pool
from printworthy.workers.process import ProcessSpec

T = TypeVar("T")
LATE: Final = FilteredPage(refused="it took too long")
BROKEN: Final = FilteredPage(refused="its worker broke down")
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


class FilterPool:
    """Runs jobs by these settings, mostly. `workers` processes, or two threads of this one if 0.

    Where processes cannot be ended with all that they started, on Windows, they are threads, too.
    """

    def __init__(self, workers: int, settings: Sequence[Settings] = ()) -> None:
        self._ready = (prepare, (tuple(settings),))
        self._pool: pool.Pool | None = None
        if workers and hasattr(os, "killpg"):
            kind = ProcessSpec(name="proxy", megabytes=_MEGABYTES, ready=self._ready, apart=True)
            size = {"workers": workers, "least": workers, "line": _LINE, "tries": 1}
            self._pool = pool.Pool(pool.PoolPolicy(kind=kind, patience=_PATIENCE, **size))
        self._threads = ThreadPoolExecutor(_THREADS, "printworthy-filter")  # started only if they are given work

    async def warm(self) -> None:
        """Come back when all workers have loaded what they need."""
        await (self._pool.warm() if self._pool is not None else self._in_thread(*self._ready))

    async def run(self, job: FilterJob, seconds: float) -> FilteredPage:
        """The filtered page, or why there is none, never later than `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                return await (self._pool.run(work, job) if self._pool is not None else self._in_thread(work, (job,)))
        except TimeoutError:
            return LATE
        except Exception:  # noqa: BLE001 - whatever happened to the page, its reader gets it as it is
            return BROKEN

    async def close(self) -> None:
        """End the workers; who still waits for a page is told. What a thread works on ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            await self._pool.close()

    async def _in_thread(self, function: Callable[..., T], arguments: tuple[object, ...]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            raise pool.LostWorkerError("the page was not begun: try again later") from None


def prepare(settings: Sequence[Settings]) -> None:
    """Filter a page of ours by each of the settings, so that all that it needs is loaded."""
    for one in settings:
        work(FilterJob(_SAMPLE, "https://printworthy.invalid/", one))
