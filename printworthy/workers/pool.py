"""The pool: importable functions and their arguments go in, their results come out, each from a process with limits.

    result = await pool.run(function, *arguments)

The function is a top-level one, its arguments and its result can be pickled, and its errors are raised here. Calls wait
for their turn in a queue. A process may be given one call more than it works on, so that it need not wait for us; if
that call lies behind a slow one, a process that has nothing to do takes it, too, and the first answer counts. A process
that ends, or is stuck, is replaced. The call that it worked on is the suspect, and may be tried again by a new process:
functions here are pure, so that a second time does no harm. Those behind it are given to others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, ParamSpec, TypeVar, cast

from printworthy.errors import LimitError
from printworthy.workers.process import Answer, ProcessSpec
from printworthy.workers.wire import pack
from printworthy.workers.worker import Call, Worker

P = ParamSpec("P")
T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
# After so many seconds a call that is still behind another may be taken by somebody else.
_SLOW: Final = 0.1
# So many seconds pass before a process that could not start is tried again, if calls wait.
_PAUSE: Final = 0.5
# After so many in a row that could not start, calls are not left waiting.
_STARTS: Final = 3
_ENDED: Final = "the page's worker was ended: try again later"


class SlowPageError(LimitError):
    """One page took a worker longer than a page may."""


class LostWorkerError(LimitError):
    """The page's worker ended early, as often as it was tried: out of memory, or killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolPolicy:
    """How a pool works.

    kind:     how its processes are started.
    workers:  the most processes; `least` are kept even if there is no work.
    line:     how many calls a process has at once: the one that it works on, and those behind it.
    seconds:  how long a process may work on a call.
    patience: so many seconds later a process that still works on it, or on one that nobody waits for, is ended.
    tries:    how often a call is made, once or twice, before it is blamed for the end of its processes.
    calls:    after how many calls a process is replaced by a fresh one, which is made ready before; 0: never.
    """

    kind: ProcessSpec
    workers: int
    least: int = 1
    line: int = 1
    seconds: float = float("inf")
    patience: float = 0.0
    tries: int = 2
    calls: int = 0


@dataclass(slots=True)
class PoolCounts:
    """What happened so far: calls that were done, and processes that were started, lost, and too slow."""

    done: int = 0
    started: int = 0
    lost: int = 0
    slow: int = 0
    refused: int = 0


