"""The pool: jobs in, filtered pages out, each within its time; what takes longer, or kills its worker, gives nothing.

Pages are filtered in processes of their own, so that a large page holds up nobody else's. A worker filters a page of
ours before it takes the first of others, so that nobody waits for what it loads. One that is stuck is ended with its
pool, and a new pool takes over.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Final

from printworthy.apps.proxy.work import Done, Job, work
from printworthy.base.confine import confine
from printworthy.filters.settings import Settings

LATE: Final = Done(refused="it took too long")
_BROKEN: Final = Done(refused="its worker broke down")
# So long after its limit a job is taken for stuck.
_PATIENCE: Final = 15.0
_THREADS: Final = 2
# So many jobs lie ready for workers that come to the end of theirs.
_AHEAD: Final = 2
# What a page may cost beyond what a worker holds anyway.
_MEGABYTES: Final = 1024
_SAMPLE: Final = (
    b"<title>Of clocks</title><h1>Of clocks</h1>" + b"<p>They tick, and strike the hours of the day.</p>" * 9
)


class Pool:
    """Runs jobs by these settings, mostly. `workers` processes, or two threads of this one if 0."""

    def __init__(self, workers: int, settings: Sequence[Settings] = ()) -> None:
        self._workers, self._settings = workers, tuple(settings)
        self._executor, self._turns = self._open(), self._new_turns()

    async def warm(self) -> None:
        """Come back when all workers have loaded what they need."""
        loop = asyncio.get_running_loop()
        # Each of these starts a worker, and a worker that is not yet ready takes none.
        with _deaf():
            jobs = [loop.run_in_executor(self._executor, _begun) for _ in range(self._workers or _THREADS)]
        with contextlib.suppress(BrokenExecutor):  # the first job finds it broken, and renews it
            await asyncio.gather(*jobs)

    async def run(self, job: Job, seconds: float) -> Done:
        """The filtered page, or why there is none, never later than `seconds`."""
        end, turns = monotonic() + seconds, self._turns
        try:
            async with asyncio.timeout(seconds):
                await turns.acquire()
        except TimeoutError:
            return LATE
        executor = self._executor
        try:
            with _deaf():
                given = executor.submit(work, job)
        except (BrokenExecutor, RuntimeError):
            turns.release()
            self._renew(executor)
            return _BROKEN
        return await self._outcome(executor, given, turns, end - monotonic())

    async def _outcome(self, executor: Executor, given: Future[Done], turns: asyncio.Semaphore, seconds: float) -> Done:
        future = asyncio.wrap_future(given)
        future.add_done_callback(partial(_over, turns))
        done, _ = await asyncio.wait([future], timeout=seconds)
        if not done:
            asyncio.get_running_loop().call_later(_PATIENCE, self._renew_if_stuck, executor, given)
            return LATE
        try:
            return future.result()
        except (BrokenExecutor, asyncio.CancelledError):  # it broke, or it was ended because another job was stuck
            self._renew(executor)
            return _BROKEN

    def close(self) -> None:
        """End the workers."""
        _end(self._executor)

    def _open(self) -> Executor:
        if not self._workers:
            return ThreadPoolExecutor(_THREADS, "printworthy-filter", _load, (self._settings,))
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, spawn, initializer=_begin, initargs=(self._settings,))

    def _new_turns(self) -> asyncio.Semaphore:
        """What waits for its turn may be given up; what the workers were given may not."""
        return asyncio.Semaphore((self._workers or _THREADS) + _AHEAD)

    def _renew(self, broken: Executor) -> None:
        """Replace a pool once, however many jobs found it broken."""
        if self._executor is broken:
            self._executor, self._turns = self._open(), self._new_turns()
            _end(broken)

    def _renew_if_stuck(self, executor: Executor, late: Future[Done]) -> None:
        if not late.done() and self._workers:
            self._renew(executor)


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear the interrupt key, which means the proxy: it ends them itself.

    What it hears meanwhile itself, it hears a moment later.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(settings: tuple[Settings, ...]) -> None:
    """The start of a process."""
    confine(_MEGABYTES)
    _load(settings)


def _load(settings: tuple[Settings, ...]) -> None:
    for one in settings:
        work(Job(_SAMPLE, "https://printworthy.invalid/", one))


def _begun() -> None:
    """What a worker is asked to do only in order that it begins."""


def _over(turns: asyncio.Semaphore, future: asyncio.Future[Done]) -> None:
    """The next may begin. If nobody waits for this result any more, its error is nobody's, either."""
    turns.release()
    if not future.cancelled():
        future.exception()


def _end(executor: Executor) -> None:
    processes = list((getattr(executor, "_processes", None) or {}).values())
    results = getattr(executor, "_result_queue", None)
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if results is not None:
        # Who died while it wrote leaves the pool's thread waiting for the rest, until there is nobody who could write.
        results._writer.close()  # noqa: SLF001 - there is no public way
