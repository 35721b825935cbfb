"""The pool: jobs in, filtered pages out, each within its time; what takes longer, or kills its worker, gives nothing.

Pages are filtered in processes of their own, so that a large page holds up nobody else's. A worker that is stuck is
ended with its pool, and a new pool takes over.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Final

from printworthy.apps.proxy.work import Done, Job, work
from printworthy.base.confine import confine

LATE: Final = Done(refused="it took too long")
_BROKEN: Final = Done(refused="its worker broke down")
# So long after its limit a job is taken for stuck.
_PATIENCE: Final = 15.0
_THREADS: Final = 2
# What a page may cost beyond what a worker holds anyway.
_MEGABYTES: Final = 1024


class Pool:
    """Runs jobs. `workers` processes, or two threads of this one if 0."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor = self._open()

    async def run(self, job: Job, seconds: float) -> Done:
        """The filtered page, or why there is none, never later than `seconds`."""
        executor = self._executor
        try:
            future = asyncio.get_running_loop().run_in_executor(executor, work, job)
        except (BrokenExecutor, RuntimeError):
            self._renew(executor)
            return _BROKEN
        done, _ = await asyncio.wait([future], timeout=seconds)
        if not done:
            asyncio.get_running_loop().call_later(_PATIENCE, self._renew_if_stuck, executor, future)
            future.add_done_callback(_look_away)
            return LATE
        try:
            return future.result()
        except BrokenExecutor:
            self._renew(executor)
            return _BROKEN

    def close(self) -> None:
        """End the workers."""
        _end(self._executor)

    def _open(self) -> Executor:
        if not self._workers:
            return ThreadPoolExecutor(_THREADS, "printworthy-filter")
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, spawn, initializer=confine, initargs=(_MEGABYTES,))

    def _renew(self, broken: Executor) -> None:
        """Replace a pool once, however many jobs found it broken."""
        if self._executor is broken:
            self._executor = self._open()
            _end(broken)

    def _renew_if_stuck(self, executor: Executor, future: asyncio.Future[Done]) -> None:
        if not future.done() and self._workers:
            self._renew(executor)


def _look_away(future: asyncio.Future[Done]) -> None:
    """Nobody waits for this result any more; its error is nobody's, either."""
    if not future.cancelled():
        future.exception()


def _end(executor: Executor) -> None:
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