class Pool:
    """A pool of processes; those that are not always kept are started when there is work for them."""

    def __init__(self, policy: PoolPolicy) -> None:
        self._policy = policy
        self._workers: list[Worker] = []
        self._calls: set[Call] = set()
        self._waiting: deque[Call] = deque()
        self._rest = asyncio.Event()
        self._rest.set()
        self._ends: set[asyncio.Task[None]] = set()
        self._closed = self._pausing = False
        self._failed = self._away = 0
        self.tally = PoolCounts()

    @property
    def waiting(self) -> int:
        """How many calls wait for a process."""
        return max(0, len(self._calls) - self._policy.workers)

    @property
    def running(self) -> int:
        """How many calls are being worked on, here or elsewhere."""
        return min(len(self._calls), self._policy.workers) + self._away

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(sorted(worker.process.pid for worker in self._workers))

    async def start(self) -> None:
        """Start the processes that are always kept; they get ready by themselves."""
        self._fill()

    async def warm(self) -> None:
        """Start them, and come back when they are ready, or cannot be had."""
        self._fill()
        await asyncio.gather(*(worker.settled for worker in self._workers))

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns for these arguments."""
        return await self.run_within(self._policy.seconds, function, *args, **kwargs)

    async def run_within(self, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`run` for work that may take longer, or must take less, than others."""
        assert not kwargs, "give the arguments in their order"
        if self._closed:
            raise LostWorkerError(_ENDED)
        call = Call(pack((function, args)), seconds, self._policy.tries)
        self._calls.add(call)
        self._rest.clear()
        self._waiting.append(call)
        self._fill()
        self._share_out()
        try:
            return cast("T", await call.done)
        finally:
            self._forget(call)

    def _forget(self, call: Call) -> None:
        """Nobody waits for the call any more; who works on it may do so for ever."""
        self._calls.discard(call)
        self._look_for_rest()
        call.frame = b""
        if call.timer is not None:
            call.timer.cancel()
        if not self._policy.patience:
            self._end_if_stuck(call)
        elif any(call in worker.line for worker in self._workers):
            asyncio.get_running_loop().call_later(self._policy.patience, self._end_if_stuck, call)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Count a call that is worked on elsewhere."""
        self._away += 1
        self._rest.clear()
        try:
            yield
        finally:
            self._away -= 1
            self._look_for_rest()

    def _look_for_rest(self) -> None:
        if not (self._calls or self._away):
            self._rest.set()

    async def drain(self, seconds: float) -> bool:
        """Wait for the calls that were accepted; says whether all came to their end."""
        try:
            async with asyncio.timeout(seconds):
                await self._rest.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """End all processes; who still waits for a call is told."""
        self._closed = True
        for call in self._calls:
            call.settle(LostWorkerError(_ENDED), well=False)
        for worker in tuple(self._workers):
            self._dismiss(worker)
        await asyncio.gather(*self._ends)

    def _fill(self) -> None:
        """Start the processes that we lack."""
        wanted = min(self._policy.workers, max(self._policy.least, len(self._calls)))
        here = sum(not worker.relieved and worker.succeeds is None for worker in self._workers)
        for _ in range(wanted - here):
            if not (self._closed or self._pausing):
                self._hire()

    def _hire(self, first: Call | None = None, succeeds: Worker | None = None) -> None:
        """Start a process: for one call first of all, or to succeed another process."""
        try:
            worker = Worker(self._policy.kind, self._ready, self._heard, self._gone)
        except OSError as error:
            self._pause(str(error), first)
            return
        worker.first, worker.succeeds = first, succeeds
        self._workers.append(worker)
        self.tally.started += 1

    def _ready(self, worker: Worker) -> None:
        self._failed = 0
        if (old := worker.succeeds) is not None:
            worker.succeeds, old.relieved = None, True  # it ends when it has nothing left to do
            if not old.line:
                self._dismiss(old)
        if worker.first is not None and not worker.first.done.done():
            self._give(worker, worker.first)
        worker.first = None
        self._share_out()

    def _gone(self, worker: Worker) -> None:
        """Replace a process that has ended."""
        self.tally.lost += 1
        if worker.is_ready:
            self._lose(worker)
        else:
            self._dismiss(worker)
            self._pause("it ended", worker.first)

    def _lose(self, worker: Worker, blamed: bool = True) -> None:
        """Do without a process: its call is blamed, or not, and those behind it are given to others."""
        self._dismiss(worker)
        if worker.line and blamed:
            self._blame(worker.line.popleft())
        self._waiting.extendleft(reversed(worker.line))
        worker.line.clear()
        self._fill()
        self._share_out()

    def _blame(self, call: Call) -> None:
        """Try the call once more, by a new process, because others may have ended, too; or give it up."""
        call.tries -= 1
        if call.done.done() or self._closed:
            return
        if call.timer is not None:
            call.timer.cancel()
            call.timer = None
        if call.tries:
            self._hire(first=call)
            return
        limit = f"memory is limited to {self._policy.kind.megabytes} MB"
        often = "twice" if self._policy.tries > 1 else "once"
        told = f"the page ended its worker {often} ({limit}): try again, or give a smaller page"
        call.settle(LostWorkerError(told), well=False)

    def _pause(self, why: str, first: Call | None) -> None:
        """A process could not start: try again soon."""
        _LOG.warning("a worker could not start: %s", why)
        self._failed += 1
        if self._failed % _STARTS == 0:
            for call in tuple(self._waiting):
                call.tries = 1
                self._blame(call)
        self._pausing = True
        asyncio.get_running_loop().call_later(_PAUSE, self._try_again)
        if first is not None:
            self._blame(first)

    def _try_again(self) -> None:
        """Start processes for the calls that wait; if there are none, the next one is another occasion."""
        self._pausing = False
        if self._is_waited():
            self._fill()

    def _dismiss(self, worker: Worker) -> None:
        """End a process now; that it is gone is waited for beside."""
        self._workers.remove(worker)
        for other in self._workers:
            if other.succeeds is worker:
                other.succeeds = None
        task = worker.end()
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    def _is_waited(self) -> bool:
        """Whether somebody waits for a call that nobody has; those that nobody waits for any more are forgotten."""
        while self._waiting and self._waiting[0].done.done():
            self._waiting.popleft()
        return bool(self._waiting)

    def _able(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.is_ready and not worker.relieved]

    def _share_out(self) -> None:
        """Give the calls that wait to those who have the least to do."""
        while self._is_waited():
            worker = min(self._able(), key=lambda one: len(one.line), default=None)
            if worker is None or len(worker.line) == self._policy.line:
                return
            call = self._waiting.popleft()
            self._give(worker, call)
            if worker.line[0] is not call:
                asyncio.get_running_loop().call_later(_SLOW, self._help, call)

    def _give(self, worker: Worker, call: Call) -> None:
        worker.give(call)
        if worker.line[0] is call:
            self._begin(call)

    def _begin(self, call: Call) -> None:
        """The call is worked on: its time begins."""
        if call.seconds != float("inf") and call.timer is None:
            call.timer = asyncio.get_running_loop().call_later(call.seconds, self._slow, call)

    def _slow(self, call: Call) -> None:
        self.tally.slow += 1
        told = f"the page took longer than {call.seconds:g} seconds: give a smaller one"
        call.settle(SlowPageError(told), well=False)

    def _help(self, call: Call) -> None:
        """A process that has nothing to do takes a call that lies behind another."""
        if call.done.done() or self._closed or self._working_on(call):
            return
        if (idle := next((worker for worker in self._able() if not worker.line), None)) is not None:
            self._give(idle, call)
        else:
            asyncio.get_running_loop().call_later(_SLOW, self._help, call)

    def _working_on(self, call: Call) -> list[Worker]:
        return [worker for worker in self._workers if worker.line and worker.line[0] is call]

    def _end_if_stuck(self, call: Call) -> None:
        for worker in self._working_on(call):
            self._lose(worker)

    def _heard(self, worker: Worker, answer: Answer) -> None:
        """An answer to the first call of a line."""
        call = worker.line.popleft()
        if call.settle(answer.value, answer.well):
            self.tally.done += 1
        if not answer.fit:
            self._lose(worker, blamed=False)
            return
        if worker.line:
            self._begin(worker.line[0])
        if worker.relieved:
            if not worker.line:
                self._dismiss(worker)
        elif self._is_old(worker):  # it works on until its successor is ready
            self._hire(succeeds=worker)
        self._share_out()

    def _is_old(self, worker: Worker) -> bool:
        """Whether a process has done its share, and no successor is on its way."""
        served = self._policy.calls and worker.process.calls >= self._policy.calls
        return bool(served) and not self._pausing and all(other.succeeds is not worker for other in self._workers)
