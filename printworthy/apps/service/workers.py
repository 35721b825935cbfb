"""The workers: importable functions and their arguments in, their results out, each in a process with limits.

    result = await workers.run(function, *arguments)

The function is a top-level one, its arguments and its result can be pickled, and its errors are raised here. Calls wait
for their turn in a queue with a bound; beyond it they are refused with `BusyError`. A call that is cancelled or takes
too long ends its process, and a new one takes its place. A process that ends by itself is replaced, too, and the call
is made once more: functions here are pure, so that a second time does no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar, cast

from printworthy.apps.processes.process import EndedError, WorkerProcess
from printworthy.apps.processes.wire import pack, unpack
from printworthy.apps.service.errors import BusyError, ClosingError, LostWorkerError, SlowPageError
from printworthy.apps.service.settings import Work
from printworthy.printing.places import WARM

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Tally:
    """What happened so far: calls that were done, and processes that were started, lost, and too slow."""

    done: int = 0
    started: int = 0
    lost: int = 0
    slow: int = 0
    refused: int = 0


class Workers:
    """A pool of processes; the first is started with the pool, the others when there is work for them."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._turns = asyncio.Semaphore(work.workers)
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._waiting = 0
        self._running = 0
        self._rest = asyncio.Event()
        self._rest.set()
        self._draining = self._ended = False
        self._ends: set[asyncio.Task[None]] = set()
        self._successors: dict[WorkerProcess, asyncio.Task[None]] = {}
        self.tally = Tally()

    @property
    def waiting(self) -> int:
        """How many calls wait for a process."""
        return self._waiting

    @property
    def running(self) -> int:
        """How many calls are being worked on."""
        return self._running

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(sorted(worker.pid for worker in self._all))

    @property
    def retry_after(self) -> int:
        """After how many seconds a refused call may fit."""
        return 1 + self._waiting // (4 * self._work.workers)

    async def start(self) -> None:
        """Start the first process, which gets ready by itself."""
        self._idle.append(await self._hire())

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns for these arguments."""
        return await self.run_within(self._work.seconds, function, *args, **kwargs)

    async def run_within(
        self, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """`run` for work that may take longer, or must take less, than a page."""
        assert not kwargs, "give the arguments in their order"
        if self._draining:
            raise ClosingError("the service is about to end: try again in a moment", retry=5)
        if self._turns.locked() and self._waiting >= self._work.queue:
            self.tally.refused += 1
            raise BusyError(f"{self._waiting} calls are waiting already: try again later", retry=self.retry_after)
        call = pack((function, args))
        await self._take_turn()
        try:
            return cast("T", await self._ask(call, seconds))
        finally:
            self._running -= 1
            self._turns.release()
            self._look_for_rest()

    async def _take_turn(self) -> None:
        self._waiting += 1
        self._rest.clear()
        try:
            await self._turns.acquire()
            self._running += 1
        finally:
            self._waiting -= 1
            self._look_for_rest()

    def _has_room(self) -> bool:
        """Whether one more process may stay: those that are relieved leave by themselves."""
        return len([one for one in self._all if not one.relieved]) <= self._work.workers

    def _look_for_rest(self) -> None:
        if not (self._running or self._waiting):
            self._rest.set()

    async def _ask(self, call: bytes, seconds: float) -> object:
        """The answer of a process; if it ends under our hands, of a new one, because others may have ended, too."""
        for fresh in (False, True):
            try:
                worker = await (self._hire() if fresh else self._worker())
                well, value = unpack(await self._ask_one(worker, call, seconds))
            except EndedError:
                self.tally.lost += 1
                continue
            self.tally.done += 1
            if well:
                return value
            raise value
        limit = f"memory is limited to {self._work.megabytes} MB"
        raise LostWorkerError(f"the page ended its worker twice ({limit}): try again, or give a smaller page")

    async def _ask_one(self, worker: WorkerProcess, call: bytes, seconds: float) -> bytes:
        well = False
        try:
            async with asyncio.timeout(seconds):
                answer = await worker.ask(call)
            well = not worker.relieved
            return answer
        except TimeoutError:
            self.tally.slow += 1
            raise SlowPageError(f"the page took longer than {seconds:g} seconds: give a smaller one") from None
        finally:
            if well and not self._ended and self._has_room():
                self._idle.append(worker)
                self._look_at_age(worker)
            else:
                self._dismiss(worker)

    async def _worker(self) -> WorkerProcess:
        """The process that rested the shortest, whose memory is warm; a new one if none rests."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            self._dismiss(worker)
            self.tally.lost += 1
        return await self._hire()

    async def _hire(self) -> WorkerProcess:
        worker = await self._begin()
        self.tally.started += 1
        self._all.add(worker)
        return worker

    async def _begin(self) -> WorkerProcess:
        # The typesetter, a process below this one, is confined for itself.
        return await WorkerProcess.start(self._work.megabytes, (WARM, ()), programs=True)

    def _look_at_age(self, worker: WorkerProcess) -> None:
        """Have a successor made for a process that has done its share; it works on until that one is ready."""
        if worker.calls >= self._work.pages and worker not in self._successors:
            task = asyncio.ensure_future(self._succeed(worker))
            self._successors[worker] = task
            task.add_done_callback(lambda _: self._successors.pop(worker, None))

    async def _succeed(self, old: WorkerProcess) -> None:
        new = await self._begin()
        try:
            await new.ask(pack((abs, (0,))))  # answered when it is ready
        except EndedError:
            await new.end()
            return  # another time
        except asyncio.CancelledError:
            await new.end()
            raise
        self.tally.started += 1
        self._all.add(new)
        self._idle.append(new)
        old.relieved = True
        if old in self._idle:
            self._idle.remove(old)
            self._dismiss(old)

    def _dismiss(self, worker: WorkerProcess) -> None:
        """End a process now; that it is gone is waited for beside."""
        worker.kill()
        self._all.discard(worker)
        task = asyncio.ensure_future(worker.end())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    async def drain(self, seconds: float) -> bool:
        """Take no more calls and wait for those that run; says whether all came to their end."""
        self._draining = True
        try:
            async with asyncio.timeout(seconds):
                await self._rest.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """End all processes."""
        self._draining = self._ended = True
        successors = tuple(self._successors.values())
        for task in successors:
            task.cancel()
        await asyncio.gather(*successors, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in tuple(self._all)), *self._ends)
        self._all.clear()
        self._idle.clear()
